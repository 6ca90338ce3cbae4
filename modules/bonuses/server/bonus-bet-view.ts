import { formatAmount } from "#kit/money/amount.ts";
import type { OwnBet } from "#modules/bets/shared/contract.ts";
import type { Bet } from "#modules/wallet/server/index.ts";
import type { BonusBet } from "../shared/contract.ts";

/** A bet of a bonus: what anyone sees of it in their history, and what it counted. */
export function bonusBetView(own: OwnBet, { wagering }: Pick<Bet, "wagering">): BonusBet {
  return { ...own, rate: wagering?.rate ?? 0, counted: formatAmount(wagering?.counted ?? 0n) };
}
