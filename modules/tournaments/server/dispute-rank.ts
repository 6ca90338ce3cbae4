import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import { disputeAnswered, disputeClosed, disputeRepeated } from "../shared/errors.ts";
import { type DisputeRow, disputeOf, insertDispute, setAnswer } from "./disputes-store.ts";
import { rankAgain } from "./disqualify.ts";
import { boardTopic, type ScoreNeeds } from "./fold-scores.ts";
import { entryOf, rankOf, tournamentOf } from "./store.ts";

interface RankDispute {
  readonly id: string;
  readonly player: PlayerId;
  readonly text: string;
}

/** DISPUTED: a player disputes the final ranks while they are reviewed, once. Fails with `not_found`, `dispute_closed`, `dispute_repeated`. */
export function disputeRank(host: Pick<Host, "db" | "clock">, { id, player, text }: RankDispute): Promise<void> {
  return host.db.tx(async tx => {
    // Prizes wait for this, or the review is over.
    const tournament = await tournamentOf(tx, id, "FOR SHARE OF t");
    if (!tournament || !(await entryOf(tx, id, player))) return fail(notFound);
    const { state, reviewUntil, ranksHash } = tournament;
    const createdAt = new Date(host.clock.now());
    if (state !== "review" || !reviewUntil || !ranksHash || reviewUntil <= createdAt) return fail(disputeClosed);
    const place = (await rankOf(tx, id, player))?.place ?? null;
    const dispute = { tournamentId: id, playerId: player, text, ranksHash, place, createdAt };
    if (!(await insertDispute(tx, dispute))) fail(disputeRepeated);
  });
}

export interface DisputeNeeds extends ScoreNeeds {
  readonly notices: Pick<Notifications, "give">;
}

export interface DisputeAnswer {
  readonly id: string;
  readonly player: PlayerId;
  readonly answer: string;
  readonly by: string;
}

/**
 * ANSWERED: the ranks are computed from bets once more, under a new hash where they differ, and the player reads the answer. Fails with `not_found`,
 * `dispute_answered`.
 */
export async function answerDispute(
  needs: DisputeNeeds,
  tx: Tx,
  { id, player, answer, by }: DisputeAnswer,
): Promise<{ readonly dispute: DisputeRow; readonly place: number | null }> {
  const tournament = (await tournamentOf(tx, id, "FOR UPDATE OF t")) ?? fail(notFound);
  const dispute = (await disputeOf(tx, { id, player }, "FOR UPDATE OF d")) ?? fail(notFound);
  if (dispute.answeredAt) fail(disputeAnswered);
  await setAnswer(tx, dispute, { answer, by, at: new Date(needs.host.clock.now()) });
  await rankAgain(needs, tx, tournament);
  await needs.host.signals.send(tx, boardTopic, id);
  await needs.notices.give(tx, {
    player,
    kind: "tournament_answer",
    data: { tournament: id, titles: tournament.title, text: answer },
    source: `tournament_answer:${id}`,
  });
  const place = (await rankOf(tx, id, player))?.place ?? null;
  return { dispute: required(await disputeOf(tx, { id, player }), "answered above"), place };
}
