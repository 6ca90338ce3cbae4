import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { OfferView } from "../shared/contract.ts";
import type { ValueQuestion } from "./expected-value.worker.ts";

export type Valued = Pick<OfferView, "amount" | "wager_target" | "max_bet" | "games" | "currency"> & {
  readonly cap?: string | null;
};

/** A stake that finishes wagering in a reasonable number of bets: a twentieth of the bonus, at most the maximum bet. */
export function suggestedStake({ amount, max_bet }: Valued): bigint {
  const twentieth = parseDecimal(amount) / 20n;
  const most = max_bet === null ? twentieth : parseDecimal(max_bet);
  const stake = twentieth < most ? twentieth : most;
  const whole = stake - (stake % microsPerMinor);
  return whole > 0n ? whole : microsPerMinor;
}

/** The largest stake of a slot that is at most this; its smallest where none is. */
export function stakeOffered(stakes: readonly string[], most: bigint): bigint {
  const offered = stakes.map(parseDecimal);
  return offered.findLast(each => each <= most) ?? offered[0] ?? most;
}

export const questionOf = (
  { amount, wager_target, cap = null }: Valued,
  stake: bigint,
  of: ValueQuestion["of"],
): ValueQuestion => ({
  amount: parseDecimal(amount),
  target: parseDecimal(wager_target),
  stake,
  of,
  cap: cap === null ? null : parseDecimal(cap),
});
