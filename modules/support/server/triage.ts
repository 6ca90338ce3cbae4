import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { claimedByOther, conversationClosed, notMergeable } from "../shared/errors.ts";
import type { ConversationBoard } from "./conversation-board.ts";
import { type ConversationRow, changeConversation, lockConversation } from "./conversation-store.ts";
import type { OperatorRef } from "./inbox.ts";
import { insertNote } from "./inbox-store.ts";

/** What operators do with a conversation besides answering it. Each function expects the transaction of the audit entry. */

export interface TriageNeeds {
  readonly host: Pick<Host, "clock" | "ids">;
  readonly board: ConversationBoard;
}

interface By {
  readonly operator: OperatorRef;
  readonly isLead: boolean;
}

const dayMs = 24 * 3_600_000;
export const longestSnoozeMs = 30 * dayMs;
/** How long a guest's address cannot write after spam. */
export const blockMs = dayMs;

async function lockOpen(tx: Tx, id: Uuid): Promise<ConversationRow> {
  const row = (await lockConversation(tx, id)) ?? fail(notFound);
  return row.state === "closed" ? fail(conversationClosed) : row;
}

/**
 * Sets an operator's own conversation aside until `until`; null: it is back now. Fails with `not_found`, `conversation_closed`,
 * `claimed_by_other`.
 */
export async function snooze(needs: TriageNeeds, tx: Tx, id: Uuid, by: By, until: Date | null): Promise<void> {
  const row = await lockOpen(tx, id);
  const isOwn = row.state === "open" && (row.assigneeId === by.operator.id || by.isLead);
  if (!isOwn) fail(claimedByOther, { data: { operator: row.assigneeName ?? "" } });
  await changeConversation(tx, id, { snoozedUntil: until ?? new Date(needs.host.clock.now()) });
}

/** Closes a conversation; the address of its guest cannot write for a day. Fails with `not_found`, `conversation_closed`. */
export async function markSpam(needs: TriageNeeds, tx: Tx, id: Uuid): Promise<void> {
  const row = await lockOpen(tx, id);
  await changeConversation(tx, id, { state: "closed", spam: true, waitingSince: null, snoozedUntil: null });
  await tx.query(
    `INSERT INTO support.blocks (subscriber, until, conversation_id)
     SELECT subscriber, $2, id FROM support.conversations WHERE id = $1 AND player_id IS NULL AND subscriber IS NOT NULL
     ON CONFLICT (subscriber) DO UPDATE SET until = excluded.until, conversation_id = excluded.conversation_id`,
    [id, new Date(needs.host.clock.now() + blockMs)],
  );
  await needs.board.announce(tx, row, "progress");
  if (row.state === "waiting") await needs.board.announceQueue(tx);
}

/** It was no spam: its guest may write again. The conversation stays closed. Fails with `not_found`. */
export async function unmarkSpam(tx: Tx, id: Uuid): Promise<void> {
  const row = (await lockConversation(tx, id)) ?? fail(notFound);
  if (!row.spam) return;
  await changeConversation(tx, id, { spam: false });
  await tx.query("DELETE FROM support.blocks WHERE conversation_id = $1", [id]);
}

/**
 * Closes `id` in favour of `into`, which says so to operators and shows what was written. Messages stay where they are: no visitor sees the
 * other's. Fails with `not_found`, `conversation_closed`, `conversation_not_mergeable`.
 */
export async function mergeInto(needs: TriageNeeds, tx: Tx, id: Uuid, into: Uuid, by: OperatorRef): Promise<void> {
  if (id === into) fail(notMergeable);
  const locked = new Map<Uuid, ConversationRow>();
  for (const each of [id, into].sort()) locked.set(each, await lockOpen(tx, each));
  const [from, to] = [locked.get(id) ?? fail(notFound), locked.get(into) ?? fail(notFound)];
  if (from.playerId !== null && from.playerId !== to.playerId) fail(notMergeable);
  const now = new Date(needs.host.clock.now());
  await changeConversation(tx, id, { state: "closed", mergedInto: into, waitingSince: null, snoozedUntil: null });
  const isEarlier = from.waitingSince !== null && (to.waitingSince === null || from.waitingSince < to.waitingSince);
  const waits = isEarlier && to.state !== "resolved";
  const isComplaint = from.complaint || to.complaint;
  await changeConversation(tx, into, {
    complaint: isComplaint,
    waitingSince: waits ? from.waitingSince : to.waitingSince,
  });
  const text = `${from.id.slice(-4)} → ${to.id.slice(-4)}`;
  for (const conversation of [id, into])
    await insertNote(tx, { id: needs.host.ids.next(), conversation, operator: by, text, now });
  await needs.board.announce(tx, from, "progress");
  await needs.board.announce(tx, to, "progress");
  if (from.state === "waiting") await needs.board.announceQueue(tx);
}
