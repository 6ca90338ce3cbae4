import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { type DiceChoice, placeDiceBet } from "../shared/contract.ts";
import { type DiceBet, type DiceRules, isPlayable, multiplierOf, returnedOf } from "../shared/rules.ts";
import { rollFor } from "./roll.ts";
import type { DiceFacts } from "./views.ts";

/**
 * Places a bet and rolls for it at once. Fails with `validation_failed` when the choice leaves nothing to win or to lose, then
 * as every instant game does.
 */
export async function placeBet(
  game: InstantGame<DiceFacts, DiceRules>,
  call: Call<typeof placeDiceBet>,
): Promise<RouteOutput<typeof placeDiceBet>> {
  const { current: rules } = game.rules;
  const { stake, currency, ...choice } = call.input.body;
  const bet = readChoice(rules, choice);
  const data = await game.place(call, {
    route: placeDiceBet,
    expectedCurrency: currency,
    choice,
    largest: multiplierOf(rules, bet),
    returned: returnedOf(rules),
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw: (stream, amount) => rollFor(rules, bet, amount, stream),
  });
  return { data };
}

/** The choice in hundredths; 422 when it leaves too few or too many rolls to win. */
function readChoice(rules: DiceRules, { direction, target }: DiceChoice): DiceBet {
  const hundredths = parseHundredths(target);
  const bet = { direction, target: hundredths ?? -1 };
  return isPlayable(rules, bet) ? bet : fail(validationFailed, { errors: { target: ["target_invalid"] } });
}
