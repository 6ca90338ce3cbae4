import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { InstantGame } from "#modules/engines/instant/server/index.ts";
import { type LimboChoice, placeLimboBet } from "../shared/contract.ts";
import { isPlayable, type LimboRules, multiplierOf, returnedOf } from "../shared/rules.ts";
import { drawFor } from "./draw.ts";
import type { LimboFacts } from "./views.ts";

/**
 * Places a bet and draws for it at once. Fails with `validation_failed` when the target is outside 1.01 to 1,000,000.00, then
 * as every instant game does.
 */
export async function placeBet(
  game: InstantGame<LimboFacts, LimboRules>,
  call: Call<typeof placeLimboBet>,
): Promise<RouteOutput<typeof placeLimboBet>> {
  const { current: rules } = game.rules;
  const { stake, currency, ...choice } = call.input.body;
  const target = readTarget(rules, choice);
  const data = await game.place(call, {
    route: placeLimboBet,
    expectedCurrency: currency,
    choice,
    largest: multiplierOf(target),
    returned: returnedOf(rules),
    stake: required(parseAmount(stake), "the contract checks the stake"),
    draw: (stream, amount) => drawFor(rules, target, amount, stream),
  });
  return { data };
}

/** The target in hundredths; 422 when it cannot be bet on. */
function readTarget(rules: LimboRules, { target }: LimboChoice): number {
  const hundredths = parseHundredths(target) ?? -1;
  return isPlayable(rules, hundredths)
    ? hundredths
    : fail(validationFailed, { errors: { target: ["target_invalid"] } });
}
