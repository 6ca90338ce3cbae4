import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";

/** Grants of bonus money. They are given and ended by the wallet, whose statements read their state in its own row. */
export function createWagering(): ServerModule {
  return { manifest, migrations: join(import.meta.dirname, "migrations") };
}
