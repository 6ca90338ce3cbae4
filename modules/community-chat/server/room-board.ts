import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type ParameterChannel, parameterChannel } from "#kit/host/server-module.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts, PublicPlayer } from "#modules/accounts/server/index.ts";
import { breakOf } from "#modules/limits/server/index.ts";
import {
  type ChatMessage,
  type ChatRain,
  type ChatTip,
  type Room,
  roomChannel,
  rooms,
  shownMessages,
} from "../shared/contract.ts";
import { chatClosed } from "../shared/errors.ts";
import { createAuthorIds } from "./author-ids.ts";
import { Presence } from "./presence.ts";
import { type RainRow, rainsOf, type TipRow, tipsOf } from "./rain-store.ts";
import { changesAfter, lastNumber, type MessageRow, newestMessages } from "./store.ts";

/** Between processes: the room in which something was written or removed. */
const topic = "community-chat.changed";
/** What a burst brings within this time leaves as one event. */
const gatherMs = 40;

interface Needs {
  readonly host: Pick<Host, "config" | "db" | "clock" | "ids" | "signals" | "log">;
  readonly publicProfiles: Accounts["publicProfiles"];
  /** Levels of the VIP club; players without one are missing. */
  levelsOf(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, number>>;
}

/** The live channel of the rooms. Each process publishes to its own sockets what it reads above its last number, so that it misses nothing and repeats nothing. */
export class RoomBoard {
  readonly channel: ParameterChannel<typeof roomChannel>;
  readonly authorOf: (player: PlayerId, at: Date) => string;
  readonly #needs: Needs;
  readonly #published = new Map<Room, bigint>();
  readonly #waiting = new Map<Room, () => void>();
  /** One read of a room after another. */
  readonly #reading = new Map<Room, Promise<void>>();
  #cancel = () => {};

  readonly presence: Presence;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.presence = new Presence({
      host: needs.host,
      followers: room => this.channel.followers(room),
      changed: (room, present) => this.channel.publish(room, "present", { present }),
    });
    this.authorOf = createAuthorIds(needs.host);
    this.channel = parameterChannel(roomChannel, {
      snapshot: async (_session, room) => {
        this.presence.wake();
        return { messages: await this.latest(room as Room), present: this.presence.of(room as Room) };
      },
      refusal: async session => (session && (await this.isClosedTo(session.player)) ? chatClosed : undefined),
    });
  }

  /** The numbers at the start are read before signals count, so the change behind the first signal is found. */
  async start(): Promise<void> {
    for (const room of rooms) this.#published.set(room, await lastNumber(this.#needs.host.db, room));
    this.presence.start();
    this.#cancel = this.#needs.host.signals.on(topic, room => this.#plan(room as Room));
  }

  stop(): void {
    this.#cancel();
    this.presence.stop();
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  /** Announces a change when `tx` commits. */
  async announce(tx: Tx, room: Room): Promise<void> {
    await this.#needs.host.signals.send(tx, topic, room);
  }

  /** Players in a break neither read nor write. */
  async isClosedTo(player: PlayerId): Promise<boolean> {
    const { db, clock } = this.#needs.host;
    return (await breakOf(db, player, new Date(clock.now()))) !== null;
  }

  close(player: PlayerId): void {
    for (const room of this.channel.followed()) this.channel.publish(room, "closed", {}, player);
  }

  async latest(room: Room): Promise<ChatMessage[]> {
    return this.viewsOf(await newestMessages(this.#needs.host.db, room, shownMessages));
  }

  async viewsOf(rows: readonly MessageRow[]): Promise<ChatMessage[]> {
    const subjects = rows.flatMap(({ subject }) => (subject ? [subject] : []));
    const rains = subjects.length === 0 ? new Map<Uuid, RainRow>() : await rainsOf(this.#needs.host.db, subjects);
    const tips = subjects.length === 0 ? new Map<Uuid, TipRow>() : await tipsOf(this.#needs.host.db, subjects);
    const people = [...rows.map(({ author }) => author), ...[...tips.values()].map(({ playerId }) => playerId)];
    const faces = await this.#needs.publicProfiles([...new Set(people)]);
    const levels = await this.#needs.levelsOf(people);
    const rainOf = (subject: Uuid | null) => (subject ? rains.get(subject) : undefined);
    return rows.map(({ id, number, author, text, at, removed, why, kind, subject, bet }) => {
      const [rain, tip] = [rainOf(subject), subject ? tips.get(subject) : undefined];
      return {
        id,
        number: Number(number),
        kind,
        author: this.#authorView(author, at, faces.get(author), levels),
        text: removed === null && subject === null ? text : "",
        at: at.toISOString(),
        removed: why,
        rain: rain ? rainView(rain) : null,
        bet: removed === null ? bet : null,
        tip: tip ? tipView(tip, faces.get(tip.playerId)?.face ?? null) : null,
      };
    });
  }

  #authorView(
    author: PlayerId,
    at: Date,
    player: PublicPlayer | undefined,
    levels: ReadonlyMap<PlayerId, number>,
  ): ChatMessage["author"] {
    const face = player?.face ?? null;
    // The level of a hidden player would distinguish two of them.
    const level = face ? (levels.get(author) ?? null) : null;
    return { id: this.authorOf(author, at), face, level, test: player?.test ?? false };
  }

  /** The name by which others mention a player; null for a hidden one. */
  async nameOf(player: PlayerId): Promise<string | null> {
    return (await this.#needs.publicProfiles([player])).get(player)?.face?.name ?? null;
  }

  #plan(room: Room): void {
    if (this.#waiting.has(room)) return;
    const cancel = this.#needs.host.clock.after(gatherMs, () => {
      this.#waiting.delete(room);
      const reading = (this.#reading.get(room) ?? Promise.resolve()).then(() => this.#publish(room));
      this.#reading.set(
        room,
        reading.catch((error: unknown) =>
          this.#needs.host.log.warn({ err: error, room }, "Failed to publish a chat room"),
        ),
      );
    });
    this.#waiting.set(room, cancel);
  }

  async #publish(room: Room): Promise<void> {
    const last = this.#published.get(room) ?? 0n;
    const rows = await changesAfter(this.#needs.host.db, room, last);
    if (rows.length === 0) return;
    const newest = rows.reduce(
      (most, { number, removed, changed }) => [removed ?? 0n, changed ?? 0n, number].reduce(max, most),
      last,
    );
    this.#published.set(room, newest);
    this.channel.publish(room, "messages", { messages: await this.viewsOf(rows) });
  }
}

const rainView = ({ id, amount, currency, endsAt, state, share, players }: RainRow): ChatRain => ({
  id,
  amount: formatAmount(amount),
  currency,
  ends_at: endsAt.toISOString(),
  state,
  players,
  share: share === null ? null : formatAmount(micros(share)),
});

const tipView = ({ amount, currency }: TipRow, face: ChatTip["face"]): ChatTip => ({
  face,
  amount: formatAmount(amount),
  currency,
});

const max = (a: bigint, b: bigint) => (a > b ? a : b);
