import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { LiveRounds } from "./live-rounds.ts";
import { type MultiplayerPlayNeeds, queueOf } from "./multiplayer-play.ts";
import { freeSeat, type LiveRound, type MultiplayerRound, openerOf } from "./multiplayer-round.ts";
import { unavailableIfLeadershipLost } from "./seat-queue.ts";

/**
 * Cancels an own round while it has no other player: decided in one synchronous step. A repeat gets the same answer. Fails: `unavailable`,
 * `not_found` (also for another player's round), seat taken.
 */
export async function withdrawRound<R extends MultiplayerRound>(
  needs: MultiplayerPlayNeeds<R>,
  player: PlayerId,
  number: bigint,
) {
  const { name, store } = needs.rules;
  const { errors } = needs.play;
  const { liveRounds } = queueOf(needs);
  const round = liveRounds.live.get(number);
  const isOwn = (of: R | undefined) => of !== undefined && openerOf(of)?.player === player;
  if (round && isOwn(round.stored) && isAlone(round)) {
    round.withdrawn = true;
    await liveRounds.refundRounds([round], "withdrawn").catch((error: unknown) => {
      throw unavailableIfLeadershipLost(error);
    });
    return answerOf(name, round.stored);
  }
  const stored = round?.stored ?? (await store.rounds([number]))[0];
  if (!stored || !isOwn(stored)) fail(notFound);
  return stored.state === "refunded" && stored.reason === "withdrawn" ? answerOf(name, stored) : fail(errors.taken);
}

/** Cancels the rounds of these openers that have no other player: who begins a break offers no game any more. */
export function withdrawOffers<R extends MultiplayerRound>(
  { live, refundRounds }: Pick<LiveRounds<R>, "live" | "refundRounds">,
  isOf: (opener: PlayerId) => boolean,
): void {
  const rounds = [...live.values()].filter(round => {
    const opener = openerOf(round.stored)?.player;
    return opener && isOf(opener) && isAlone(round);
  });
  for (const round of rounds) round.withdrawn = true;
  // A failure is reported to the loop.
  if (rounds.length > 0) refundRounds(rounds, "withdrawn").catch(() => undefined);
}

function answerOf(name: string, { number, currency, stake }: MultiplayerRound) {
  return { id: `${name}-${number}`, currency, refunded: formatAmount(stake) };
}

/** Only the opener has a seat, and no other seat is being taken. */
function isAlone(round: LiveRound<MultiplayerRound>): boolean {
  return round.stored.seats.length === 1 && round.taking.size === 0 && freeSeat(round) !== undefined;
}
