import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { placeKenoBet } from "../shared/contract.ts";
import { type KenoRules, largestMultiplier, returnedOf } from "../shared/rules.ts";
import { drawFor } from "./draw.ts";
import type { KenoFacts } from "./views.ts";

/** Places a bet and draws for it at once. Fails as every instant game does. */
export async function placeBet(
  game: InstantGame<KenoFacts, KenoRules>,
  call: Call<typeof placeKenoBet>,
): Promise<RouteOutput<typeof placeKenoBet>> {
  const { current: rules } = game.rules;
  const { stake, currency, risk, picks } = call.input.body;
  // The numbers of a bet are a set: stored in one order, independent of the order of choice.
  const bet = { risk, picks: [...picks].sort((a, b) => a - b) };
  const data = await game.place(call, {
    route: placeKenoBet,
    expectedCurrency: currency,
    choice: bet,
    largest: largestMultiplier(rules, bet),
    returned: returnedOf(rules, bet),
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw: (stream, amount) => drawFor(rules, bet, amount, stream),
  });
  return { data };
}
