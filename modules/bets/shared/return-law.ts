import type { BetOdds } from "./bet-odds.ts";

/** Statistics of what bets returned, for alerts only: no money is computed here. */

/** Payouts of at least this multiple of the stake are counted instead of summed: a sum with such a heavy tail is far from normal. */
export const tailFrom = 100;
/** How likely a false alert may be at each look; the normal deviation that is as likely. */
const falseAlert = 4.65e-4;
const mostSigmas = 3.5;
/** An alert ends when the return is inside this band again: 95 % of honest games are. */
const calmSigmas = 1.96;
/** Fewer say too little about a win in a hundred. */
const leastBets = 1_000;
/** Up to here the tail of a Poisson count is summed, beyond it is normal. */
const mostSummed = 500;

/** What the rules say of one bet, as shares of its stake. */
export interface ReturnLaw {
  /** Mean of payouts below the tail, and below it their variance. */
  readonly mean: number;
  readonly variance: number;
  /** How likely a payout of the tail is. */
  readonly tail: number;
  /** What the bet returns in all: payouts below the tail and in it. */
  readonly returned: number;
}

/** Exact chances, in floating point only here. */
export function lawOf({ total, outcomes }: BetOdds): ReturnLaw {
  let [mean, squares, tail, returned] = [0, 0, 0, 0];
  for (const { weight, multiplier } of outcomes) {
    const chance = Number(weight) / Number(total);
    const share = Number(multiplier.numerator) / Number(multiplier.denominator);
    returned += chance * share;
    if (share >= tailFrom) {
      tail += chance;
      continue;
    }
    mean += chance * share;
    squares += chance * share * share;
  }
  return { mean, variance: Math.max(0, squares - mean * mean), tail, returned };
}

/** Sums over bets that were decided independently of each other. Shares are payout over stake. */
export interface ReturnSums {
  readonly bets: number;
  /** Sum of all payouts, and below it what the rules have due. */
  readonly paid: number;
  readonly due: number;
  /** Sum of the payouts below the tail. */
  readonly body: number;
  readonly mean: number;
  readonly variance: number;
  /** Payouts of the tail, and how many are expected. */
  readonly wins: number;
  readonly expectedWins: number;
}

export type Verdict = "outside" | "inside" | "calm";

/** Standard errors between what was paid below the tail and what is due; undefined with too few bets. */
export function sigmasOf({ bets, body, mean, variance }: ReturnSums): number | undefined {
  return bets < leastBets || variance <= 0 ? undefined : (body - mean) / Math.sqrt(variance);
}

/** `outside`: an alert; `calm`: an alert that was raised ends. */
export function verdictOf(sums: ReturnSums): Verdict {
  const sigmas = sigmasOf(sums);
  const unlikely = tailChance(sums.wins, sums.expectedWins);
  if (Math.abs(sigmas ?? 0) >= mostSigmas || unlikely < falseAlert / 2) return "outside";
  return Math.abs(sigmas ?? 0) < calmSigmas && unlikely > 0.025 ? "calm" : "inside";
}

/** How likely a Poisson count is to be as far from its mean, on its side. */
function tailChance(wins: number, mean: number): number {
  if (mean > mostSummed) return Math.abs(wins - mean) / Math.sqrt(mean) >= mostSigmas ? 0 : 1;
  const below = upTo(wins - 1, mean);
  return wins > mean ? 1 - below : below + termOf(wins, mean);
}

/** The chance of at most `n`. */
function upTo(n: number, mean: number): number {
  let [sum, term] = [0, Math.exp(-mean)];
  for (let each = 0; each <= n; each++) {
    sum += term;
    term *= mean / (each + 1);
  }
  return sum;
}

function termOf(n: number, mean: number): number {
  let term = Math.exp(-mean);
  for (let each = 1; each <= n; each++) term *= mean / each;
  return term;
}
