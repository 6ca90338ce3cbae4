import { fail } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import {
  type Bets,
  currencyRefusal,
  type GameRegistration,
  refusalOf,
  requestHash,
} from "#modules/bets/server/index.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import { spinRoulette } from "../shared/contract.ts";
import { type Chip, drawPocket, payoutAt, type RouletteRules, returnedOf, totalStake } from "../shared/rules.ts";
import { choiceOf, readChips } from "./bet-choice.ts";
import { spotRefusal, spreadCapRefusal } from "./spread-checks.ts";
import { spunView } from "./views.ts";

interface Needs {
  readonly wallet: Pick<WalletPort, "place" | "bet">;
  readonly bets: Pick<Bets, "ids" | "seeds">;
  readonly rules: RouletteRules;
  readonly configHashOf: (rulesVersion: string) => string | undefined;
  readonly registration: GameRegistration;
  /** Called for each new spin, after its commit. */
  readonly onSpun: (bet: Bet) => void;
}

/**
 * A private spin from the player's own seeds: stake, number and payout are one commit. Everything that can refuse it is checked before
 * the draw. Fails, in this order: `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, then what the wallet refuses.
 */
export async function placePrivateSpin(
  needs: Needs,
  call: Call<typeof spinRoulette>,
): Promise<RouteOutput<typeof spinRoulette>> {
  const { player, currency = null } = call.session;
  if (!currency) fail(currencyRequired);
  const chips = readChips(call.input.body.chips);
  const { cap } = needs.registration.winCap(currency);
  const refusal =
    currencyRefusal(call.input.body.currency, currency) ??
    spotRefusal(currency, chips) ??
    spreadCapRefusal(needs.rules, cap, chips);
  // A repeated request gets its first answer, also when limits have changed since.
  if (refusal && !(await needs.wallet.bet(player, call.key))) throw refusal;

  const answer = await needs.wallet.place({
    player,
    key: call.key,
    requestHash: requestHash(spinRoulette, call.input.body),
    game: "roulette",
    currency,
    stake: totalStake(chips),
    choice: choiceOf(chips),
    rulesVersion: needs.rules.version,
    winCap: cap,
    rate: rateOf(returnedOf(needs.rules)),
    draw: pair => spinFor(needs.rules, chips, pair),
  });
  if (answer.kind === "refused") throw refusalOf(answer);
  if (!answer.replayed) needs.onSpun(answer.bet);
  const seed = await needs.bets.seeds.hash(player, seedNumber(answer.bet));
  return { data: spunView(needs.bets.ids, answer.bet, seed, needs.configHashOf(answer.bet.rulesVersion)) };
}

/** Spins once from the stream of the bet's nonce: the outcome stored with the bet, and its payout. */
function spinFor(rules: RouletteRules, chips: readonly Chip[], pair: SeedPair): Draw {
  const pocket = drawPocket(rules, pair.stream("roulette"));
  return { outcome: { pocket }, payout: payoutAt(rules, chips, pocket) };
}

export function seedNumber(bet: Bet): number {
  return required(bet.seed, "a private spin has a seed").number;
}
