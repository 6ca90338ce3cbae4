import { Failure } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { largestStake, limitRefusal } from "#modules/bets/server/index.ts";
import { winCapPassed } from "#modules/bets/shared/errors.ts";
import { placeInRound, roundFor } from "#modules/engines/shared-rounds/server/index.ts";
import { placeCrashBet } from "../shared/contract.ts";
import { tooManyBets } from "../shared/errors.ts";
import { crashLimits } from "../shared/limits.ts";
import { crashRules, minCashOut, payoutAt, returnedOf } from "../shared/rules.ts";
import { type CrashRounds, termsOf } from "./live-round.ts";
import { betCap, lowestCashOut, type RoundCaps } from "./round-caps.ts";
import { placedBetView } from "./views.ts";

/**
 * PLACED: a stake on the flight that is betting. Fails as {@link placeInRound}; the refusals of crash are, in this order: `stake_out_of_limits`,
 * `win_cap`, `too_many_bets`.
 */
export async function placeBet(
  crash: CrashRounds,
  capsOf: (currency: Currency) => RoundCaps,
  call: Call<typeof placeCrashBet>,
): Promise<RouteOutput<typeof placeCrashBet>> {
  const { body } = call.input;
  const into = roundFor(crash, call);
  const { currency } = into;
  const stake = required(parseAmount(body.stake), "the contract checks the stake");
  const auto = body.auto_cash_out ?? null;
  const autoCashOut = auto === null ? null : required(parseHundredths(auto), "the contract checks the target");
  const caps = capsOf(currency);
  const winCap = betCap(caps, stake, autoCashOut);
  const { bet, chain } = await placeInRound(crash, call, into, {
    route: placeCrashBet,
    game: "crash",
    stake,
    choice: choiceToKeep(auto, body.panel),
    winCap,
    returned: returnedOf(crashRules.current),
    reserves: () => ({ largest: winCap, terms: termsOf({ stake, winCap, autoCashOut }) }),
    refusal: limitRefusal(crashLimits, currency, stake) ?? capRefusal(caps, winCap, stake),
    tooMany: tooManyBets,
  });
  return { data: placedBetView(crash, bet, chain) };
}

/** The panel is stored with the bet so that a reload shows the bet in the same panel; it decides nothing and is not in the proof. */
function choiceToKeep(auto: string | null, panel: "a" | "b" | undefined) {
  return panel === undefined ? { auto_cash_out: auto } : { auto_cash_out: auto, panel };
}

/** Refusal of a stake that could not even be cashed out at 1.01x within its cap. */
function capRefusal({ amount, maxMultiplier }: RoundCaps, winCap: Micros, stake: Micros): Failure | undefined {
  if (winCap >= payoutAt(stake, minCashOut)) return undefined;
  const largest = maxMultiplier < minCashOut ? "0" : formatAmount(largestStake(amount, lowestCashOut));
  return new Failure(winCapPassed, { data: { win_cap: formatAmount(amount), max_stake: largest } });
}
