import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { OfferView } from "../shared/contract.ts";
import { averageCostPercent, maxBets, targetOf, wageringGames } from "../shared/terms.ts";
import type { Campaign } from "./campaign-store.ts";

/** An offer with everything that it costs. */
export function offerView(campaign: Campaign, locale: Locale): OfferView {
  const { id, name, kind, currency, percent, amount, minDeposit, wager, hours, endsAt } = campaign;
  return {
    id,
    name: name[locale],
    kind,
    currency,
    percent,
    amount: formatAmount(amount),
    wager,
    wager_target: formatAmount(targetOf(amount, wager)),
    min_deposit: minDeposit === null ? null : formatAmount(minDeposit),
    max_bet: formatAmount(maxBets[currency]),
    average_cost: averageCostPercent(wager),
    games: [...wageringGames],
    hours,
    ends_at: endsAt.toISOString(),
  };
}
