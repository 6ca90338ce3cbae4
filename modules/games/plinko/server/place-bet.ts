import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { placePlinkoBet } from "../shared/contract.ts";
import { largestMultiplier, type PlinkoRules, returnedOf } from "../shared/rules.ts";
import { dropFor } from "./drop.ts";
import type { PlinkoFacts } from "./views.ts";

/** Places a bet and drops its ball at once. Every choice that the contract lets through has a table. */
export async function placeBet(
  game: InstantGame<PlinkoFacts, PlinkoRules>,
  call: Call<typeof placePlinkoBet>,
): Promise<RouteOutput<typeof placePlinkoBet>> {
  const { current: rules } = game.rules;
  const { stake, currency, ...choice } = call.input.body;
  const data = await game.place(call, {
    route: placePlinkoBet,
    expectedCurrency: currency,
    choice,
    largest: largestMultiplier(rules, choice),
    returned: returnedOf(rules, choice),
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw: (stream, amount) => dropFor(rules, choice, amount, stream),
  });
  return { data };
}
