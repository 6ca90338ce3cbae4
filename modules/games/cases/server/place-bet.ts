import { Failure } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { openCases } from "../shared/contract.ts";
import { priceChanged } from "../shared/errors.ts";
import { type CasesRules, findCase, largestMultiplier, priceOf, returnedOf } from "../shared/rules.ts";
import { drawFor } from "./draw.ts";
import type { CasesFacts } from "./views.ts";

/** Opens the same case 1 to 5 times in one bet with one nonce. Fails with `price_changed`, or with any error of an instant game. */
export async function placeBet(
  game: InstantGame<CasesFacts, CasesRules>,
  call: Call<typeof openCases>,
): Promise<RouteOutput<typeof openCases>> {
  const { current: rules } = game.rules;
  const { slug, count, currency: expectedCurrency, stake: shownStake } = call.input.body;
  const chosen = required(findCase(rules, slug), "the contract checks the slug");
  const stake = (currency: Currency): Micros => micros(priceOf(chosen, currency) * BigInt(count));
  const data = await game.place(call, {
    route: openCases,
    expectedCurrency,
    choice: { slug, count },
    stake,
    largest: largestMultiplier(chosen),
    returned: returnedOf(rules, chosen),
    refusal(currency) {
      if (shownStake === undefined || parseAmount(shownStake) === stake(currency)) return undefined;
      return new Failure(priceChanged, { data: { price: formatAmount(priceOf(chosen, currency)) } });
    },
    draw: (stream, paid) => drawFor(rules, chosen, count, micros(paid / BigInt(count)), stream),
  });
  return { data };
}
