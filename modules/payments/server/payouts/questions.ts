import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { payoutAsked, payoutNotAsked } from "../../shared/errors.ts";
import { payoutQuestioned } from "../../shared/events.ts";
import { type PayoutTopic, questionOpenMs } from "../../shared/payout-questions.ts";
import { payoutStatus } from "../../shared/payouts.ts";
import type { PayoutNeeds } from "./payout-needs.ts";
import { lockPayout, type PayoutRow } from "./store.ts";

/** A question about a withdrawal. It is open until it is answered or ended otherwise (`endedAt`), at most until `until`. */
export interface PayoutQuestion {
  readonly id: Uuid;
  readonly payout: Uuid;
  readonly topic: PayoutTopic;
  readonly askedName: string;
  readonly askedAt: Date;
  readonly until: Date;
  readonly endedAt: Date | null;
  readonly answer: string | null;
}

const columns = `id, payout_id AS payout, topic, asked_name AS "askedName", asked_at AS "askedAt", until, ended_at AS "endedAt", answer`;

export const isOpen = ({ endedAt, until }: Pick<PayoutQuestion, "endedAt" | "until">, now: Date): boolean =>
  endedAt === null && until > now;

/** SQL: whether a payout has a question that is open at an instant. Both are expressions. */
export const hasOpenQuestion = (payout: string, now: string): string =>
  `EXISTS (SELECT FROM payments.payout_questions q WHERE q.payout_id = ${payout} AND q.ended_at IS NULL AND q.until > ${now})`;

/** ASKED: under the lock of a payout that waits. Fails with `payout_asked` while another question is open. */
export async function askAboutPayout(
  { host }: Pick<PayoutNeeds, "host">,
  tx: Tx,
  row: PayoutRow,
  topic: PayoutTopic,
  by: { readonly id: Uuid; readonly name: string },
): Promise<PayoutQuestion> {
  const now = new Date(host.clock.now());
  await requireNoQuestion(tx, row.id, now);
  await endQuestion(tx, row.id, now);
  const [id, until] = [host.ids.next(), new Date(now.getTime() + questionOpenMs)];
  await tx.query(
    `INSERT INTO payments.payout_questions (id, payout_id, topic, asked_by, asked_name, asked_at, until)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, row.id, topic, by.id, by.name, now, until],
  );
  const { playerId: player, id: payout, amount, currency, label } = row;
  await host.bus.publish(tx, payoutQuestioned, { player, payout, question: id, topic, amount, currency, label });
  return { id, payout, topic, askedName: by.name, askedAt: now, until, endedAt: null, answer: null };
}

/** ANSWERED: the withdrawal can be decided again. Fails with `not_found` (also for another player's withdrawal) and `payout_not_asked`. */
export async function answerPayoutQuestion(
  { host, wallet }: PayoutNeeds,
  { player, payout, answer }: { readonly player: PlayerId; readonly payout: Uuid; readonly answer: string },
): Promise<PayoutRow> {
  return host.db.tx(async tx => {
    const row = await lockPayout(tx, payout);
    if (row?.playerId !== player) return fail(notFound);
    const now = new Date(host.clock.now());
    const [question] = await questionsOf(tx, [payout]);
    // The response of the first attempt may have been lost.
    if (question?.answer === answer) return row;
    if (row.status !== payoutStatus.pending || !question || !isOpen(question, now)) return fail(payoutNotAsked);
    await tx.query("UPDATE payments.payout_questions SET ended_at = $2, answer = $3 WHERE id = $1", [
      question.id,
      now,
      answer,
    ]);
    wallet.publishPayment(tx, player, { id: payout, status: row.status });
    return row;
  });
}

/** Fails with `payout_asked` while the player has not answered. */
export async function requireNoQuestion(tx: Tx, payout: Uuid, now: Date): Promise<void> {
  const [question] = await questionsOf(tx, [payout]);
  if (question && isOpen(question, now)) fail(payoutAsked, { data: { until: question.until.toISOString() } });
}

/** Ends the open question about a withdrawal that ends, or is asked about again. */
export async function endQuestion(tx: Tx, payout: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE payments.payout_questions SET ended_at = $2 WHERE payout_id = $1 AND ended_at IS NULL", [
    payout,
    now,
  ]);
}

/** The last question about each of these withdrawals. */
export async function questionsOf(db: Queryable, payouts: readonly Uuid[]): Promise<readonly PayoutQuestion[]> {
  const { rows } = await db.query<PayoutQuestion>(
    `SELECT DISTINCT ON (payout_id) ${columns} FROM payments.payout_questions WHERE payout_id = ANY($1::uuid[])
     ORDER BY payout_id, asked_at DESC, id DESC`,
    [payouts],
  );
  return rows;
}

/** A player's answers, for the copy of their data. */
export async function answersOf(
  db: Queryable,
  player: PlayerId,
): Promise<readonly Pick<PayoutQuestion, "payout" | "topic" | "askedAt" | "answer">[]> {
  const { rows } = await db.query<Pick<PayoutQuestion, "payout" | "topic" | "askedAt" | "answer">>(
    `SELECT q.payout_id AS payout, q.topic, q.asked_at AS "askedAt", q.answer FROM payments.payout_questions q
     JOIN payments.payouts p ON p.id = q.payout_id WHERE p.player_id = $1 ORDER BY q.asked_at`,
    [player],
  );
  return rows;
}

/** Erases the player's answers after the retention of identity data; the questions stay. */
export async function forgetAnswers(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE payments.payout_questions SET answer = NULL WHERE answer IS NOT NULL
       AND payout_id IN (SELECT id FROM payments.payouts WHERE player_id = $1)`,
    [player],
  );
}
