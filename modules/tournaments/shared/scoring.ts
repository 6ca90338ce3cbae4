import type { Currency } from "#kit/money/currency.ts";
import { converted, type DayPrices } from "#modules/rates/shared/day-prices.ts";

/** How bets become scores: whole numbers, the same for the live board and for the final ranks. */

export const scorings = ["wagered", "multiplier", "points"] as const;
export type Scoring = (typeof scorings)[number];

export interface ScoringTerms {
  readonly scoring: Scoring;
  readonly currency: Currency;
  /** The least real stake of a round, in micro-units of `currency`. */
  readonly minStake: bigint;
  /** For the scoring `points`: points for one unit of `currency` at risk, by game. */
  readonly points: Readonly<Record<string, number>>;
}

export interface ScoredBet {
  readonly game: string;
  readonly currency: Currency;
  /** Micro-units of `currency`. */
  readonly stake: bigint;
  /** The real money of the stake. */
  readonly real: bigint;
  readonly payout: bigint;
  /** What the bet's stake counts by its edge, in thousandths. */
  readonly rate: number;
  /** What it pays at each outcome of its round, where bets may cover opposite outcomes. */
  readonly paysAt?: readonly bigint[] | undefined;
}

/** A multiplier of 1, in the unit of its score. */
export const evenMultiplier = 10_000n;
/** A point, in the unit of its score. */
export const onePoint = 1_000_000n;

/** What the bets of one player in one round score together; 0 where they count nothing. */
export function scoreOfRound(terms: ScoringTerms, bets: readonly ScoredBet[], prices: DayPrices | undefined): bigint {
  const into = (amount: bigint, currency: Currency) => converted({ amount, currency }, terms.currency, prices) ?? 0n;
  const sum = (part: (bet: ScoredBet) => bigint) =>
    bets.reduce((total, bet) => total + into(part(bet), bet.currency), 0n);
  const real = sum(bet => bet.real);
  const stake = sum(bet => bet.stake);
  if (real === 0n || stake === 0n || real < terms.minStake) return 0n;
  if (terms.scoring === "multiplier") {
    const [first] = bets;
    // One bet has its own multiplier, whatever its currency.
    const multiplier =
      bets.length === 1 && first
        ? (first.payout * evenMultiplier) / first.stake
        : (sum(bet => bet.payout) * evenMultiplier) / stake;
    return multiplier > evenMultiplier ? multiplier : 0n;
  }
  const weight = (bet: ScoredBet) => BigInt(terms.scoring === "wagered" ? bet.rate : (terms.points[bet.game] ?? 0));
  const weighted = bets.reduce((total, bet) => total + into(bet.real, bet.currency) * weight(bet), 0n);
  const counted = weighted * atRisk(bets, stake, into);
  return counted / (terms.scoring === "wagered" ? stake * 1000n : stake);
}

/** What the stakes can win together on top of themselves, at most the stakes: red and black of one size win nothing. */
function atRisk(
  bets: readonly ScoredBet[],
  stake: bigint,
  into: (amount: bigint, currency: Currency) => bigint,
): bigint {
  const combined: bigint[] = [];
  for (const { paysAt, currency } of bets) {
    if (!paysAt) return stake;
    paysAt.forEach((payout, outcome) => {
      combined[outcome] = (combined[outcome] ?? 0n) + into(payout, currency);
    });
  }
  const most = combined.reduce((best, payout) => (payout > best ? payout : best), 0n);
  const won = most > stake ? most - stake : 0n;
  return won < stake ? won : stake;
}

/** A score, and when the bet ended that reached it. */
export interface Reached {
  readonly score: bigint;
  readonly at: Date | null;
}

export const nothingReached: Reached = { score: 0n, at: null };

/** A sum is reached by its last bet, the best multiplier by the first bet that has it: in whatever order they are added. */
export function plusScore(scoring: Scoring, before: Reached, score: bigint, at: Date): Reached {
  if (score === 0n) return before;
  const isEarlier = before.at === null || at < before.at;
  if (scoring === "multiplier")
    return score > before.score || (score === before.score && isEarlier) ? { score, at } : before;
  return { score: before.score + score, at: before.at !== null && before.at > at ? before.at : at };
}
