import { choose } from "#kit/std/choose.ts";
import { required } from "#kit/std/invariant.ts";

/** The chances of keno, as whole numbers of equally likely draws: nothing here is rounded. */

export const numbersOnBoard = 40;
export const numbersDrawn = 10;
export const mostPicks = 10;

/** All sets of ten numbers that can be drawn: C(40, 10). */
export const allDraws = choose(numbersOnBoard, numbersDrawn);

/** Draws that hit exactly `hits` of `picks` chosen numbers: C(picks, hits) × C(40 − picks, 10 − hits). */
export function drawsWith(picks: number, hits: number): bigint {
  return choose(picks, hits) * choose(numbersOnBoard - picks, numbersDrawn - hits);
}

/** What all draws return in total per hundredth of the stake: Σ draws × multiplier, the multiplier in hundredths by hits. */
export function returnedHundredths(row: readonly number[]): bigint {
  return row.reduce((sum, hundredths, hits) => sum + drawsWith(row.length - 1, hits) * BigInt(hundredths), 0n);
}

/** How far from the percent of its rules a row may return, in thousandths of the stake. */
const tolerance = 1n;

/** What is wrong with a row of multipliers (hundredths, by hits); undefined when it may be played. */
export function rowFault(row: readonly number[], rtpPercent: number): string | undefined {
  const picks = row.length - 1;
  if (picks < 1 || picks > mostPicks) return "a row has multipliers for 0 to 10 hits";
  if (row.some(each => !Number.isSafeInteger(each) || each < 0)) return "multipliers are whole hundredths";
  if (row.some((each, hits) => hits > 0 && each < required(row[hits - 1], "the one before"))) {
    return "more hits never pay less";
  }
  // hundredths × 10 are thousandths, so that both sides are whole.
  const returned = returnedHundredths(row) * 10n;
  const due = BigInt(rtpPercent) * 10n;
  if (returned < (due - tolerance) * allDraws || returned > (due + tolerance) * allDraws) {
    return `returns ${(returned * 10n) / allDraws} hundredths of a percent, outside ${rtpPercent - 0.1} to ${rtpPercent + 0.1} %`;
  }
  return undefined;
}

/** What a row returns, in percent, cut to four decimals: "98.9845". */
export function returnPercent(row: readonly number[]): string {
  const scaled = (returnedHundredths(row) * 10_000n) / allDraws;
  return `${scaled / 10_000n}.${(scaled % 10_000n).toString().padStart(4, "0")}`;
}
