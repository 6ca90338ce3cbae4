import type { Db } from "#kit/db/db.ts";
import {
  createRoundStore,
  type EndedRound,
  type RoundRow,
  type RoundStore,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { CrashState } from "../shared/contract.ts";
import { transitions, windowName } from "../shared/round.ts";

/** A round as the table has it; its result is the point in hundredths. */
export type CrashRound = RoundRow<CrashState>;
export type EndedCrashRound = EndedRound<CrashState>;
export type CrashStore = RoundStore<CrashState>;

/** What a round may become, and the state from which it is under way. */
export const steps = { transitions, started: "flying" } as const;

export const createCrashStore = (db: Db): CrashStore =>
  createRoundStore<CrashState>(db, {
    ...steps,
    table: "crash.rounds",
    bettingWindow: windowName,
    resultColumn: "point",
  });
