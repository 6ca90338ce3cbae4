import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { type DiceChoice, placeDiceBet } from "../shared/contract.ts";
import { type DiceBet, isPlayable, multiplierOf } from "../shared/rules.ts";
import { rollFor } from "./roll.ts";
import type { DiceFacts } from "./views.ts";

/**
 * Places a bet and rolls for it at once. Fails with `validation_failed` when the choice leaves nothing to win or to lose, then
 * as every instant game does.
 */
export async function placeBet(
  game: InstantGame<DiceFacts>,
  call: Call<typeof placeDiceBet>,
): Promise<RouteOutput<typeof placeDiceBet>> {
  const { stake, currency, ...choice } = call.input.body;
  const bet = readChoice(choice);
  const data = await game.place(call, {
    ...{ route: placeDiceBet, expectedCurrency: currency, choice, largest: multiplierOf(bet) },
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw: (stream, amount) => rollFor(bet, amount, stream),
  });
  return { data };
}

/** The choice in hundredths; 422 when it leaves no roll, or more than 9,800, to win. */
function readChoice({ direction, target }: DiceChoice): DiceBet {
  const hundredths = parseHundredths(target);
  const bet = { direction, target: hundredths ?? -1 };
  return isPlayable(bet) ? bet : fail(validationFailed, { errors: { target: ["target_invalid"] } });
}
