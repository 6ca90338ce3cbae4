import * as z from "zod/mini";
import type { Channel } from "#kit/contract/channel.ts";
import type { ChannelSource } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { textFrame } from "./frame.ts";

/** One socket, as a room sees it. */
export interface Member {
  readonly session: Session | null;
  write(frame: Buffer): void;
  /** It cannot be helped any more: closes it. */
  dropSlow(): void;
}

interface Subscription {
  /** Frames told while the snapshot is being made; null once it was sent. */
  held: Buffer[] | null;
}

/** Those who hear the same events under the same numbers: everybody, or the sockets of one player. */
interface Audience {
  seq: number;
  readonly members: Map<Member, Subscription>;
}

const mostHeld = 5_000;
const everybody = "everybody";

/** A channel with its subscribers. Numbers its events; a frame is encoded once however many hear it. */
export class Room {
  readonly channel: Channel;
  readonly #source: ChannelSource;
  readonly #audiences = new Map<string, Audience>();
  /** Of a channel for anyone: the sockets of each player, for what concerns him alone. */
  readonly #ofPlayer = new Map<PlayerId, Set<Member>>();

  constructor(source: ChannelSource, log: Log) {
    this.#source = source;
    this.channel = source.channel;
    source.bind((event, data, to) => {
      // The teller has committed and goes on: a broken event is our fault and must not stop a round.
      try {
        this.#broadcast(event, data, to);
      } catch (error) {
        log.error({ err: error, channel: source.channel.name, event }, "an event could not be told");
      }
    });
  }

  /** Sends the snapshot, then whatever was told meanwhile. Rejects when the snapshot cannot be made. */
  async subscribe(member: Member): Promise<void> {
    const audience = this.#audienceOf(member);
    const subscription: Subscription = { held: [] };
    audience.members.set(member, subscription);
    this.#noteOwner(member);
    const { seq } = audience;
    try {
      const made = this.#source.snapshot(member.session);
      const snapshot = z.parse(this.channel.snapshot, made instanceof Promise ? await made : made);
      if (audience.members.get(member) !== subscription) return;
      member.write(textFrame(JSON.stringify({ channel: this.channel.name, seq, snapshot })));
    } catch (error) {
      if (audience.members.get(member) === subscription) this.unsubscribe(member);
      throw error;
    }
    const held = subscription.held ?? [];
    subscription.held = null;
    for (const frame of held) member.write(frame);
  }

  unsubscribe(member: Member): void {
    const name = this.#audienceName(member.session?.player);
    const audience = this.#audiences.get(name);
    audience?.members.delete(member);
    if (audience?.members.size === 0 && name !== everybody) this.#audiences.delete(name);
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
    const schema = must(this.channel.events[event], `${this.channel.name} has no event ${event}`);
    const isPublic = this.channel.caller === "anyone";
    invariant(isPublic || to !== undefined, `${this.channel.name}: told to the wrong ones`);
    // Looked at only where somebody hears it: a bet tells its balance whether a page is open or not.
    const told = () => z.parse(schema, data);
    if (isPublic && to !== undefined) this.#tellOne(to, event, told);
    else this.#tellAll(to, event, told);
  }

  #tellAll(to: PlayerId | undefined, event: string, told: () => unknown): void {
    const audience = this.#audiences.get(this.#audienceName(to));
    if (!audience) return;
    audience.seq++;
    if (audience.members.size === 0) return;
    const frame = textFrame(JSON.stringify({ channel: this.channel.name, seq: audience.seq, event, data: told() }));
    for (const [member, subscription] of audience.members) deliver(frame, member, subscription);
  }

  /** Goes to one player's sockets between the numbered events, without a number: the others must not see a gap. */
  #tellOne(player: PlayerId, event: string, told: () => unknown): void {
    const own = this.#ofPlayer.get(player);
    const members = this.#audiences.get(everybody)?.members;
    if (!own || !members) return;
    const frame = textFrame(JSON.stringify({ channel: this.channel.name, event, data: told() }));
    for (const member of own) {
      const subscription = members.get(member);
      if (subscription) deliver(frame, member, subscription);
    }
  }

  #audienceName(player: PlayerId | undefined): string {
    return this.channel.caller === "anyone" ? everybody : must(player, "a channel for players has a player");
  }

  #audienceOf(member: Member): Audience {
    const name = this.#audienceName(member.session?.player);
    const found = this.#audiences.get(name) ?? { seq: 0, members: new Map() };
    this.#audiences.set(name, found);
    return found;
  }
}

function deliver(frame: Buffer, member: Member, subscription: Subscription): void {
  if (subscription.held === null) member.write(frame);
  else if (subscription.held.push(frame) > mostHeld) member.dropSlow();
}
