import type { Micros } from "#kit/money/amount.ts";

/** The rules of welcome packs. */

export const mostSteps = 6;
/** A step waits this long for its deposit; to a guest the first is offered as long (`bannerSeconds.welcome`). */
export const windowHours = 168;
export const mostPlayers = 1_000_000;

const sumOf = (steps: readonly { readonly maxAmount: Micros }[]): Micros =>
  steps.reduce((sum, { maxAmount }) => sum + maxAmount, 0n) as Micros;

/** What the deposit bonuses of a pack give one player at most; free rounds give what they win. */
export const mostOf = (steps: readonly { readonly maxAmount: Micros; readonly percent: number | null }[]): Micros =>
  sumOf(steps.filter(({ percent }) => percent !== null));

/** What the pack costs at most: as if every player took every step in full and kept all of it. Free rounds count by their stakes. */
export const costAtMost = (steps: readonly { readonly maxAmount: Micros }[], players: number): Micros =>
  (sumOf(steps) * BigInt(players)) as Micros;

const hourMs = 3_600_000;

/**
 * Until when the rounds of a step can be needed: the last player registers as the pack ends, and each step takes the whole of its times. Breaks
 * come on top of it.
 */
export function roundsNeededUntil(
  steps: readonly { readonly step: number; readonly hours: number; readonly windowHours: number }[],
  of: number,
  endsAt: Date,
): Date {
  const before = steps.filter(({ step }) => step < of).reduce((sum, each) => sum + each.hours + each.windowHours, 0);
  const own = steps.find(({ step }) => step === of)?.windowHours ?? 0;
  return new Date(endsAt.getTime() + (before + own) * hourMs);
}
