import type { Db } from "#kit/db/db.ts";
import {
  createRoundStore,
  type EndedRound,
  type RoundRow,
  type RoundStore,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { RouletteState } from "../shared/contract.ts";
import { tableName, transitions } from "../shared/round.ts";

/** A round as the table has it; its result is the pocket. */
export type RouletteRound = RoundRow<RouletteState>;
export type EndedRouletteRound = EndedRound<RouletteState>;
export type RouletteStore = RoundStore<RouletteState>;

/** What a round may become, and the state from which it is under way. */
export const steps = { transitions, started: "spinning" } as const;

export const createRouletteStore = (db: Db): RouletteStore =>
  createRoundStore<RouletteState>(db, {
    ...steps,
    table: "roulette.rounds",
    bettingWindow: tableName,
    resultColumn: "pocket",
  });
