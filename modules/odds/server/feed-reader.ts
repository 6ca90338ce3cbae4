import type { Host } from "#kit/host/host.ts";
import { createLeader, type Leader, type Leadership, LeadershipLost } from "#kit/leadership/leader.ts";
import { createLeaderLock, type LeaderLock } from "#kit/leadership/leader-lock.ts";
import { required } from "#kit/std/invariant.ts";
import type { OddsProvider } from "../providers/provider.ts";
import type { BetStopMessage } from "../shared/feed.ts";
import { announce } from "./announce.ts";
import { applyFrames, type FrameInContext } from "./apply-frames.ts";
import {
  beat,
  raiseAlarm,
  readPosition,
  setProducer,
  stopAhead,
  storeRejected,
  takeFrames,
  takeLeaderEpoch,
} from "./feed-store.ts";
import { createProducerStream, type OrderedFrame, type ProducerStream } from "./producer-stream.ts";

const name = "odds-feed";
/** How often the reader looks for frames and silence. */
const tickMs = 20;
/** Frames applied before silence is looked for again. */
const frameBatch = 50;
/** What one transaction applies of a backlog: nothing but its first frame while few wait, because bets on its events wait for the commit. */
const most = { frames: 10, messages: 250 };
/** And of a recovery, while no bets are accepted. */
const mostRecovering = { frames: 200, messages: 1_000 };
/** Up to this many frames wait and are applied one by one. */
const fewWaiting = 50;
const mostAttempts = 3;

/** Reads the streams of the provider in one process, the leader; others stand by. */
export function createFeedReader(
  host: Host,
  provider: OddsProvider,
  lock: LeaderLock = createLeaderLock(host, name),
): Leader {
  const takeEpoch = () => takeLeaderEpoch(host.db, provider.producers, provider.limits.downAfterMs);
  return createLeader({ host, name, lock, takeEpoch, lead: leadership => read(host, provider, leadership) });
}

async function read(host: Host, provider: OddsProvider, leadership: Leadership): Promise<void> {
  const streams = new Map<string, ReadProducer>();
  const ends: (() => void)[] = [];
  try {
    for (const producer of provider.producers) {
      const opened = await openStream(host, provider, producer, leadership);
      streams.set(producer, opened);
      const { stream } = opened;
      const { clock } = host;
      ends.push(
        provider.connect(producer, {
          frame: frame => stream.frame(frame, clock.monotonic(), clock.now()),
          rejected: rejected => stream.rejected(rejected),
          disconnected: () => stream.disconnected(),
        }),
      );
    }
    // Side by side: the snapshot of one producer must not delay the heartbeats of another.
    await Promise.all(
      [...streams].map(async ([producer, opened]) => {
        for (;;) {
          await work(host, provider, leadership, producer, opened);
          if (opened.stream.queue.length === 0) await leadership.wait(tickMs);
        }
      }),
    );
  } finally {
    for (const end of ends) end();
  }
}

/** A producer as its leader reads it. */
interface ReadProducer {
  readonly stream: ProducerStream;
  /** Writes to its row in the order in which they were decided: an `up` never lands after a later `down`, nor before an earlier one. */
  readonly inOrder: InOrder;
}
type InOrder = <T>(task: () => Promise<T>) => Promise<T>;

function createOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return task => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}

async function openStream(
  host: Host,
  provider: OddsProvider,
  producer: string,
  leadership: Leadership,
): Promise<ReadProducer> {
  const { db, clock, log, metrics, signals } = host;
  const alarms = metrics.counter("odds_alarms_total", "Alarms of the odds feed", ["kind"]);
  const inOrder = createOrder();
  // Writes beside the order of frames: they finish in their own time, and each is logged when it fails.
  const beside = (what: string, task: Promise<unknown>) =>
    void task.catch((error: unknown) => {
      if (!(error instanceof LeadershipLost))
        log.error({ err: error, producer, what }, "the odds feed could not write");
    });
  // A market that should be closed is open until this is written, so it is repeated until it is.
  const close = (reason: string) =>
    leadership.untilDone("take a producer down", () =>
      db.tx(tx => setProducer(tx, leadership.epoch, producer, reason)),
    );
  const position = await leadership.untilDone("read the position", () => readPosition(db, producer));
  const { gapMs, downAfterMs } = provider.limits;
  const stream = createProducerStream({
    position,
    gapMs,
    downAfterMs,
    notes: {
      rejected(rejected) {
        alarms.inc({ kind: rejected.fault });
        log.warn({ producer, fault: rejected.fault, hash: rejected.hash }, "a frame was rejected");
        beside("a rejected frame", storeRejected(db, producer, rejected, clock.now()));
      },
      down(reason) {
        log.warn({ producer, reason }, "producer is down");
        beside(
          "a producer that is down",
          inOrder(async () => leadership.requireLeadership(await close(reason))),
        );
      },
      alarm(kind, detail) {
        alarms.inc({ kind });
        beside("an alarm", raiseAlarm(db, producer, kind, detail, clock.now()));
      },
      stopAhead: (stops: readonly BetStopMessage[]) =>
        beside(
          "a bet_stop",
          leadership.untilDone("close markets ahead of their frame", () => stopAhead(db, signals, stops)),
        ),
    },
  });
  return { stream, inOrder };
}

/** Applies what arrived, notices what did not, and requests what is missing. */
async function work(
  host: Host,
  provider: OddsProvider,
  leadership: Leadership,
  producer: string,
  opened: ReadProducer,
): Promise<void> {
  const { stream } = opened;
  for (let applied = 0; applied < frameBatch && stream.queue.length > 0; ) {
    const frames = nextFrames(stream.queue);
    if (frames.length === 1 || !(await applyBacklog(host, leadership, opened, frames)))
      for (const frame of frames) await applyNext(host, leadership, opened, frame);
    stream.queue.splice(0, frames.length);
    applied += frames.length;
  }
  const at = host.clock.monotonic();
  stream.check(at);
  const request = stream.nextRequest(at, host.ids.next());
  if (request === undefined) return;
  const { epoch, frame: after } = stream.position;
  host.log.info({ producer, epoch, after }, "recovery requested");
  provider.recover({ producer, epoch, after, request }).catch((error: unknown) => {
    host.log.warn({ err: error, producer }, "recovery was not accepted");
    stream.requestFailed(host.clock.monotonic());
  });
}

/** A backlog is applied in transactions of several frames. The frame that brings a producer up has its own: it locks the producer's row. */
function nextFrames(queue: readonly OrderedFrame[]): readonly OrderedFrame[] {
  const isRecovering = queue[0]?.isRecovering === true;
  if (!isRecovering && queue.length <= fewWaiting) return queue.slice(0, 1);
  const limit = isRecovering ? mostRecovering : most;
  let messages = 0;
  const end = queue.findIndex((each, at) => {
    messages += each.frame.messages.length;
    if (at === 0) return false;
    const isOther = each.endsRecovery || each.isRecovering !== isRecovering;
    return isOther || at >= limit.frames || messages > limit.messages;
  });
  return queue[0]?.endsRecovery ? queue.slice(0, 1) : queue.slice(0, end === -1 ? undefined : end);
}

/** False when they were not committed, or it is not known: each is then applied by itself, so that a bad one takes no other with it. */
async function applyBacklog(
  host: Host,
  leadership: Leadership,
  { stream }: ReadProducer,
  frames: readonly OrderedFrame[],
): Promise<boolean> {
  let led: boolean;
  try {
    led = await applyOrdered(host, leadership.epoch, stream, frames, false);
  } catch (error) {
    host.log.warn({ err: error, frames: frames.length }, "frames of a backlog are applied one by one");
    return false;
  }
  leadership.requireLeadership(led);
  return true;
}

async function applyNext(
  host: Host,
  leadership: Leadership,
  { stream, inOrder }: ReadProducer,
  next: OrderedFrame,
): Promise<void> {
  const { producer } = next.frame;
  let attempts = 0;
  const apply = (isSkipped: boolean) => {
    const task = () => applyOrdered(host, leadership.epoch, stream, [next], isSkipped);
    return next.endsRecovery ? inOrder(task) : task();
  };
  const led = await leadership.untilDone("apply a frame", async () => {
    attempts++;
    try {
      return await apply(false);
    } catch (error) {
      if (!isAboutData(error) || attempts < mostAttempts) throw error;
      host.log.error({ err: error, producer, frame: next.frame.frame }, "a frame could not be applied and is skipped");
      await raiseAlarm(host.db, producer, "apply_failed", `frame ${next.frame.frame}`, host.clock.now());
      await stopAhead(host.db, host.signals, stopsOfEverything(next));
      return apply(true);
    }
  });
  leadership.requireLeadership(led);
  if (next.endsRecovery && next.downs === stream.downs) {
    stream.up();
    host.log.info({ producer }, "producer is up");
  }
}

async function applyOrdered(
  { db, bus, clock, signals, failpoints }: Host,
  leaderEpoch: bigint,
  stream: ProducerStream,
  frames: readonly OrderedFrame[],
  isSkipped: boolean,
): Promise<boolean> {
  const { frame, arrivedAt, endsRecovery, downs } = required(frames.at(-1), "at least one frame");
  const { producer } = frame;
  const led = await db.tx(async tx => {
    const isUp = endsRecovery && downs === stream.downs;
    // Producers are locked before events, as bets lock them.
    if (isUp && !(await setProducer(tx, leaderEpoch, producer, null))) return false;
    const taken = await takeFrames(tx, leaderEpoch, frames);
    if (!taken) return false;
    if (taken.length > 0 && !isSkipped)
      await announce(signals, tx, await applyFrames(tx, bus, producer, taken.map(inContext)));
    await beat(tx, producer, clock.monotonic() - arrivedAt);
    failpoints.hit("odds.frame.formed");
    return true;
  });
  for (const _ of frames) failpoints.hit("odds.frame.committed");
  return led;
}

function inContext({ frame, arrived, offsetMs, isRecovering }: OrderedFrame): FrameInContext {
  const { producer, sent } = frame;
  return { frame, context: { producer, sent, now: arrived, offsetMs, isRecovering } };
}

/** Errors of PostgreSQL about values and constraints: a repeat would fail the same way. */
function isAboutData(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(`${error.code}`);
}

function stopsOfEverything({ frame }: OrderedFrame): readonly BetStopMessage[] {
  return frame.messages.flatMap(({ message }) =>
    "event" in message && message.event !== undefined
      ? [{ type: "bet_stop" as const, event: message.event, n: message.n ?? 0, at: frame.sent, groups: "all" as const }]
      : [],
  );
}
