import { createHash } from "node:crypto";
import { Failure } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { cleanText, maskSecrets } from "../../shared/message-text.ts";
import type { AcceptedFile } from "../attachments.ts";
import { type ConversationRow, changeConversation, conversationById, lockConversation } from "../conversation-store.ts";
import { countMailsSince, insertMessage, messageByKey } from "../message-store.ts";
import { type WriteNeeds, waitingAgain } from "../write-message.ts";
import { MailRefused, type ReadMail, readMail } from "./read-mail.ts";
import type { ReplyAddresses } from "./reply-address.ts";

/** Messages that one conversation gets by mail in an hour. */
const mostAnHour = 20;
const hourMs = 3_600_000;

export interface ArrivedMail {
  readonly to: string;
  /** The sender on the envelope; empty for delivery reports. */
  readonly returnPath: string;
  readonly raw: Buffer;
}

/**
 * Adds a reply to its conversation. Its sender proves nothing: the address it was sent to was mailed to the visitor only, and a sender that
 * is not the visitor is marked. Throws {@link MailRefused}.
 */
export async function receiveMail(
  needs: WriteNeeds,
  addresses: ReplyAddresses,
  { to, returnPath, raw }: ArrivedMail,
): Promise<"stored" | "repeated" | "ignored"> {
  const { db } = needs.host;
  const named = addresses.parse(to);
  const isOpen = (row: ConversationRow | undefined) => openFor(addresses, named, row);
  const { id } = isOpen(named && (await conversationById(db, named.conversation)));
  const mail = await readMail(raw, returnPath);
  if (mail.isAutomatic || (mail.from !== undefined && addresses.isOwn(mail.from))) return "ignored";
  const files = await acceptFiles(needs, mail);
  const text = maskSecrets(cleanText([mail.text, ...files.refused.map(name => `✕ ${name}`)].join("\n")));
  if (text === "" && files.accepted.length === 0) return "ignored";
  return db.tx(async tx => {
    // Closed, or given another address, while the files were looked at.
    const row = isOpen(await lockConversation(tx, id));
    const key = keyOf(mail.messageId ?? raw);
    if (await messageByKey(tx, id, key(0))) return "repeated";
    await holdMails(needs, tx, id);
    const via = mail.from?.toLowerCase() === row.email?.toLowerCase() ? "mail" : "mail_other";
    await addAll(needs, tx, row, { text, files: files.accepted, via, key });
    return "stored";
  });
}

/** The conversation that takes mail to this address. Throws {@link MailRefused}. */
function openFor(
  addresses: ReplyAddresses,
  named: ReturnType<ReplyAddresses["parse"]>,
  row: ConversationRow | undefined,
): ConversationRow {
  if (!named || !row?.email || !addresses.isCode(named.code, row.id, row.email))
    throw new MailRefused(550, "No such mailbox");
  if (row.state === "closed") throw new MailRefused(550, "This conversation has ended: write to us on the site");
  return row;
}

async function acceptFiles({ attachments }: WriteNeeds, { files }: ReadMail) {
  const accepted: AcceptedFile[] = [];
  const refused: string[] = [];
  for (const { name, content } of files) {
    try {
      accepted.push(await attachments.accept(name, content));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push(name.slice(0, 100));
    }
  }
  return { accepted, refused };
}

interface MailParts {
  readonly text: string;
  readonly files: readonly AcceptedFile[];
  readonly via: "mail" | "mail_other";
  readonly key: (part: number) => Uuid;
}

/** The text, if any, then each file as a message. */
async function addAll(
  { host, board, attachments }: WriteNeeds,
  tx: Tx,
  row: ConversationRow,
  { text, files, via, key }: MailParts,
): Promise<void> {
  const now = new Date(host.clock.now());
  const parts = [...(text === "" ? [] : [{ text, file: undefined }]), ...files.map(file => ({ text: "", file }))];
  for (const [index, { text: said, file }] of parts.entries()) {
    const message = await insertMessage(tx, {
      conversation: row.id,
      author: "visitor",
      kind: "said",
      operator: null,
      text: said,
      key: key(index),
      now,
      via,
    });
    if (file) await attachments.store(tx, { conversation: row.id, number: message.number }, file);
    await board.announce(tx, row, { message: message.number });
  }
  await changeConversation(tx, row.id, waitingAgain(row, null, now));
  if (row.state === "resolved" && row.assigneeId === null) await board.announceQueue(tx);
}

async function holdMails({ host }: WriteNeeds, tx: Tx, conversation: Uuid): Promise<void> {
  const since = new Date(host.clock.now() - hourMs);
  if ((await countMailsSince(tx, conversation, since)) >= mostAnHour)
    throw new MailRefused(452, "Too many messages: try again later");
}

/** The keys of a mail's messages: the same for each delivery of it. */
function keyOf(identity: string | Buffer): (part: number) => Uuid {
  return part => {
    const hex = createHash("sha256").update(identity).update(`#${part}`).digest("hex");
    const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    return required(parseUuid(text), "a hash has the digits of an id");
  };
}
