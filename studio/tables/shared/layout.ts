import { amountPattern, parseDecimal } from "#kit/money/amount.ts";
import type { Placed } from "./placed.ts";
import type { TableGame, TableLimits } from "./table-game.ts";

/** A stake on a spot as it is sent: a decimal in major units. */
export interface SentBet {
  readonly spot: string;
  readonly amount: string;
}

export const mostSpots = 200;

export type LayoutFault = "bet_unknown" | "stake_out_of_limits";

/**
 * What a layout takes, or why the table refuses it. Stakes on one spot add up with those that are on it already.
 * @param before what the player has on the table in this round
 */
export function checkLayout(
  game: Pick<TableGame, "hasSpot">,
  limits: TableLimits,
  bets: readonly SentBet[],
  before: readonly Placed[] = [],
): { readonly layout: readonly Placed[]; readonly amount: bigint } | LayoutFault {
  if (bets.length === 0 || bets.length > mostSpots) return "bet_unknown";
  const layout: Placed[] = [];
  for (const { spot, amount } of bets) {
    if (!game.hasSpot(spot) || layout.some(placed => placed.spot === spot)) return "bet_unknown";
    if (!amountPattern.test(amount) || amount.length > 12) return "stake_out_of_limits";
    const stake = parseDecimal(amount);
    const already = sumOf(before.filter(placed => placed.spot === spot));
    if (stake <= 0n || stake % limits.step !== 0n || already + stake > limits.most(spot)) return "stake_out_of_limits";
    layout.push({ spot, amount: stake });
  }
  const amount = sumOf(layout);
  return amount + sumOf(before) > limits.mostInRound ? "stake_out_of_limits" : { layout, amount };
}

export function sumOf(layout: readonly Placed[]): bigint {
  return layout.reduce((sum, { amount }) => sum + amount, 0n);
}
