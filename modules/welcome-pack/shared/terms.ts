import type { Micros } from "#kit/money/amount.ts";

/** The rules of welcome packs. */

export const mostSteps = 6;
/** A step waits this long for its deposit; to a guest the first is offered as long (`bannerSeconds.welcome`). */
export const windowHours = 168;
export const mostPlayers = 1_000_000;

/** What one player gets at most. */
export const mostOf = (steps: readonly { readonly maxAmount: Micros }[]): Micros =>
  steps.reduce((sum, { maxAmount }) => sum + maxAmount, 0n) as Micros;

/** What the pack costs at most: as if every player took every step in full and kept all of it. */
export const costAtMost = (steps: readonly { readonly maxAmount: Micros }[], players: number): Micros =>
  (mostOf(steps) * BigInt(players)) as Micros;
