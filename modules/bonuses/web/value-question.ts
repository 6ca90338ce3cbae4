import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { OfferView } from "../shared/contract.ts";
import type { WageringGame } from "../shared/terms.ts";
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

export const questionOf = (
  { amount, wager_target, cap = null }: Valued,
  stake: bigint,
  game: WageringGame,
  bet: string,
): ValueQuestion => ({
  amount: parseDecimal(amount),
  target: parseDecimal(wager_target),
  stake,
  game,
  bet,
  cap: cap === null ? null : parseDecimal(cap),
});
