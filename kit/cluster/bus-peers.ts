import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Fanout, Unsubscribe } from "#kit/live/server/fanout/fanout.ts";
import type { NumberedSnapshot, Peers } from "#kit/live/server/peers.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { NodeAsker } from "./ask-node.ts";
import { type BusFrame, decodeFrame, encodeFrame } from "./bus-frame.ts";
import type { LeaderRow } from "./cluster-store.ts";
import { type AskHandler, AskRefused } from "./internal-listener.ts";
import type { LeaderDirectory } from "./leader-directory.ts";
import type { ClusterNode } from "./node.ts";

/** The path of snapshots that a node asks the leader for. */
export const snapshotPath = "/v1/snapshot";

const buckets = 1024;
/** At most twenty frames a second about the players of a bucket. */
const messagesEveryMs = 50;
const mostWaiting = 1_000;
const snapshotWithinMs = 2_000;

export interface PeersNeeds {
  readonly host: Pick<Host, "clock" | "log" | "metrics" | "tracer">;
  readonly node: Pick<ClusterNode, "name" | "leads" | "epochOf" | "count">;
  readonly directory: LeaderDirectory;
  readonly asker: NodeAsker;
  readonly secrets: readonly string[];
  /** None: snapshots of the leader are all that other nodes see. */
  readonly fanout: Fanout | undefined;
}

const sessionShape = z.object({
  id: z.string(),
  player: z.string(),
  currency: z.nullable(z.string()),
  test: z.boolean(),
});
const askShape = z.object({ leader: z.string(), channel: z.string(), session: z.nullable(sessionShape) });
const answerShape = z.object({ seq: z.optional(z.int()), snapshot: z.optional(z.unknown()) });

/** Clusters may share a broker. */
const prefixOf = (secret: string) =>
  `fairhouse.${createHash("sha256").update(`bus ${secret}`).digest("hex").slice(0, 8)}`;

/** First 10 bits of SHA-256: which nodes watch a player is decided by bucket. */
export const bucketOf = (player: string): number => createHash("sha256").update(player).digest().readUInt16BE(0) >> 6;

/** The other nodes over a bus, and over the internal listener for snapshots. */
export function createPeers({ host, node, directory, asker, secrets, fanout }: PeersNeeds): Peers {
  const [secret = ""] = secrets;
  const prefix = prefixOf(secret);
  /** While the secret is being changed, nodes that were not restarted yet publish under the other one. */
  const otherPrefixes = secrets.slice(1).map(prefixOf);
  const drops = host.metrics.counter("cluster_bus_frames_dropped_total", "Bus frames that were dropped", ["reason"]);
  const sent = host.metrics.counter("cluster_bus_frames_sent_total", "Frames sent to the bus");
  const waiting = new Map<string, Map<string, Json>>();
  /** The first traced step that put a message into each waiting list. */
  const causes = new Map<string, string>();
  const watched = new Map<
    string,
    { readonly receivers: Set<(message: unknown) => void>; readonly end: Promise<Unsubscribe> }
  >();
  let unnamed = 0;

  function publish(channelSubject: string, frame: Omit<BusFrame, "from">): void {
    if (!fanout) return;
    const subject = prefix + channelSubject;
    fanout.publish(subject, encodeFrame(secret, subject, { from: node.name, ...frame }));
    sent.inc();
  }

  async function subscribe(subject: string, receive: (frame: BusFrame) => void): Promise<Unsubscribe> {
    const ends = await Promise.all([prefix, ...otherPrefixes].map(each => subscribeTo(each + subject, receive)));
    return () => {
      for (const end of ends) end?.();
    };
  }

  function subscribeTo(subject: string, receive: (frame: BusFrame) => void): Promise<Unsubscribe> | undefined {
    return fanout?.subscribe(subject, bytes => {
      const decoded = decodeFrame(secrets, subject, bytes);
      if ("fault" in decoded) drops.inc({ reason: decoded.fault });
      else if (decoded.frame.from !== node.name) deliver(decoded.frame, receive);
    });
  }

  function deliver(frame: BusFrame, receive: (frame: BusFrame) => void): void {
    if (host.tracer && frame.traceparent) host.tracer.continued("bus.deliver", frame.traceparent, () => receive(frame));
    else receive(frame);
  }

  /** Each content is a list of messages. */
  function receiveList(receive: (message: unknown) => void) {
    return ({ text }: BusFrame) => {
      const list: unknown = parsed(text);
      if (!Array.isArray(list)) return drops.inc({ reason: "malformed" });
      for (const message of list) receive(message);
    };
  }

  const subjectOf = (channel: string, player: PlayerId | undefined) =>
    player === undefined ? `.all.${channel}` : `.of.${channel}.${bucketOf(player) % buckets}`;

  function flush(subject: string): void {
    const messages = waiting.get(subject);
    waiting.delete(subject);
    const traceparent = causes.get(subject);
    causes.delete(subject);
    if (messages) publish(subject, { text: JSON.stringify([...messages.values()]), traceparent });
  }

  async function leaderElsewhere(rounds: string): Promise<LeaderRow | undefined> {
    const found = await directory.find(rounds);
    return found?.node === node.name ? undefined : found;
  }

  return {
    nodes: node.count,
    leads: node.leads,
    epochOf: node.epochOf,
    get isConnected() {
      return fanout?.state.connected ?? false;
    },
    sendFrame: (channel, frame) =>
      publish(`.led.${channel}`, { ...frame, traceparent: host.tracer?.current()?.context }),
    onFrame(channel, receive) {
      void subscribe(`.led.${channel}`, ({ epoch, seq, to, text }) => {
        if (epoch === undefined || (seq === undefined) === (to === undefined))
          return drops.inc({ reason: "malformed" });
        receive({ epoch, text, ...(seq !== undefined && { seq }), ...(to !== undefined && { to: to as PlayerId }) });
      });
    },
    sendBeat: (channel, { epoch, seq }) => publish(`.beat.${channel}`, { epoch, seq, text: "" }),
    onBeat(channel, receive) {
      void subscribe(`.beat.${channel}`, ({ epoch, seq }) => {
        if (epoch === undefined || seq === undefined) return drops.inc({ reason: "malformed" });
        receive({ epoch, seq });
      });
    },
    isLedElsewhere: async leader => (await leaderElsewhere(leader)) !== undefined,
    async askSnapshot(leader, channel, session) {
      const found = await leaderElsewhere(leader);
      if (!found?.address) return undefined;
      const ask = { leader, channel, session: session && claimOf(session) };
      const target = { node: found.node, address: found.address };
      const result = await asker.ask(target, snapshotPath, ask, snapshotWithinMs);
      const answer = result.kind === "answered" ? z.safeParse(answerShape, result.body) : undefined;
      if (answer?.success && answer.data.seq !== undefined)
        return { seq: answer.data.seq, snapshot: answer.data.snapshot };
      directory.forget();
      return undefined;
    },
    send(channel, message, to, key) {
      if (!fanout) return;
      const subject = subjectOf(channel, to);
      const messages = waiting.get(subject) ?? new Map<string, Json>();
      if (!waiting.has(subject)) {
        waiting.set(subject, messages);
        host.clock.after(messagesEveryMs, () => flush(subject));
      }
      const traceparent = host.tracer?.current()?.context;
      if (traceparent !== undefined && !causes.has(subject)) causes.set(subject, traceparent);
      messages.set(key ?? `${++unnamed}`, message);
      if (messages.size >= mostWaiting) flush(subject);
    },
    onMessage: (channel, receive) => void subscribe(subjectOf(channel, undefined), receiveList(receive)),
    watch(channel, player, receive) {
      const subject = subjectOf(channel, player);
      const receivers = watched.get(subject)?.receivers ?? new Set();
      receivers.add(receive);
      if (!watched.has(subject)) {
        // One receiver for all watched players of the bucket: the channel finds the sockets by player.
        const toOne = receiveList(message => [...receivers][0]?.(message));
        watched.set(subject, { receivers, end: subscribe(subject, toOne) });
      }
      return () => {
        receivers.delete(receive);
        if (receivers.size > 0) return;
        const { end } = watched.get(subject) ?? {};
        watched.delete(subject);
        void end?.then(unsubscribe => unsubscribe());
      };
    },
    dropped: reason => drops.inc({ reason }),
  };
}

/** The session as the leader's views need it: they show the player's own bets of the running round. */
const claimOf = ({ id, player, currency, test }: Session) => ({ id, player, currency, test });

/** Answers nodes that ask for the snapshot of a channel this node leads. */
export function answerSnapshots(
  node: Pick<ClusterNode, "leads">,
  snapshotOf: (channel: string, session: Session | null) => Promise<NumberedSnapshot> | undefined,
): AskHandler {
  return async content => {
    const read = z.safeParse(askShape, content);
    if (!read.success) throw new AskRefused("malformed");
    const { leader, channel, session } = read.data;
    if (!node.leads(leader)) return { status: 200, body: {} };
    const snapshot = snapshotOf(channel, session as Session | null);
    if (!snapshot) throw new AskRefused("malformed");
    return { status: 200, body: await snapshot };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
