import * as z from "zod/mini";
import type { Channel } from "#kit/contract/channel.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Operator, Session } from "#kit/http/handler.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { type Frame, SharedFrame, textFrame } from "./frame.ts";
import type { LeaderFrame, NumberedSnapshot } from "./peers.ts";

/** One socket, as the hub uses it. */
export interface Member {
  readonly session: Session | null;
  /** On the socket of the back office. */
  readonly operator: Operator | null;
  write(frame: Frame): void;
  /** Unrecoverable: closes the socket. */
  dropSlow(): void;
}

interface Subscription {
  /** Frames published while the snapshot is being made; null once it was sent. */
  held: Frame[] | null;
}

/** A snapshot that guests share, with the events that follow it: a later guest misses none. */
interface SharedSnapshot {
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  readonly frame: Promise<Frame>;
  isPending: boolean;
  readonly since: Frame[];
}

/** Subscribers of the same events under the same numbers: all, or the sockets of one player. */
interface Audience {
  seq: number;
  readonly members: Map<Member, Subscription>;
}

const mostHeld = 5_000;
const sharedAudience = "everybody";
/** How long guests share a snapshot, and the minimum interval between two of a signed-in socket. Milliseconds. */
const snapshotEveryMs = 250;

/** A channel, or one value of its parameter, as a hub serves it. */
export interface HubSource {
  /** The channel's name as in a subscription. */
  readonly name: string;
  readonly channel: Channel;
  snapshot(session: Session | null): Promise<unknown> | unknown;
  /** The last subscriber left. */
  emptied?(): void;
  /** The snapshot of another node, with its number; undefined makes it here. */
  numbered?(session: Session | null): Promise<NumberedSnapshot | undefined>;
  /** Each frame is built, for other nodes, whether there are subscribers here or not. */
  sent?(text: string, seq: number | undefined, to: PlayerId | undefined): void;
  /** Called for a player channel when the player's first socket has come, or the last one has left. */
  watched?(player: PlayerId, isWatched: boolean): void;
}

/** A channel with its subscribers. Numbers its events; a frame is encoded once for all of them. */
export class ChannelHub {
  readonly name: string;
  readonly channel: Channel;
  readonly #source: HubSource;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #audiences = new Map<string, Audience>();
  /** Sockets of each player on a public channel, for events that concern only them. */
  readonly #ofPlayer = new Map<PlayerId, Set<Member>>();
  /** The latest snapshot: on a public channel for all guests, on an operators' channel for all operators. */
  #shared: SharedSnapshot | undefined;
  /** When the latest snapshot of a signed-in socket was started, on the monotonic clock. */
  readonly #begun = new WeakMap<Member, number>();

  constructor(source: HubSource, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#source = source;
    this.#clock = clock;
    this.#log = log;
    this.name = source.name;
    this.channel = source.channel;
  }

  /** The publisher has committed: a broken event is our fault and must not stop a round. */
  publish(event: string, data: unknown, to: PlayerId | undefined): void {
    try {
      this.#broadcast(event, data, to);
    } catch (error) {
      this.#log.error({ err: error, channel: this.name, event }, "an event could not be published");
    }
  }

  /**
   * Sends the snapshot, then the events published meanwhile. A request that repeats one in progress gets the same snapshot.
   * Rejects when the snapshot cannot be made.
   */
  subscribe(member: Member): Promise<void> {
    return this.#subscribe(member, () => this.unsubscribe(member));
  }

  async #subscribe(member: Member, failed: (subscription: Subscription) => void): Promise<void> {
    const audience = this.#audienceOf(member);
    if (audience.members.get(member)?.held) return;
    const subscription: Subscription = { held: [] };
    audience.members.set(member, subscription);
    this.#noteOwner(member);
    try {
      const isShared = this.channel.caller !== "player" && member.session === null;
      const frame = isShared ? await this.#takeShared(subscription) : await this.#makeOwn(member, subscription);
      if (audience.members.get(member) !== subscription || !frame) return;
      member.write(frame);
    } catch (error) {
      if (audience.members.get(member) === subscription) failed(subscription);
      throw error;
    }
    writeHeld(member, subscription);
  }

  /** All guests see the same: a shared snapshot must never be made for a signed-in player. */
  #takeShared(subscription: Subscription): Promise<Frame> {
    const isFresh = this.#shared && (this.#shared.isPending || this.#age(this.#shared) < snapshotEveryMs);
    const shared = (isFresh && this.#shared) || this.#beginShared();
    subscription.held = [...shared.since];
    return shared.frame;
  }

  #beginShared(): SharedSnapshot {
    const shared: SharedSnapshot = {
      startedAtMs: this.#clock.monotonic(),
      frame: this.#snapshotText(null).then(text => this.#sharedFrame(text)),
      isPending: true,
      since: [],
    };
    this.#shared = shared;
    const forget = () => {
      if (this.#shared === shared) this.#shared = undefined;
    };
    shared.frame.then(() => {
      shared.isPending = false;
    }, forget);
    return shared;
  }

  /** One at a time and four a second for each socket: a repeat waits. Undefined if the socket left meanwhile. */
  async #makeOwn(member: Member, subscription: Subscription): Promise<Frame | undefined> {
    const begun = this.#begun.get(member);
    const waitMs = begun === undefined ? 0 : begun + snapshotEveryMs - this.#clock.monotonic();
    if (waitMs > 0) await new Promise<void>(resolve => this.#clock.after(waitMs, resolve));
    const name = this.#audienceName(member.session?.player);
    if (this.#audiences.get(name)?.members.get(member) !== subscription) return undefined;
    this.#begun.set(member, this.#clock.monotonic());
    // Events published during the wait are in the snapshot.
    subscription.held = [];
    return textFrame(await this.#snapshotText(member.session));
  }

  /** Numbers continue after this one: every subscriber finds a gap and gets a new snapshot. */
  beginAt(seq: number): void {
    this.#openAudience(sharedAudience).seq = seq;
    this.#shared = undefined;
  }

  /** A frame of another node. */
  repeat({ seq, to, text }: Pick<LeaderFrame, "seq" | "to" | "text">): void {
    if (to !== undefined) {
      this.#deliverToOne(to, text);
      return;
    }
    const audience = this.#openAudience(sharedAudience);
    audience.seq = seq ?? audience.seq;
    if (audience.members.size > 0) this.#deliverToAll(audience, text);
    else this.#shared = undefined;
  }

  /** Sends every subscriber a new snapshot. False if one could not be read: its subscriber keeps what it has, and gets the events that follow. */
  async refresh(): Promise<boolean> {
    const members = [...this.#audiences.values()].flatMap(audience => [...audience.members.keys()]);
    const refreshed = members.map(member =>
      this.#subscribe(member, subscription => writeHeld(member, subscription)).then(
        () => true,
        (error: unknown) => {
          this.#log.warn({ err: error, channel: this.name }, "a snapshot could not be read again");
          return false;
        },
      ),
    );
    return (await Promise.all(refreshed)).every(Boolean);
  }

  /** Players and guests who follow; a player with two pages counts once. */
  followers(): number {
    const players = new Set<string>();
    let guests = 0;
    for (const { members } of this.#audiences.values())
      for (const { session } of members.keys()) {
        if (session) players.add(session.player);
        else guests += 1;
      }
    return players.size + guests;
  }

  get isEmpty(): boolean {
    return [...this.#audiences.values()].every(({ members }) => members.size === 0);
  }

  /** What a subscriber of another node gets. */
  async numberedSnapshot(session: Session | null): Promise<NumberedSnapshot> {
    const remote = await this.#source.numbered?.(session);
    if (remote) return { seq: remote.seq, snapshot: z.parse(this.channel.snapshot, remote.snapshot) };
    const seq = this.#audiences.get(this.#audienceName(session?.player))?.seq ?? 0;
    return { seq, snapshot: await this.snapshotFor(session) };
  }

  /** What this session may see of the channel. */
  async snapshotFor(session: Session | null): Promise<unknown> {
    const made = this.#source.snapshot(session);
    return z.parse(this.channel.snapshot, made instanceof Promise ? await made : made);
  }

  async #snapshotText(session: Session | null): Promise<string> {
    if (this.#source.numbered) {
      const { seq, snapshot } = await this.numberedSnapshot(session);
      return JSON.stringify({ channel: this.name, seq, snapshot });
    }
    const seq = this.#audiences.get(this.#audienceName(session?.player))?.seq ?? 0;
    const snapshot = await this.snapshotFor(session);
    return JSON.stringify({ channel: this.name, seq, snapshot });
  }

  #age(shared: SharedSnapshot): number {
    return this.#clock.monotonic() - shared.startedAtMs;
  }

  unsubscribe(member: Member): void {
    const name = this.#audienceName(member.session?.player);
    const audience = this.#audiences.get(name);
    audience?.members.delete(member);
    if (audience?.members.size === 0 && name !== sharedAudience && this.#audiences.delete(name))
      this.#source.watched?.(name as PlayerId, false);
    this.#forgetOwner(member);
    if (this.isEmpty) this.#source.emptied?.();
  }

  #forgetOwner(member: Member): void {
    if (!member.session) return;
    const { player } = member.session;
    const own = this.#ofPlayer.get(player);
    own?.delete(member);
    if (own?.size === 0) this.#ofPlayer.delete(player);
  }

  #noteOwner(member: Member): void {
    const { session } = member;
    if (!session || this.channel.caller === "player") return;
    this.#ofPlayer.set(session.player, (this.#ofPlayer.get(session.player) ?? new Set()).add(member));
  }

  #broadcast(event: string, data: unknown, to: PlayerId | undefined): void {
    const schema = required(this.channel.events[event], `${this.channel.name} has no event ${event}`);
    const isPublic = this.channel.caller !== "player";
    invariant(isPublic || to !== undefined, `${this.channel.name}: published to the wrong audience`);
    // Built only if someone subscribed: a bet publishes its balance whether a page is open or not.
    const payload = () => z.parse(schema, data);
    if (isPublic && to !== undefined) this.#publishToOne(to, event, payload);
    else this.#publishToAll(to, event, payload);
  }

  #publishToAll(to: PlayerId | undefined, event: string, payload: () => unknown): void {
    const audience = this.#audiences.get(this.#audienceName(to));
    if (!audience) return;
    audience.seq++;
    const isFollowed = audience.members.size > 0;
    if (!isFollowed) this.#shared = undefined;
    if (!isFollowed && !this.#source.sent) return;
    const text = JSON.stringify({ channel: this.name, seq: audience.seq, event, data: payload() });
    if (isFollowed) this.#deliverToAll(audience, text);
    this.#source.sent?.(text, audience.seq, undefined);
  }

  #deliverToAll(audience: Audience, text: string): void {
    const frame = audience.members.size > 1 ? this.#sharedFrame(text) : textFrame(text);
    this.#followShared(frame);
    for (const [member, subscription] of audience.members) deliver(frame, member, subscription);
  }

  /** The length of a compressed message leaks part of its content, so only public messages are compressed. */
  #sharedFrame(text: string): Frame {
    return this.channel.caller === "anyone" ? new SharedFrame(text) : textFrame(text);
  }

  #followShared(frame: Frame): void {
    const shared = this.#shared;
    if (!shared) return;
    const isOver = !shared.isPending && this.#age(shared) >= snapshotEveryMs;
    if (isOver || shared.since.push(frame) > mostHeld) this.#shared = undefined;
  }

  /** Goes to one player's sockets between the numbered events, without a number: the others must not see a gap. */
  #publishToOne(player: PlayerId, event: string, payload: () => unknown): void {
    if (!this.#ofPlayer.has(player) && !this.#source.sent) return;
    const text = JSON.stringify({ channel: this.name, event, data: payload() });
    this.#deliverToOne(player, text);
    this.#source.sent?.(text, undefined, player);
  }

  #deliverToOne(player: PlayerId, text: string): void {
    const own = this.#ofPlayer.get(player);
    const members = this.#audiences.get(sharedAudience)?.members;
    if (!own || !members) return;
    const frame = textFrame(text);
    for (const member of own) {
      const subscription = members.get(member);
      if (subscription) deliver(frame, member, subscription);
    }
  }

  #audienceName(player: PlayerId | undefined): string {
    return this.channel.caller !== "player" ? sharedAudience : required(player, "a channel for players has a player");
  }

  #audienceOf(member: Member): Audience {
    return this.#openAudience(this.#audienceName(member.session?.player));
  }

  #openAudience(name: string): Audience {
    const found = this.#audiences.get(name);
    if (found) return found;
    const made: Audience = { seq: 0, members: new Map() };
    this.#audiences.set(name, made);
    if (name !== sharedAudience) this.#source.watched?.(name as PlayerId, true);
    return made;
  }
}

function deliver(frame: Frame, member: Member, subscription: Subscription): void {
  if (subscription.held === null) member.write(frame);
  else if (subscription.held.push(frame) > mostHeld) member.dropSlow();
}

/** From here on frames are written as they come. */
function writeHeld(member: Member, subscription: Subscription): void {
  const held = subscription.held ?? [];
  subscription.held = null;
  for (const frame of held) member.write(frame);
}
