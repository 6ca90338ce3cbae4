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

/** Opens 1 to 5 of one case at once: one bet, one nonce. Fails with `price_changed`, and as every instant game does. */
export async function placeBet(
  game: InstantGame<CasesFacts, CasesRules>,
  call: Call<typeof openCases>,
): Promise<RouteOutput<typeof openCases>> {
  const { current: rules } = game.rules;
  const { slug, count, currency: expectedCurrency, stake: shown } = call.input.body;
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
      if (shown === undefined || parseAmount(shown) === stake(currency)) return undefined;
      return new Failure(priceChanged, { data: { price: formatAmount(priceOf(chosen, currency)) } });
    },
    draw: (stream, paid) => drawFor(rules, chosen, count, micros(paid / BigInt(count)), stream),
  });
  return { data };
}
