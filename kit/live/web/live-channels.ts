import type { ChannelEventData, ChannelEventName, ChannelSnapshot, ChannelSpec } from "#kit/contract/channel.ts";
import type { ClientMessage, ServerMessage } from "#kit/contract/socket.ts";

/** A follower of a channel. A snapshot replaces everything received before it. */
export interface Follower<S extends ChannelSpec> {
  snapshot(data: ChannelSnapshot<S>): void;
  event<E extends ChannelEventName<S>>(name: E, data: ChannelEventData<S, E>): void;
  /** The server refuses the subscription: `unauthenticated`, `not_found`. */
  refused?(code: string): void;
}

const subscribeAgainMs = 2_000;

interface Following {
  /** The number of the last received event; undefined while a snapshot is awaited. */
  seq: number | undefined;
  readonly followers: Set<Follower<ChannelSpec>>;
}

/** The channels that a page follows; every gap is detected. */
export interface LiveChannels {
  readonly isEmpty: boolean;
  follow(name: string, follower: Follower<ChannelSpec>): () => void;
  receive(message: Extract<ServerMessage, { channel: string }>): void;
  /** Subscribes to every channel over a connection that was just opened. */
  subscribeAll(): void;
  /** The connection is lost: the next one begins with snapshots. */
  lost(): void;
}

interface Needs {
  isOpen(): boolean;
  send(message: ClientMessage): void;
  /** From 0 to 1. */
  readonly chance: () => number;
}

export function createLiveChannels({ isOpen, send, chance }: Needs): LiveChannels {
  const channels = new Map<string, Following>();

  /** A rate limit on subscriptions is temporary; every other refusal is final. */
  function refused(name: string, code: string, following: Following): void {
    if (code !== "too_many_requests") for (const follower of following.followers) follower.refused?.(code);
    else setTimeout(() => following.seq === undefined && subscribe(name), subscribeAgainMs * (0.5 + chance()));
  }

  function subscribe(name: string): void {
    if (isOpen() && channels.has(name)) send({ sub: name });
  }

  /**
   * Events before a snapshot, and duplicates, are ignored; a skipped number requests a new snapshot. An event
   * without a number is for this player only and is delivered in order.
   */
  function receiveEvent(message: Extract<ServerMessage, { event: string }>, following: Following): void {
    const { seq = following.seq } = message;
    if (following.seq === undefined || seq === undefined) return;
    if (message.seq !== undefined && seq <= following.seq) return;
    const skipped = seq > following.seq + 1;
    following.seq = skipped ? undefined : seq;
    if (skipped) send({ sub: message.channel });
    else for (const follower of following.followers) follower.event(message.event, message.data as never);
  }

  return {
    get isEmpty() {
      return channels.size === 0;
    },
    follow(name, follower) {
      const following = channels.get(name) ?? { seq: undefined, followers: new Set() };
      channels.set(name, following);
      following.followers.add(follower);
      // Snapshots are not cached here, so a second follower requests one too; the first one receives it again.
      following.seq = undefined;
      if (isOpen()) send({ sub: name });
      return () => {
        following.followers.delete(follower);
        if (following.followers.size > 0 || channels.get(name) !== following) return;
        channels.delete(name);
        if (isOpen()) send({ unsub: name });
      };
    },
    receive(message) {
      const following = channels.get(message.channel);
      if (!following) return;
      if ("error" in message) refused(message.channel, message.error.code, following);
      else if ("snapshot" in message) {
        following.seq = message.seq;
        for (const follower of following.followers) follower.snapshot(message.snapshot as never);
      } else receiveEvent(message, following);
    },
    subscribeAll() {
      for (const name of channels.keys()) send({ sub: name });
    },
    lost() {
      for (const following of channels.values()) following.seq = undefined;
    },
  };
}
