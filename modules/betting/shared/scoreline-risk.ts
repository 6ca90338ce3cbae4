import type { Facts } from "#modules/odds/shared/facts.ts";
import { outcomeFactor } from "#modules/odds/shared/market-rules.ts";

/** Kinds that the final score alone decides. */
const byScore: ReadonlySet<string> = new Set([
  "1x2",
  "double_chance",
  "draw_no_bet",
  "total",
  "team_total",
  "hcp",
  "hcp_3way",
  "rest_hcp",
  "both_score",
  "correct_score",
]);

/** A market with what its outcomes took and would pay. Any unit. */
export interface BackedMarket {
  readonly kind: string;
  readonly spec: string;
  readonly outcomes: readonly { readonly id: string; readonly stake: number; readonly payout: number }[];
}

export interface ScoreRisk {
  readonly score: readonly [home: number, away: number];
  /** What Fairhouse gains at this final score from the markets that it decides; negative is a loss. */
  readonly result: number;
}

/** Final scores from the current one on, `size` more goals of each side, by our own rules. */
export function scorelineRisks(
  markets: readonly BackedMarket[],
  [home, away]: readonly [number, number],
  size: number,
): readonly ScoreRisk[] {
  const decided = markets.filter(({ kind }) => byScore.has(kind));
  const counts = Array.from({ length: size + 1 }, (_, more) => more);
  return counts.flatMap(more =>
    counts.map((others): ScoreRisk => {
      const score = [home + more, away + others] as const;
      return { score, result: decided.reduce((sum, market) => sum + resultOf(market, score), 0) };
    }),
  );
}

function resultOf(market: BackedMarket, score: ScoreRisk["score"]): number {
  const facts: Facts = {
    sport: "football",
    status: "ended",
    clock: { seconds: 5_400, period: 2, stopped: true },
    score: { total: score, periods: [score, [0, 0]] },
    incidents: [],
  };
  const ruled = { kind: market.kind, spec: market.spec, outcomes: market.outcomes.map(({ id }) => id) };
  return market.outcomes.reduce((sum, { id, stake, payout }) => {
    const factor = outcomeFactor(ruled, id, facts);
    if (!factor) return sum;
    const { voidFactor, result, deadHeat } = factor;
    const returned = voidFactor * stake + (1 - voidFactor) * result * (deadHeat[0] / deadHeat[1]) * payout;
    return sum + stake - returned;
  }, 0);
}
