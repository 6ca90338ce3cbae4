import type { Queryable, SqlValue, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { ConversationState, Topic } from "../shared/contract.ts";

/** Statements about conversations. */

export interface ConversationRow {
  readonly id: Uuid;
  readonly playerId: PlayerId | null;
  readonly guestHash: Uint8Array | null;
  readonly liveKey: string;
  readonly email: string | null;
  readonly locale: Locale;
  readonly page: string | null;
  readonly topic: Topic;
  readonly state: ConversationState;
  readonly assigneeId: Uuid | null;
  readonly assigneeName: string | null;
  readonly openedAt: Date;
  readonly waitingSince: Date | null;
  readonly firstAnswerAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly lastAt: Date;
  readonly lastNumber: number;
  readonly readByVisitor: number;
  readonly readByOperator: number;
  readonly visitorTypedAt: Date | null;
  readonly rating: string | null;
  readonly ratingComment: string | null;
  readonly complaint: boolean;
  /** Since when. */
  readonly complaintAt: Date | null;
  /** Answers are due from then on. */
  readonly snoozedUntil: Date | null;
  readonly spam: boolean;
  readonly mergedInto: Uuid | null;
}

export const conversationColumns = `c.id, c.player_id AS "playerId", c.guest_hash AS "guestHash", c.live_key AS "liveKey", c.email, c.locale, c.page,
  c.topic, c.state, c.assignee_id AS "assigneeId", c.assignee_name AS "assigneeName", c.opened_at AS "openedAt",
  c.waiting_since AS "waitingSince", c.first_answer_at AS "firstAnswerAt", c.resolved_at AS "resolvedAt", c.last_at AS "lastAt",
  c.last_number AS "lastNumber", c.read_by_visitor AS "readByVisitor", c.read_by_operator AS "readByOperator",
  c.visitor_typed_at AS "visitorTypedAt", c.rating, c.rating_comment AS "ratingComment",
  c.complaint, c.complaint_at AS "complaintAt", c.snoozed_until AS "snoozedUntil", c.spam, c.merged_into AS "mergedInto"`;

/** Whose conversation: a player's, or that of the guest with this cookie. */
export type Visitor = { readonly player: PlayerId } | { readonly guest: Uint8Array };

function ownedBy(visitor: Visitor): { readonly condition: string; readonly value: SqlValue } {
  return "player" in visitor
    ? { condition: "c.player_id = $1", value: visitor.player }
    : { condition: "c.guest_hash = $1 AND c.player_id IS NULL", value: visitor.guest };
}

/** The last conversation of a visitor, open or not. */
export async function lastOf(db: Queryable, visitor: Visitor): Promise<ConversationRow | undefined> {
  const { condition, value } = ownedBy(visitor);
  const { rows } = await db.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE ${condition} ORDER BY c.opened_at DESC, c.id DESC LIMIT 1`,
    [value],
  );
  return rows[0];
}

/** The visitor's own conversation, locked until `tx` ends; undefined for another's. */
export async function lockOwn(tx: Tx, visitor: Visitor, id: Uuid): Promise<ConversationRow | undefined> {
  const { condition, value } = ownedBy(visitor);
  const { rows } = await tx.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE ${condition} AND c.id = $2 FOR UPDATE`,
    [value, id],
  );
  return rows[0];
}

/** The open conversation of a visitor, locked until `tx` ends. */
export async function lockOpenOf(tx: Tx, visitor: Visitor): Promise<ConversationRow | undefined> {
  const { condition, value } = ownedBy(visitor);
  const { rows } = await tx.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE ${condition} AND c.state <> 'closed' FOR UPDATE`,
    [value],
  );
  return rows[0];
}

export async function conversationById(db: Queryable, id: Uuid): Promise<ConversationRow | undefined> {
  const { rows } = await db.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE c.id = $1`,
    [id],
  );
  return rows[0];
}

export async function lockConversation(tx: Tx, id: Uuid): Promise<ConversationRow | undefined> {
  const { rows } = await tx.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE c.id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function conversationByKey(db: Queryable, liveKey: string): Promise<ConversationRow | undefined> {
  const { rows } = await db.query<ConversationRow>(
    `SELECT ${conversationColumns} FROM support.conversations c WHERE c.live_key = $1`,
    [liveKey],
  );
  return rows[0];
}

export interface NewConversation {
  readonly id: Uuid;
  readonly visitor: Visitor;
  readonly liveKey: string;
  readonly email: string | null;
  readonly locale: Locale;
  readonly page: string | null;
  readonly topic: Topic;
  readonly subscriber: string | null;
  readonly now: Date;
}

/** Undefined if the visitor has opened one at the same moment. */
export async function insertConversation(tx: Tx, given: NewConversation): Promise<ConversationRow | undefined> {
  const { id, visitor, liveKey, email, locale, page, topic, subscriber, now } = given;
  const [player, guest] = "player" in visitor ? [visitor.player, null] : [null, visitor.guest];
  const { rows } = await tx.query<ConversationRow>(
    `INSERT INTO support.conversations AS c
       (id, player_id, guest_hash, live_key, email, locale, page, topic, state, opened_at, waiting_since, last_at, last_number, subscriber)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $9, $9, 0, $10)
     ON CONFLICT DO NOTHING RETURNING ${conversationColumns}`,
    [id, player, guest, liveKey, email, locale, page, topic, now, subscriber],
  );
  return rows[0];
}

/** Columns that change after the insert, by the name of the row. */
const changeable = {
  playerId: "player_id",
  guestHash: "guest_hash",
  email: "email",
  page: "page",
  state: "state",
  assigneeId: "assignee_id",
  assigneeName: "assignee_name",
  waitingSince: "waiting_since",
  firstAnswerAt: "first_answer_at",
  resolvedAt: "resolved_at",
  readByVisitor: "read_by_visitor",
  readByOperator: "read_by_operator",
  visitorTypedAt: "visitor_typed_at",
  rating: "rating",
  ratingComment: "rating_comment",
  complaint: "complaint",
  complaintAt: "complaint_at",
  snoozedUntil: "snoozed_until",
  spam: "spam",
  mergedInto: "merged_into",
} as const;

export type Changes = Partial<Pick<ConversationRow, keyof typeof changeable>>;

/** Changes a conversation that this transaction holds. */
export async function changeConversation(tx: Tx, id: Uuid, changes: Changes): Promise<ConversationRow> {
  const entries = Object.entries(changes) as [keyof Changes, SqlValue][];
  const sets = entries.map(([name], index) => `${changeable[name]} = $${index + 2}`);
  const { rows } = await tx.query<ConversationRow>(
    `UPDATE support.conversations AS c SET ${sets.join(", ")} WHERE c.id = $1 RETURNING ${conversationColumns}`,
    [id, ...entries.map(([, value]) => value)],
  );
  return rows[0] as ConversationRow;
}

/** Resolved conversations that were left alone since `before` are closed. */
export async function closeResolved(tx: Tx, before: Date): Promise<readonly string[]> {
  const { rows } = await tx.query<{ liveKey: string }>(
    `UPDATE support.conversations SET state = 'closed' WHERE state = 'resolved' AND resolved_at <= $1 RETURNING live_key AS "liveKey"`,
    [before],
  );
  return rows.map(({ liveKey }) => liveKey);
}

export async function forgetSubscribers(
  db: Queryable,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<void> {
  await db.query("DELETE FROM support.blocks WHERE until <= $1", [now]);
  await db.query("UPDATE support.conversations SET subscriber = NULL WHERE subscriber IS NOT NULL AND last_at <= $1", [
    before,
  ]);
}

/** Deletes what has been kept long enough: guests' and players' conversations that ended, and complaints. */
export async function deleteOld(
  db: Queryable,
  before: { readonly guests: Date; readonly players: Date; readonly complaints: Date },
): Promise<void> {
  await db.query(
    `DELETE FROM support.conversations WHERE state = 'closed' AND last_at <= CASE WHEN complaint THEN $3::timestamptz
       WHEN player_id IS NULL THEN $1::timestamptz ELSE $2::timestamptz END`,
    [before.guests, before.players, before.complaints],
  );
}

export async function forgetAddresses(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("UPDATE support.conversations SET email = NULL WHERE player_id = $1", [player]);
}

/** With their messages, notes and files. `complaints`: those too, which the law requires for some years. */
export async function deleteConversations(
  tx: Tx,
  player: PlayerId,
  { complaints }: { readonly complaints: boolean },
): Promise<void> {
  await tx.query("DELETE FROM support.conversations WHERE player_id = $1 AND ($2 OR NOT complaint)", [
    player,
    complaints,
  ]);
}
