import type { ChannelSource } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** A snapshot with the number of the event before it. */
export interface NumberedSnapshot {
  readonly seq: number;
  readonly snapshot: unknown;
}

/** A frame of a leader, as it goes to sockets. */
export interface LeaderFrame {
  readonly epoch: bigint;
  /** Absent for a frame to one player. */
  readonly seq?: number;
  readonly to?: PlayerId;
  /** The JSON of the frame. */
  readonly text: string;
}

/** What a leader says every second: an event with a higher number does not exist yet. */
export interface LeaderBeat {
  readonly epoch: bigint;
  readonly seq: number;
}

export type DropReason = "not_ours" | "too_large" | "malformed" | "old_epoch" | "order" | "not_leading";

/** The other nodes, as live channels use them. */
export interface Peers {
  /** How many nodes answer for the same players, this one included. */
  nodes(): number;
  leads(rounds: string): boolean;
  /** The epoch under which this node leads. */
  epochOf(rounds: string): bigint | undefined;
  /** Whether frames reach other nodes now. */
  readonly isConnected: boolean;
  sendFrame(channel: string, frame: LeaderFrame): void;
  onFrame(channel: string, receive: (frame: LeaderFrame) => void): void;
  /** Arrives after the frames that were sent before it. */
  sendBeat(channel: string, beat: LeaderBeat): void;
  onBeat(channel: string, receive: (beat: LeaderBeat) => void): void;
  /** Whether another node leads these rounds, by the database. */
  isLedElsewhere(rounds: string): Promise<boolean>;
  /** What the leader's sockets would get; undefined if no leader answers. */
  askSnapshot(rounds: string, channel: string, session: Session | null): Promise<NumberedSnapshot | undefined>;
  /** To all nodes, or to those that watch the player. Of messages with the same `key` that wait together only the last is sent. */
  send(channel: string, message: Json, to?: PlayerId, key?: string): void;
  onMessage(channel: string, receive: (message: unknown) => void): void;
  /** This node has a socket of the player, until the returned function is called. */
  watch(channel: string, player: PlayerId, receive: (message: unknown) => void): () => void;
  dropped(reason: DropReason): void;
}

/** Attaches what the nodes exchange about a channel on which each of them publishes. */
export function attachPeers({ channel, peers: link }: ChannelSource, peers: Peers): void {
  if (!link) return;
  const { name, caller } = channel;
  link.attach((message, to, key) => peers.send(name, message, to, key));
  if (caller === "anyone") peers.onMessage(name, receiverOf(link.receive, peers));
}

export const receiverOf = (receive: (message: unknown) => void, peers: Peers) => (message: unknown) => {
  try {
    receive(message);
  } catch {
    peers.dropped("malformed");
  }
};
