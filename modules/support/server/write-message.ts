import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { conversationClosed } from "../shared/errors.ts";
import { playerWrote } from "../shared/events.ts";
import { cleanText, maskSecrets } from "../shared/message-text.ts";
import type { AcceptedFile, Attachments } from "./attachments.ts";
import type { ConversationBoard } from "./conversation-board.ts";
import {
  type Changes,
  type ConversationRow,
  changeConversation,
  insertConversation,
  lockOpenOf,
  lockOwn,
  type NewConversation,
  type Visitor,
} from "./conversation-store.ts";
import { holdFiles, holdFlood } from "./limits.ts";
import { insertMessage, type MessageRow, messageByKey, messageByNumber } from "./message-store.ts";

export interface WriteNeeds {
  readonly host: Host;
  readonly board: ConversationBoard;
  readonly attachments: Attachments;
}

export interface OpenNeeds extends WriteNeeds {
  readonly inbox: { giveToHosts(tx: Tx, waiting: readonly ConversationRow[]): Promise<void> };
}

export interface Written {
  readonly key: Uuid;
  readonly text: string;
  /** The message is this file; its text is empty. */
  readonly file?: AcceptedFile;
  readonly page: string | null;
  /** The guest's address, counted against floods; null for a player. */
  readonly subscriber: string | null;
}

/** Opens a conversation with its first message, or adds the message to the open one. */
export async function openConversation(
  needs: OpenNeeds,
  given: Omit<NewConversation, "id" | "liveKey" | "now" | "subscriber" | "page">,
  written: Written,
): Promise<ConversationRow> {
  const { host, board } = needs;
  const now = new Date(host.clock.now());
  return host.db.tx(async tx => {
    const isNew = {
      ...given,
      id: host.ids.next(),
      liveKey: Buffer.from(host.random.bytes(32)).toString("hex"),
      page: written.page,
      subscriber: written.subscriber,
      now,
    };
    const inserted = await insertConversation(tx, isNew);
    const row = inserted ?? (await lockOpenOf(tx, given.visitor)) ?? fail(conversationClosed);
    await addMessage(needs, tx, row, given.visitor, written);
    if (inserted) {
      await board.announceQueue(tx);
      await needs.inbox.giveToHosts(tx, [inserted]);
    }
    if (given.email === null || row.email === given.email) return row;
    return changeConversation(tx, row.id, { email: given.email });
  });
}

/** Adds a message to the visitor's conversation. Fails with `not_found`, `conversation_closed`, `too_many_messages`. */
export function writeMessage(needs: WriteNeeds, visitor: Visitor, id: Uuid, written: Written): Promise<MessageRow> {
  return needs.host.db.tx(async tx => {
    const row = (await lockOwn(tx, visitor, id)) ?? fail(notFound);
    return addMessage(needs, tx, row, visitor, written);
  });
}

/** In this order: a repeat returns what it wrote before, also when the conversation is closed by now. */
async function addMessage(
  { host, board, attachments }: WriteNeeds,
  tx: Tx,
  row: ConversationRow,
  visitor: Visitor,
  { key, text, file, page, subscriber }: Written,
): Promise<MessageRow> {
  const repeated = await messageByKey(tx, row.id, key);
  if (repeated) return repeated;
  if (row.state === "closed") fail(conversationClosed);
  const now = new Date(host.clock.now());
  const writer = "player" in visitor ? visitor : { subscriber: subscriber ?? "" };
  const factor = host.config.RATE_LIMIT_FACTOR;
  await holdFlood(tx, { writer, answered: row.firstAnswerAt !== null, now, factor });
  if (file) await holdFiles(tx, { writer, now, factor });
  const message = await insertMessage(tx, {
    conversation: row.id,
    author: "visitor",
    kind: "said",
    operator: null,
    text: maskSecrets(cleanText(text)),
    key,
    now,
  });
  if (file) await attachments.store(tx, { conversation: row.id, number: message.number }, file);
  await changeConversation(tx, row.id, waitingAgain(row, page, now));
  await board.announce(tx, row, { message: message.number });
  if ("player" in visitor && message.text !== "")
    await host.bus.publish(tx, playerWrote, { player: visitor.player, text: message.text });
  if (row.state === "resolved" && row.assigneeId === null) await board.announceQueue(tx);
  return file ? ((await messageByNumber(tx, row.id, message.number)) ?? message) : message;
}

/** The visitor waits from their first unanswered message on; a resolved conversation returns to its operator, or to the queue. */
export function waitingAgain(row: ConversationRow, page: string | null, now: Date): Changes {
  return {
    waitingSince: row.waitingSince ?? now,
    visitorTypedAt: null,
    snoozedUntil: null,
    page: page ?? row.page,
    ...(row.state === "resolved" && {
      state: row.assigneeId === null ? "waiting" : "open",
      resolvedAt: null,
    }),
  };
}
