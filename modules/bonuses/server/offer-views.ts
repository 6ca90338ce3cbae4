import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { RoundTerms } from "#modules/free-spins/server/index.ts";
import type { DepositBonusView } from "#modules/payments/shared/contract.ts";
import type { OfferView } from "../shared/contract.ts";
import { averageCostPercent, gamesOf, leastOddsOf, maxBets, targetOf } from "../shared/terms.ts";
import type { Campaign } from "./campaign-store.ts";
import { roundsView } from "./round-views.ts";

/** An offer with everything that it costs. */
export function offerView(campaign: Campaign, locale: Locale, rounds?: RoundTerms): OfferView {
  const { id, name, kind, currency, percent, amount, minDeposit, wager, hours, endsAt } = campaign;
  const { product = "games", profile = "base", cap = null } = campaign;
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
    games: [...gamesOf(product, { profile, cap })],
    rounds: rounds ? roundsView(rounds, locale) : null,
    cap: cap === null ? null : formatAmount(cap),
    least_odds: leastOddsOf(product),
    hours,
    ends_at: endsAt.toISOString(),
  };
}

/** A deposit bonus as the deposit form shows it. */
export function depositBonusView(
  bonus: Pick<Campaign, "id" | "name" | "currency" | "percent" | "amount" | "minDeposit" | "wager">,
  locale: Locale,
): DepositBonusView {
  return {
    id: bonus.id,
    name: bonus.name[locale],
    currency: bonus.currency,
    percent: bonus.percent ?? 0,
    amount: formatAmount(bonus.amount),
    min_deposit: formatAmount(bonus.minDeposit ?? (0n as typeof bonus.amount)),
    wager: bonus.wager,
    max_bet: formatAmount(maxBets[bonus.currency]),
    average_cost: averageCostPercent(bonus.wager),
  };
}
