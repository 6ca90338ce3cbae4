import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { placeInRound, roundFor } from "#modules/engines/shared-rounds/server/index.ts";
import { placeRouletteBet } from "../shared/contract.ts";
import { tooManySpreads } from "../shared/errors.ts";
import { largestPayout, type RouletteRules, returnedOf, totalStake } from "../shared/rules.ts";
import { choiceOf, readChips } from "./bet-choice.ts";
import { type RouletteRounds, stakeOnSpot } from "./live-round.ts";
import { spotRefusal, spreadCapRefusal } from "./spread-checks.ts";
import { placedBetView } from "./views.ts";

/**
 * PLACED: a spread of chips, as one bet, on the spin that is betting. The largest stake of a spot applies to the sum of a player's bets in the
 * round. Fails as {@link placeInRound}; the refusals of the table are, in this order: `stake_out_of_limits`, `win_cap`, `too_many_spreads`.
 */
export async function placeBet(
  roulette: RouletteRounds,
  { rules, cap }: { readonly rules: RouletteRules; readonly cap: (currency: Currency) => Micros },
  call: Call<typeof placeRouletteBet>,
): Promise<RouteOutput<typeof placeRouletteBet>> {
  const into = roundFor(roulette, call);
  const { round, currency } = into;
  const chips = readChips(call.input.body.chips);
  const winCap = cap(currency);
  const own = { player: call.session.player, key: call.key, currency };
  const { bet, chain } = await placeInRound(roulette, call, into, {
    route: placeRouletteBet,
    game: "roulette",
    stake: totalStake(chips),
    choice: choiceOf(chips),
    winCap,
    returned: returnedOf(rules),
    reserves: () => ({ largest: largestPayout(rules, chips), terms: chips }),
    refusal:
      spotRefusal(currency, chips, spot => stakeOnSpot(round, own, spot)) ?? spreadCapRefusal(rules, winCap, chips),
    tooMany: tooManySpreads,
  });
  return { data: placedBetView(roulette, bet, chain) };
}
