import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type ParameterChannel, parameterChannel } from "#kit/host/server-module.ts";
import { type ConversationView, conversationChannel, type ProgressView } from "../shared/contract.ts";
import { type ConversationRow, conversationByKey } from "./conversation-store.ts";
import { placeOf } from "./inbox-store.ts";
import { firstName, messageByNumber, messagesOf, messageView } from "./message-store.ts";

/** Between processes: `{live key} message {number}`, `{live key} progress`, `{live key} typing`. */
const changedTopic = "support.changed";
/** The queue moved: the places of all that wait may differ. */
const queueTopic = "support.queue";
/** Places are published at most this often. */
const placesMs = 1_000;

export type Change = { readonly message: number } | "progress" | "typing";

/** The live channel of conversations. Every process publishes to its own sockets what a committed change signals. */
export class ConversationBoard {
  readonly channel: ParameterChannel<typeof conversationChannel>;
  readonly #host: Pick<Host, "db" | "clock" | "signals" | "log">;
  #cancels: (() => void)[] = [];
  #cancelPlaces: (() => void) | undefined;

  constructor(host: Pick<Host, "db" | "clock" | "signals" | "log">) {
    this.#host = host;
    this.channel = parameterChannel(conversationChannel, {
      snapshot: async (_session, key) => this.viewOf((await conversationByKey(host.db, key)) ?? fail(notFound)),
      // A player's conversation is followed by that player only; a guest's by everybody who has its key.
      refusal: async (session, key) => {
        const row = await conversationByKey(host.db, key);
        return row && (row.playerId === null || row.playerId === session?.player) ? undefined : notFound;
      },
    });
  }

  start(): void {
    const { signals } = this.#host;
    this.#cancels = [
      signals.on(changedTopic, payload => this.#guard(this.#publish(payload))),
      signals.on(queueTopic, () => this.#planPlaces()),
    ];
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancelPlaces?.();
  }

  /** Announces a change when `tx` commits. */
  async announce(tx: Tx, { liveKey }: Pick<ConversationRow, "liveKey">, change: Change): Promise<void> {
    const what = typeof change === "object" ? `message ${change.message}` : change;
    await this.#host.signals.send(tx, changedTopic, `${liveKey} ${what}`);
  }

  async announceQueue(tx: Tx): Promise<void> {
    await this.#host.signals.send(tx, queueTopic, "");
  }

  async viewOf(row: ConversationRow): Promise<ConversationView> {
    const messages = await messagesOf(this.#host.db, row.id);
    return {
      id: row.id,
      live: row.liveKey,
      topic: row.topic,
      email: row.email,
      messages: messages.map(messageView),
      ...(await this.progressOf(row)),
    };
  }

  async progressOf(row: ConversationRow): Promise<ProgressView> {
    return {
      state: row.state,
      operator: row.assigneeName && firstName(row.assigneeName),
      place: row.state === "waiting" ? await placeOf(this.#host.db, row) : null,
      read_by_operator: row.readByOperator,
      read_by_visitor: row.readByVisitor,
      rated: row.rating !== null,
    };
  }

  async #publish(payload: string): Promise<void> {
    const [key = "", what, number] = payload.split(" ");
    if (!this.channel.followed().includes(key)) return;
    if (what === "typing") return this.channel.publish(key, "typing", {});
    const row = await conversationByKey(this.#host.db, key);
    if (!row) return;
    if (what === "message") {
      const message = await messageByNumber(this.#host.db, row.id, Number(number));
      if (message) this.channel.publish(key, "message", messageView(message));
    }
    this.channel.publish(key, "progress", await this.progressOf(row));
  }

  #planPlaces(): void {
    this.#cancelPlaces ??= this.#host.clock.after(placesMs, () => {
      this.#cancelPlaces = undefined;
      this.#guard(this.#publishPlaces());
    });
  }

  async #publishPlaces(): Promise<void> {
    for (const key of this.channel.followed()) {
      const row = await conversationByKey(this.#host.db, key);
      if (row?.state === "waiting") this.channel.publish(key, "progress", await this.progressOf(row));
    }
  }

  #guard(work: Promise<void>): void {
    work.catch((error: unknown) => this.#host.log.warn({ err: error }, "a change of a conversation was not published"));
  }
}
