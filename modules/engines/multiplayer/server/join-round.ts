import { type ErrorCode, Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import { capRefusal, currencyRefusal, refusalOf, requestHash } from "#modules/bets/server/index.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { PlaceAnswer } from "#modules/wallet/server/port.ts";
import { existingPlacement, type MultiplayerPlayNeeds, type PlayCall, queueOf } from "./multiplayer-play.ts";
import { freeSeat, isIn, type LiveRound, type MultiplayerRound } from "./multiplayer-round.ts";
import type { SeatQueue } from "./seat-queue.ts";

export interface Joining {
  readonly route: Pick<RouteSpec, "method" | "path">;
  readonly number: bigint;
  readonly body: { readonly currency?: string | undefined };
}

/**
 * Reserves the lowest free seat in one synchronous step, then takes the stake; a refused stake frees the seat. For the last seat the answer is
 * sent once the close record is committed and published. Fails, in this order: `currency_required`, `unavailable`, `not_found`, own round,
 * `currency_changed`, another currency, `win_cap`, seat taken, then the wallet's refusals.
 */
export async function joinRound<R extends MultiplayerRound>(
  needs: MultiplayerPlayNeeds<R>,
  call: PlayCall,
  { route, number, body }: Joining,
) {
  const { wallet, views, play } = needs;
  const { name } = needs.rules;
  const { errors } = play;
  const { player, currency = null } = call.session;
  const { key } = call;
  if (!currency) fail(currencyRequired);
  const queue = queueOf(needs);
  return queue.underWay(player, key, async () => {
    const before = await existingPlacement(needs, queue, player, key);
    if (before?.stored.number === number) return before.data;
    const round = queue.liveRounds.live.get(number) ?? (await goneOrMissing(needs, number));
    const { stored } = round;
    if (isIn(round, player)) fail(errors.own);
    const otherCurrency = currencyRefusal(body.currency, currency);
    if (otherCurrency) throw otherCurrency;
    if (stored.currency !== currency) fail(errors.currency, { data: { currency: stored.currency } });
    const { cap } = needs.winCap(currency);
    const capped = capRefusal(cap, stored.stake, play.largest(stored));
    if (capped) throw capped;
    const seat = freeSeat(round) ?? fail(errors.taken);
    round.taking.set(seat, player);
    const bet = await stakeFor(errors.taken, queue, round, seat, () =>
      wallet.place({
        player,
        key,
        game: name,
        currency,
        stake: stored.stake,
        winCap: cap,
        requestHash: requestHash(route, { ...body, number: String(number) }),
        choice: { round: String(number), seat },
        rulesVersion: stored.rulesVersion,
        bettingWindow: { name, round: queue.windowRound },
      }),
    );
    await queue.liveRounds.join(round, seat, bet);
    return views.placed(bet, stored, round.commitment);
  });
}

/** Takes the stake for a seat; any failure frees the seat. */
async function stakeFor<R extends MultiplayerRound>(
  taken: ErrorCode,
  queue: SeatQueue<R>,
  round: LiveRound<R>,
  seat: number,
  place: () => Promise<PlaceAnswer>,
) {
  const free = () => {
    round.taking.delete(seat);
    queue.freed();
  };
  let answer: PlaceAnswer;
  try {
    answer = await place();
  } catch (error) {
    free();
    throw error;
  }
  // A repeat found its stake placed but without this seat: nothing uses it, so it is refunded.
  if (answer.kind === "accepted" && !answer.replayed) return answer.bet;
  free();
  if (answer.kind === "accepted") throw new Failure(taken);
  throw refusalOf(answer);
}

/** For a round that is not live: it has ended, or never existed. */
async function goneOrMissing<R extends MultiplayerRound>(
  { rules: { store }, play }: MultiplayerPlayNeeds<R>,
  number: bigint,
): Promise<never> {
  return fail((await store.rounds([number])).length > 0 ? play.errors.taken : notFound);
}
