import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";

/** The ledger's tables. Callers use the functions beside it: the ledger has no state of its own. */
export function createLedger(): ServerModule {
  return { manifest, migrations: join(import.meta.dirname, "migrations") };
}
