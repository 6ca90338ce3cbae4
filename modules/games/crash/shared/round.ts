import type { CrashState } from "./contract.ts";

/**
 * The states of a round and the only ways between them. `betting` takes stakes; in `locked` the betting window is closed and every
 * accepted stake is durable; only then is the link read and the round `flying`; `crashed` says the point and settles;
 * `settled` and `voided` are its two ends.
 */
export const transitions = {
  betting: ["locked", "voided"],
  locked: ["flying", "voided"],
  flying: ["crashed", "voided"],
  crashed: ["settled"],
  settled: [],
  voided: [],
} as const satisfies Readonly<Record<CrashState, readonly CrashState[]>>;

/** Name of the betting window and of the hash chain's sequence, and prefix of round names. */
export const windowName = "crash";

export const bettingMs = 5000;
/** How long the crash stays on the screen; the round is settled meanwhile. */
export const crashedMs = 3000;
export const betsPerPlayer = 2;
