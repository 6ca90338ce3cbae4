import type { Queryable, SqlValue, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type ConversationRow, conversationColumns } from "./conversation-store.ts";
import { overdueSql } from "./targets.ts";

/** Statements of the operators' side: queue, lists, presence, notes. */

/** The most that a place in the queue is counted to. */
const countedPlaces = 200;

/** The place of a waiting conversation, from 1. */
export async function placeOf(db: Queryable, { id, waitingSince }: ConversationRow): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM support.conversations WHERE state = 'waiting' AND (waiting_since, id) <= ($1, $2) LIMIT ${countedPlaces}
     ) AS before`,
    [waitingSince, id],
  );
  return Number(rows[0]?.n ?? 1n);
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM support.conversations WHERE state = 'waiting' LIMIT 1000) AS waiting",
  );
  return Number(rows[0]?.n ?? 0n);
}

/** Since when the first of them waits; null while none does. */
export async function oldestWaiting(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    "SELECT min(coalesce(waiting_since, opened_at)) AS since FROM support.conversations WHERE state = 'waiting'",
  );
  return rows[0]?.since ?? null;
}

/** Conversations whose answer is overdue; counted to 1,000. */
export async function countLate(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM support.conversations c WHERE ${overdueSql("$1")} LIMIT 1000) AS late`,
    [now],
  );
  return rows[0]?.n ?? 0;
}

/** Open conversations of an operator that are not set aside. */
export async function countAssigned(db: Queryable, operator: Uuid, now: Date): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM support.conversations WHERE state = 'open' AND assignee_id = $1
       AND (snoozed_until IS NULL OR snoozed_until <= $2)`,
    [operator, now],
  );
  return Number(rows[0]?.n ?? 0n);
}

/** The median seconds to the first answer in the last twenty conversations that got one within a day; null without any. */
export async function medianWait(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM first_answer_at - opened_at))::float8 AS seconds
     FROM (SELECT first_answer_at, opened_at FROM support.conversations
           WHERE first_answer_at IS NOT NULL AND first_answer_at < opened_at + interval '1 day'
           ORDER BY first_answer_at DESC LIMIT 20) AS answered`,
  );
  const seconds = rows[0]?.seconds;
  return seconds === null || seconds === undefined ? null : Math.max(1, Math.round(seconds));
}

export interface ListedRow extends ConversationRow {
  readonly lastText: string;
  readonly unread: number;
}

/** A conversation `c` in a list. */
export const listedColumns = `${conversationColumns},
  coalesce((SELECT CASE WHEN m.text <> '' THEN left(m.text, 160)
     ELSE (SELECT a.name FROM support.attachments a WHERE a.conversation_id = m.conversation_id AND a.message_number = m.number) END
   FROM support.chat_messages m WHERE m.conversation_id = c.id AND m.kind = 'said' ORDER BY m.number DESC LIMIT 1), '') AS "lastText",
  (SELECT count(*)::int FROM support.chat_messages m WHERE m.conversation_id = c.id AND m.author = 'visitor' AND m.number > c.read_by_operator) AS unread`;

export type InboxView = "mine" | "snoozed" | "queue" | "late" | "others" | "complaints" | "ended";

const views: Readonly<Record<InboxView, { readonly where: string; readonly order: string }>> = {
  mine: {
    where: "c.state = 'open' AND c.assignee_id = $1 AND (c.snoozed_until IS NULL OR c.snoozed_until <= $3)",
    order: "c.waiting_since NULLS LAST, c.last_at DESC, c.id",
  },
  snoozed: {
    where: "c.state = 'open' AND c.assignee_id = $1 AND c.snoozed_until > $3",
    order: "c.snoozed_until, c.id",
  },
  queue: { where: "c.state = 'waiting' AND $1::uuid IS NOT NULL", order: "c.waiting_since, c.id" },
  late: { where: `$1::uuid IS NOT NULL AND ${overdueSql("$3")}`, order: "c.waiting_since, c.id" },
  others: {
    where: "c.state = 'open' AND c.assignee_id <> $1",
    order: "c.waiting_since NULLS LAST, c.last_at DESC, c.id",
  },
  complaints: {
    where: "c.complaint AND c.state <> 'closed' AND $1::uuid IS NOT NULL",
    order: "c.last_at DESC, c.id DESC",
  },
  ended: { where: "c.state IN ('resolved', 'closed') AND $1::uuid IS NOT NULL", order: "c.last_at DESC, c.id DESC" },
};

/** Conversations of a view. `after`: of ended ones, the last of the page before. */
export async function listConversations(
  db: Queryable,
  view: InboxView,
  operator: Uuid,
  page: {
    readonly limit: number;
    readonly now: Date;
    readonly after?: { readonly at: Date; readonly id: Uuid } | undefined;
  },
): Promise<readonly ListedRow[]> {
  const { where, order } = views[view];
  const values: SqlValue[] = [operator, page.limit];
  const takesNow = view === "late" || view === "mine" || view === "snoozed";
  if (takesNow) values.push(page.now);
  else if (page.after) values.push(page.after.at, page.after.id);
  const keyset = !takesNow && page.after ? "AND (c.last_at, c.id) < ($3, $4)" : "";
  const { rows } = await db.query<ListedRow>(
    `SELECT ${listedColumns} FROM support.conversations c WHERE ${where} ${keyset} ORDER BY ${order} LIMIT $2`,
    values,
  );
  return rows;
}

export async function listedById(db: Queryable, id: Uuid): Promise<ListedRow | undefined> {
  const { rows } = await db.query<ListedRow>(`SELECT ${listedColumns} FROM support.conversations c WHERE c.id = $1`, [
    id,
  ]);
  return rows[0];
}

/** Conversations of players that no operator has claimed yet, locked; the oldest first. */
export async function lockUnclaimed(tx: Tx, limit: number): Promise<readonly ConversationRow[]> {
  const { rows } = await tx.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c
     WHERE c.state = 'waiting' AND c.player_id IS NOT NULL AND c.assignee_id IS NULL
       AND NOT EXISTS (SELECT FROM support.chat_messages m WHERE m.conversation_id = c.id AND m.kind = 'joined')
     ORDER BY c.opened_at, c.id LIMIT $1 FOR UPDATE OF c SKIP LOCKED`,
    [limit],
  );
  return rows;
}

export interface AgentRow {
  readonly id: Uuid;
  readonly name: string;
  readonly assigned: number;
}

/** That an operator's page is open is written at most this often: a page that reads again when something was written must not cause that itself. */
const seenEveryMs = 10_000;

/** Marks an operator's support page as open. Returns whether they are on shift. */
export async function seeAgent(db: Queryable, operator: { id: Uuid; name: string }, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ onShift: boolean }>(
    `WITH seen AS (
       INSERT INTO support.agents AS a (operator_id, name, on_shift, seen_at) VALUES ($1, $2, true, $3)
       ON CONFLICT (operator_id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
       WHERE a.seen_at <= $4 OR a.seen_at > excluded.seen_at RETURNING a.on_shift
     )
     SELECT on_shift AS "onShift" FROM seen UNION ALL SELECT on_shift FROM support.agents WHERE operator_id = $1 LIMIT 1`,
    [operator.id, operator.name, now, new Date(now.getTime() - seenEveryMs)],
  );
  return rows[0]?.onShift === true;
}

export async function setShift(tx: Tx, operator: { id: Uuid; name: string }, on: boolean, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO support.agents (operator_id, name, on_shift, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (operator_id) DO UPDATE SET name = excluded.name, on_shift = excluded.on_shift, seen_at = excluded.seen_at`,
    [operator.id, operator.name, on, now],
  );
}

/** Operators on shift whose page was open since `since`, with the number of their conversations. */
export async function agentsSince(db: Queryable, since: Date): Promise<readonly AgentRow[]> {
  const { rows } = await db.query<AgentRow>(
    `SELECT a.operator_id AS id, a.name,
       (SELECT count(*)::int FROM support.conversations c WHERE c.state = 'open' AND c.assignee_id = a.operator_id) AS assigned
     FROM support.agents a WHERE a.on_shift AND a.seen_at > $1 ORDER BY a.name, a.operator_id LIMIT 100`,
    [since],
  );
  return rows;
}

export interface NoteRow {
  readonly id: Uuid;
  readonly operatorName: string;
  readonly text: string;
  readonly at: Date;
}

export async function notesOf(db: Queryable, conversation: Uuid): Promise<readonly NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    `SELECT id, operator_name AS "operatorName", text, at FROM support.notes WHERE conversation_id = $1 ORDER BY at, id LIMIT 200`,
    [conversation],
  );
  return rows;
}

export async function insertNote(
  tx: Tx,
  note: { id: Uuid; conversation: Uuid; operator: { id: Uuid; name: string }; text: string; now: Date },
): Promise<void> {
  const { id, conversation, operator, text, now } = note;
  await tx.query("INSERT INTO support.notes VALUES ($1, $2, $3, $4, $5, $6)", [
    id,
    conversation,
    operator.id,
    operator.name,
    text,
    now,
  ]);
}
