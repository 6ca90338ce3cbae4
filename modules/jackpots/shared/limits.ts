import type { JackpotKind } from "./rules.ts";

/**
 * How much of a pot its seed may be. With shares of a fifth of the edge a jackpot then costs at most three tenths of it, seeds included: a fifth of
 * what a must-hit-by pot may hold, a thousandth of the stakes in which a random one is won.
 */
export const seedPart: Readonly<Record<JackpotKind, bigint>> = { must_hit_by: 5n, random: 1_000n };

/** Wins in the history. */
export const shownWins = 20;
/** Entries in one response. */
export const shownEntries = 100;
