import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";

/** The tables of the limits. What others do with them are the functions beside it: it has no state of its own. */
export function createLimits(): ServerModule {
  return { manifest, migrations: join(import.meta.dirname, "migrations") };
}
