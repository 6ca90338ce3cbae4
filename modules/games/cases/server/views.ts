import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { BetFacts } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { CasesChoice } from "../shared/contract.ts";
import { type CasesRules, priceOf, prizeValue } from "../shared/rules.ts";

export type CasesFacts = BetFacts<CasesChoice, { readonly tickets: number[]; readonly multipliers: string[] }>;

/** What may be shown of an opening, by an allow list, read from what this game wrote into its bet. */
export function factsOf(bet: Bet): CasesFacts {
  const { slug, count } = bet.choice as CasesChoice;
  const { tickets, multipliers } = bet.outcome as CasesFacts["outcome"];
  return { inputs: { slug, count }, outcome: { tickets, multipliers } };
}

/** The cases as published, in one currency. */
export function casesView({ cases }: CasesRules, currency: Currency) {
  return cases.map(each => {
    const price = priceOf(each, currency);
    const prizes = each.prizes.map(prize => ({
      item: prize.item,
      multiplier: formatHundredths(prize.multiple),
      worth: formatAmount(prizeValue(prize, price)),
      odds: prize.odds,
    }));
    return { slug: each.slug, price: formatAmount(price), prizes };
  });
}
