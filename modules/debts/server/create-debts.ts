import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";
import { openDebts } from "./store.ts";

/** The debts of players. They are made and repaid by fragments of the wallet's statement. */
export function createDebts(): ServerModule {
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    erasingObstacles: async (tx, player) => ((await openDebts(tx, player)).length > 0 ? ["open_debts"] : []),
  };
}
