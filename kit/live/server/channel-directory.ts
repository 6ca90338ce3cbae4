import * as z from "zod/mini";
import { channelName } from "#kit/contract/channel.ts";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import { notFound, unauthenticated } from "#kit/contract/errors.ts";
import type { Clock } from "#kit/host/host.ts";
import type { ChannelSource } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Log } from "#kit/log/log.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { ChannelHub, type HubSource, type Member } from "./channel-hub.ts";
import { LedChannel } from "./led-channel.ts";
import { attachPeers, type NumberedSnapshot, type Peers, receiverOf } from "./peers.ts";

/** What a subscription names: a channel and, where it has one, the value of its parameter. */
interface Named {
  readonly source: ChannelSource;
  readonly parameter: string | undefined;
}

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  /** The other nodes; absent in a server that is alone. */
  readonly peers?: Peers;
}

/** The channels of a process. A channel with a parameter has a hub for each value with subscribers, and no other. */
export class ChannelDirectory {
  readonly #sources: ReadonlyMap<string, ChannelSource>;
  readonly #hubs = new Map<string, ChannelHub>();
  readonly #followed = new Map<string, Set<string>>();
  readonly #ports: Ports;
  readonly #led: LedChannel[] = [];

  constructor(sources: readonly ChannelSource[], ports: Ports) {
    this.#ports = ports;
    this.#sources = new Map(sources.map(source => [source.channel.name, source]));
    for (const source of sources) this.#bind(source);
  }

  #bind(source: ChannelSource): void {
    const { channel } = source;
    const values = new Set<string>();
    this.#followed.set(channel.name, values);
    const { peers } = this.#ports;
    if (peers && source.leader !== undefined) {
      source.bind(this.#openLed(source, source.leader, peers));
      return;
    }
    if (peers) attachPeers(source, peers);
    if (!channel.parameter) this.#open({ source, parameter: undefined });
    source.bind(
      (event, data, to, parameter) => {
        invariant((parameter === undefined) === (channel.parameter === undefined), `${channel.name}: no such audience`);
        this.#hubs.get(channelName(channel, parameter))?.publish(event, data, to);
      },
      {
        values: () => [...values],
        count: parameter => this.#hubs.get(channelName(channel, parameter))?.followers() ?? 0,
      },
    );
  }

  #openLed({ channel, snapshot }: ChannelSource, rounds: string, peers: Peers): LedChannel["broadcast"] {
    const hub = new ChannelHub(
      {
        name: channel.name,
        channel,
        snapshot: session => snapshot(session),
        numbered: session => led.snapshot(session),
        sent: (text, seq, to) => led.sent(text, seq, to),
      },
      this.#ports,
    );
    const led = new LedChannel(hub, rounds, peers, this.#ports.clock);
    this.#hubs.set(channel.name, hub);
    this.#led.push(led);
    return led.broadcast;
  }

  /** Stops reading from other nodes. */
  close(): void {
    for (const led of this.#led) led.close();
  }

  /** The snapshot of a led channel as this node makes it, for another node. Undefined for any other channel. */
  numberedSnapshot(name: string, session: Session | null): Promise<NumberedSnapshot> | undefined {
    return this.#sources.get(name)?.leader === undefined ? undefined : this.#hubs.get(name)?.numberedSnapshot(session);
  }

  #named(name: string): Named | undefined {
    const cut = name.indexOf("/");
    const source = this.#sources.get(cut < 0 ? name : name.slice(0, cut));
    if (!source) return undefined;
    const { parameter } = source.channel;
    if (!parameter) return cut < 0 ? { source, parameter: undefined } : undefined;
    const value = cut < 0 ? undefined : z.safeParse(parameter.schema, name.slice(cut + 1));
    return value?.success ? { source, parameter: value.data } : undefined;
  }

  /** Why this session may not subscribe; undefined admits it. */
  refusal(
    name: string,
    { session, operator }: Pick<Member, "session" | "operator">,
  ): Promise<ErrorCode | undefined> | ErrorCode | undefined {
    const named = this.#named(name);
    if (!named) return notFound;
    const { source, parameter } = named;
    if (source.channel.caller === "player" && !session) return unauthenticated;
    if (source.channel.caller === "operator" && !operator) return notFound;
    return source.refusal?.(session, parameter ?? "", operator);
  }

  /** The hub to subscribe to, created for a value without subscribers. Undefined for a name that is no channel. */
  take(name: string): ChannelHub | undefined {
    const named = this.#named(name);
    return named && (this.#hubs.get(name) ?? this.#open(named));
  }

  find(name: string): ChannelHub | undefined {
    return this.#hubs.get(name);
  }

  #open({ source, parameter }: Named): ChannelHub {
    const { channel } = source;
    const name = channelName(channel, parameter);
    const own: HubSource = { name, channel, snapshot: session => source.snapshot(session, parameter ?? "") };
    if (channel.caller === "player" && source.peers) Object.assign(own, { watched: this.#watcherOf(source) });
    const hub = new ChannelHub(
      parameter === undefined ? own : Object.assign(own, { emptied: () => this.#close(source, name, parameter) }),
      this.#ports,
    );
    this.#hubs.set(name, hub);
    if (parameter !== undefined) this.#followed.get(channel.name)?.add(parameter);
    return hub;
  }

  /** The node takes messages about a player while it has sockets of theirs. */
  #watcherOf({ channel, peers: link }: ChannelSource): HubSource["watched"] {
    const { peers } = this.#ports;
    if (!peers || !link) return undefined;
    const ends = new Map<string, () => void>();
    return (player, isWatched) => {
      ends.get(player)?.();
      ends.delete(player);
      if (isWatched) ends.set(player, peers.watch(channel.name, player, receiverOf(link.receive, peers)));
    };
  }

  #close({ channel }: ChannelSource, name: string, parameter: string): void {
    this.#hubs.delete(name);
    this.#followed.get(channel.name)?.delete(parameter);
  }

  /** What a subscriber would get now, for server rendering; null for a name, a caller or a value that is refused, and for a player channel. */
  async snapshotFor(name: string, session: Session | null): Promise<unknown> {
    const named = this.#named(name);
    if (named?.source.channel.caller !== "anyone" || (await this.refusal(name, { session, operator: null })))
      return null;
    const { source, parameter } = named;
    if (source.leader !== undefined && this.#ports.peers)
      return (await required(this.#hubs.get(name), "a led channel has its hub").numberedSnapshot(session)).snapshot;
    return z.parse(source.channel.snapshot, await source.snapshot(session, parameter ?? ""));
  }
}
