import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { placeCoinflipBet } from "../shared/contract.ts";
import { type CoinflipRules, drawSides, multiplierAfter, payoutAt, returnedOf, type Side } from "../shared/rules.ts";
import type { factsOf } from "./views.ts";

/** Flips once for a bet on one side: stake, flip and payout are one commit. Fails as every instant game does. */
export function placeBet(
  game: Pick<InstantGame<ReturnType<typeof factsOf>, CoinflipRules>, "place" | "rules">,
  call: Call<typeof placeCoinflipBet>,
  side: Side,
) {
  const { current: rules } = game.rules;
  const { stake, currency: expectedCurrency } = call.input.body;
  return game.place(call, {
    route: placeCoinflipBet,
    expectedCurrency,
    choice: { side },
    largest: multiplierAfter(rules, 1),
    returned: returnedOf(rules),
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw(stream, amount) {
      const landed = drawSides(stream, 1);
      return { outcome: { landed }, payout: payoutAt(rules, side, amount, required(landed[0], "a side")) };
    },
  });
}
