import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { AvailabilityView } from "../shared/contract.ts";
import { claimedByOther, conversationClosed } from "../shared/errors.ts";
import { cleanText } from "../shared/message-text.ts";
import type { AcceptedFile } from "./attachments.ts";
import { type Changes, type ConversationRow, changeConversation, lockConversation } from "./conversation-store.ts";
import { agentsSince, countAssigned, insertNote, medianWait, setShift } from "./inbox-store.ts";
import { insertMessage, type MessageRow, messageByKey, messageByNumber } from "./message-store.ts";
import type { WriteNeeds } from "./write-message.ts";

/** An operator is present while their support page was open within this time: it reads every 15 s, and once a minute where browsers slow down hidden pages. */
export const presentMs = 90_000;
/** Conversations one operator takes at a time. */
export const mostAssigned = 6;
/** The availability that visitors see is read at most this often. */
const viewMs = 2_000;

export interface OperatorRef {
  readonly id: Uuid;
  readonly name: string;
}

export interface OperatorAnswer {
  readonly text: string;
  readonly file?: AcceptedFile;
  readonly key: Uuid;
  /** Sends the answer even if another operator has claimed the conversation. */
  readonly confirm: boolean;
}

/** The personal hosts of these players, for players who have one. */
export type PersonalHosts = (
  on: Queryable,
  players: readonly PlayerId[],
) => Promise<ReadonlyMap<PlayerId, OperatorRef>>;

/** What is the same for every visitor. */
type Availability = Omit<AvailabilityView, "attachments">;

/** What operators do in conversations. Each function expects the transaction of the audit entry. */
export class Inbox {
  readonly #needs: WriteNeeds;
  #hostsOf: PersonalHosts = async () => new Map();
  #view: { readonly at: number; readonly view: Promise<Availability> } | undefined;

  constructor(needs: WriteNeeds) {
    this.#needs = needs;
  }

  /** Whether an operator is on shift, and how long a first answer takes. */
  view(): Promise<Availability> {
    const at = this.#needs.host.clock.monotonic();
    if (!this.#view || at - this.#view.at >= viewMs) {
      this.#view = { at, view: this.#read() };
      this.#view.view.catch(() => {
        this.#view = undefined;
      });
    }
    return this.#view.view;
  }

  async #read(): Promise<Availability> {
    const { db } = this.#needs.host;
    const [agents, wait] = await Promise.all([agentsSince(db, this.presentSince()), medianWait(db)]);
    return { online: agents.length > 0, wait_seconds: wait };
  }

  connectHosts(hostsOf: PersonalHosts): void {
    this.#hostsOf = hostsOf;
  }

  /** Gives these new conversations to the hosts of their players who are on shift; the others stay in the queue. Locked by the caller. */
  async giveToHosts(tx: Tx, waiting: readonly ConversationRow[]): Promise<void> {
    const players = waiting.flatMap(({ playerId }) => playerId ?? []);
    const hosts = players.length === 0 ? new Map<PlayerId, OperatorRef>() : await this.#hostsOf(tx, players);
    if (hosts.size === 0) return;
    const present = new Set((await agentsSince(tx, this.presentSince())).map(({ id }) => id));
    for (const row of waiting) {
      const own = row.playerId === null ? undefined : hosts.get(row.playerId);
      if (own && present.has(own.id)) await this.#give(tx, row, own);
    }
  }

  presentSince(): Date {
    return new Date(this.#needs.host.clock.now() - presentMs);
  }

  /** Claims a conversation from `from` (null: it is unclaimed). Fails with `claimed_by_other` if another operator has claimed it meanwhile. */
  async claim(tx: Tx, id: Uuid, operator: OperatorRef, from: Uuid | null): Promise<ConversationRow> {
    const row = await this.#lock(tx, id);
    if (row.assigneeId === operator.id && row.state === "open") return row;
    if (row.assigneeId !== from) this.#refuse(row);
    return this.#give(tx, row, operator);
  }

  /** Gives a conversation to another operator, or back to the queue. Only its assignee or a lead may do this. */
  async assign(tx: Tx, id: Uuid, by: { operator: OperatorRef; isLead: boolean }, to: OperatorRef | null) {
    const row = await this.#lock(tx, id);
    if (row.assigneeId !== by.operator.id && !by.isLead) this.#refuse(row);
    if (to) return this.#give(tx, row, to);
    const now = new Date(this.#needs.host.clock.now());
    const changed = await changeConversation(tx, id, {
      state: "waiting",
      assigneeId: null,
      assigneeName: null,
      waitingSince: row.waitingSince ?? now,
      snoozedUntil: null,
    });
    await this.#needs.board.announce(tx, row, "progress");
    await this.#needs.board.announceQueue(tx);
    return changed;
  }

  /**
   * Answers. Claims an unclaimed conversation for the operator; one that another operator has claimed requires `confirm`.
   * A repeat of `key` returns the first answer.
   */
  async answer(
    tx: Tx,
    id: Uuid,
    operator: OperatorRef,
    { text, file, key, confirm }: OperatorAnswer,
  ): Promise<MessageRow> {
    const locked = await this.#lock(tx, id);
    const repeated = await messageByKey(tx, id, key);
    if (repeated) return repeated;
    const isOthers = locked.assigneeId !== null && locked.assigneeId !== operator.id;
    if (isOthers && !confirm) this.#refuse(locked);
    const row = isOthers ? locked : await this.#give(tx, locked, operator);
    const now = new Date(this.#needs.host.clock.now());
    const message = await insertMessage(tx, {
      conversation: id,
      author: "operator",
      kind: "said",
      operator,
      text: cleanText(text),
      key,
      now,
    });
    if (file) await this.#needs.attachments.store(tx, { conversation: id, number: message.number }, file);
    await changeConversation(tx, id, {
      waitingSince: null,
      firstAnswerAt: row.firstAnswerAt ?? now,
      readByOperator: message.number,
    });
    await this.#needs.board.announce(tx, row, { message: message.number });
    return file ? ((await messageByNumber(tx, id, message.number)) ?? message) : message;
  }

  async resolve(tx: Tx, id: Uuid, by: { operator: OperatorRef; isLead: boolean }): Promise<void> {
    const row = await this.#lock(tx, id);
    if (row.state === "resolved") return;
    if (row.assigneeId !== null && row.assigneeId !== by.operator.id && !by.isLead) this.#refuse(row);
    const now = new Date(this.#needs.host.clock.now());
    const message = await this.#note(tx, row, "resolved", by.operator, now);
    await changeConversation(tx, id, {
      state: "resolved",
      resolvedAt: now,
      waitingSince: null,
      snoozedUntil: null,
      readByOperator: message.number,
      assigneeId: row.assigneeId ?? by.operator.id,
      assigneeName: row.assigneeName ?? by.operator.name,
    });
    await this.#needs.board.announce(tx, row, { message: message.number });
    if (row.state === "waiting") await this.#needs.board.announceQueue(tx);
  }

  async note(tx: Tx, id: Uuid, operator: OperatorRef, text: string): Promise<Uuid> {
    if (!(await lockConversation(tx, id))) fail(notFound);
    const { ids, clock } = this.#needs.host;
    const note = { id: ids.next(), conversation: id, operator, text: cleanText(text), now: new Date(clock.now()) };
    await insertNote(tx, note);
    return note.id;
  }

  /** Marks a conversation as a complaint, which is kept for five years; only a lead can remove the mark. Returns whether it was one before. */
  async markComplaint(tx: Tx, id: Uuid, isLead: boolean, complaint: boolean): Promise<boolean> {
    const row = (await lockConversation(tx, id)) ?? fail(notFound);
    if (row.complaint && !complaint && !isLead) fail(forbidden, { data: { permission: "support.lead" } });
    if (row.complaint === complaint) return complaint;
    const complaintAt = complaint ? new Date(this.#needs.host.clock.now()) : null;
    await changeConversation(tx, id, { complaint, complaintAt });
    return row.complaint;
  }

  /** The operator has read up to `number`. */
  async read(tx: Tx, id: Uuid, number: number): Promise<void> {
    const row = (await lockConversation(tx, id)) ?? fail(notFound);
    const read = Math.min(number, row.lastNumber);
    if (read <= row.readByOperator) return;
    await changeConversation(tx, id, { readByOperator: read });
    await this.#needs.board.announce(tx, row, "progress");
  }

  async typing(tx: Tx, id: Uuid): Promise<void> {
    const row = (await lockConversation(tx, id)) ?? fail(notFound);
    await this.#needs.board.announce(tx, row, "typing");
  }

  async shift(tx: Tx, operator: OperatorRef, on: boolean): Promise<void> {
    await setShift(tx, operator, on, new Date(this.#needs.host.clock.now()));
  }

  /** How many conversations are assigned to the operator. */
  load(operator: Uuid): Promise<number> {
    return countAssigned(this.#needs.host.db, operator, new Date(this.#needs.host.clock.now()));
  }

  async #lock(tx: Tx, id: Uuid): Promise<ConversationRow> {
    const row = (await lockConversation(tx, id)) ?? fail(notFound);
    return row.state === "closed" ? fail(conversationClosed) : row;
  }

  /** Assigns a conversation to this operator; the visitor sees that they joined. */
  async #give(tx: Tx, row: ConversationRow, operator: OperatorRef): Promise<ConversationRow> {
    if (row.assigneeId === operator.id && row.state === "open") return row;
    const now = new Date(this.#needs.host.clock.now());
    const message = await this.#note(tx, row, "joined", operator, now);
    const changes: Changes = {
      state: "open",
      assigneeId: operator.id,
      assigneeName: operator.name,
      resolvedAt: null,
      snoozedUntil: null,
    };
    const changed = await changeConversation(tx, row.id, changes);
    await this.#needs.board.announce(tx, row, { message: message.number });
    if (row.state === "waiting") await this.#needs.board.announceQueue(tx);
    return changed;
  }

  #note(tx: Tx, row: ConversationRow, kind: MessageRow["kind"], operator: OperatorRef, now: Date) {
    const key = this.#needs.host.ids.next();
    return insertMessage(tx, { conversation: row.id, author: "system", kind, operator, text: "", key, now });
  }

  #refuse(row: ConversationRow): never {
    return fail(claimedByOther, { data: { operator: row.assigneeName ?? "" } });
  }
}
