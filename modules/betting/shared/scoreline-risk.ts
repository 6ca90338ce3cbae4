import { type Micros, micros } from "#kit/money/amount.ts";
import type { Facts } from "#modules/odds/shared/facts.ts";
import { outcomeFactor } from "#modules/odds/shared/market-rules.ts";
import { legResultOf } from "./leg-state.ts";
import type { LegResult } from "./slip-payout.ts";

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

/** A market with what its outcomes took and would pay. */
export interface BackedMarket {
  readonly kind: string;
  readonly spec: string;
  readonly outcomes: readonly { readonly id: string; readonly stake: Micros; readonly payout: Micros }[];
}

export interface ScoreRisk {
  readonly score: readonly [home: number, away: number];
  /** What Fairhouse gains at this final score from the markets that it decides; negative is a loss. */
  readonly result: Micros;
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
      return { score, result: micros(decided.reduce((sum, market) => sum + resultOf(market, score), 0n)) };
    }),
  );
}

function resultOf(market: BackedMarket, score: ScoreRisk["score"]): bigint {
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
    return factor ? sum + stake - returnOf(legResultOf(factor), stake, payout) : sum;
  }, 0n);
}

/** Rounded down to a micro-unit, as a payout is. */
function returnOf({ voidHalves, won, places, tied }: LegResult, stake: Micros, payout: Micros): bigint {
  const voided = BigInt(voidHalves * tied) * stake;
  const paid = won ? BigInt((2 - voidHalves) * places) * payout : 0n;
  return (voided + paid) / BigInt(2 * tied);
}
