import { Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { type Bets, currencyRefusal, refusalOf, requestHash, roundRefusal } from "#modules/bets/server/index.ts";
import { bettingClosed, currencyRequired } from "#modules/bets/shared/errors.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import { placeRouletteBet } from "../shared/contract.ts";
import { tooManySpreads } from "../shared/errors.ts";
import { tableName } from "../shared/round.ts";
import { rouletteRules, totalStake } from "../shared/rules.ts";
import { choiceOf, readChips } from "./bet-choice.ts";
import type { LiveRound } from "./live-round.ts";
import { spotRefusal, spreadCapRefusal } from "./spread-checks.ts";
import { placedView } from "./views.ts";

interface Needs {
  readonly wallet: WalletPort;
  readonly bets: Pick<Bets, "ids">;
  readonly live: () => LiveRound | undefined;
  readonly chainOf: (round: bigint) => Promise<RoundFacts>;
}

/**
 * Takes a spread of chips, as one bet, into the round that is betting; the betting window in the database decides whether it was in time.
 * The largest stake of a spot applies to the sum of a player's bets in the round. Fails, in this order: `unavailable` (another process runs
 * the table), `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, `too_many_spreads`, then what the wallet refuses.
 */
export async function placeBet(
  needs: Needs,
  call: Call<typeof placeRouletteBet>,
): Promise<RouteOutput<typeof placeRouletteBet>> {
  const { player, currency = null } = call.session;
  const { key } = call;
  const round = needs.live() ?? fail(unavailable, { retryAfter: 1 });
  if (!currency) fail(currencyRequired);
  const chips = readChips(call.input.body.chips);
  const winCap = round.cap(currency);
  const refusal =
    currencyRefusal(call.input.body.currency, currency) ??
    spotRefusal(currency, chips, spot => round.roster.onSpot({ player, key, currency }, spot)) ??
    spreadCapRefusal(winCap, chips) ??
    (round.roster.isFull(player, key) ? new Failure(tooManySpreads) : undefined) ??
    // The betting window in the database decides; bets that arrive while it is closing are refused earlier, so that a burst cannot delay the closing.
    (round.state === "betting" ? roundRefusal(call.input.body.round, round.number) : new Failure(bettingClosed));
  // A repeated request gets its first answer, also when the round has filled or changed since.
  if (refusal && !(await needs.wallet.bet(player, key))) throw refusal;

  if (!refusal) round.roster.reserve({ player, key, currency, chips });
  const answer = await needs.wallet.place({
    player,
    key,
    requestHash: requestHash(placeRouletteBet, call.input.body),
    game: "roulette",
    currency,
    stake: totalStake(chips),
    choice: choiceOf(chips),
    rulesVersion: rouletteRules.current.version,
    winCap,
    bettingWindow: { name: tableName, round: round.number },
  });
  const isOfRound = answer.kind === "accepted" && answer.bet.round?.number === round.number;
  if (!isOfRound) round.roster.release(player, key);
  if (answer.kind === "refused") throw refusalOf(answer);
  if (isOfRound && answer.bet.status === "open" && round.roster.admit(answer.bet)) round.feed.joined(answer.bet);
  const chain = isOfRound ? round.chain : await needs.chainOf(required(answer.bet.round, "a bet has a round").number);
  return { data: placedView(needs.bets.ids, answer.bet, chain) };
}
