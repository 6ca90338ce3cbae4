import type { BetStopMessage, Frame, RejectedFrame } from "../shared/feed.ts";
import { createClockOffset } from "./clock-offset.ts";
import { createSequencer, type DownReason, type Position } from "./sequencer.ts";

/** A frame in its place, with what was known when it arrived. */
export interface OrderedFrame {
  readonly frame: Frame;
  /** Arrival by the monotonic clock, and below it by the time of day, milliseconds. */
  readonly arrivedAt: number;
  readonly arrived: number;
  readonly offsetMs: number;
  readonly isRecovering: boolean;
  /** The producer is up once this is applied, unless it went down since: its `downs` then differ. */
  readonly endsRecovery: boolean;
  readonly downs: number;
}

export interface StreamNotes {
  rejected(rejected: RejectedFrame): void;
  down(reason: DownReason): void;
  alarm(kind: string, detail: string): void;
  stopAhead(stops: readonly BetStopMessage[]): void;
}

const offsetAlarmMs = 2_000;
const offsetDownMs = 10_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A recovery is requested again when nothing of it arrives for this long, or when it takes this long in total. */
const recoveryMs = 15_000;
const longestRecoveryMs = 180_000;
/** Checks follow each other by milliseconds. After so long this process stood still, and what arrived meanwhile is still in its sockets. */
const stalledMs = 500;

export interface ProducerStream {
  readonly queue: OrderedFrame[];
  readonly isUp: boolean;
  /** Moves each time the producer goes down. */
  readonly downs: number;
  readonly position: Position;
  frame(frame: Frame, at: number, now: number): void;
  rejected(rejected: RejectedFrame): void;
  disconnected(): void;
  /** Notices silence and gaps. */
  check(at: number): void;
  /** The request to send now, if one is due: one at a time, with pauses that double. */
  nextRequest(at: number, id: string): string | undefined;
  requestFailed(at: number): void;
  up(): void;
}

export interface StreamOptions {
  readonly position: Position;
  readonly gapMs: number;
  readonly downAfterMs: number;
  readonly notes: StreamNotes;
}

/** One producer in the memory of the leader: its order, its clock, whether it is up. A leader begins with every producer down. */
export function createProducerStream({ position, gapMs, downAfterMs, notes }: StreamOptions): ProducerStream {
  const queue: OrderedFrame[] = [];
  const offset = createClockOffset();
  const sequencer = createSequencer({ position, gapMs, onFault });
  let isUp = false;
  let downs = 0;
  let lastArrival: number | undefined;
  let lastCheck: number | undefined;
  let isPostponed = false;
  let isOffsetReported = false;
  /** `at`: when something of it arrived. */
  let requested: { readonly at: number; readonly since: number } | undefined;
  let notBefore = 0;
  let pauseMs = firstPauseMs;

  function goDown(reason: DownReason): void {
    downs++;
    requested = undefined;
    if (isUp) notBefore = 0;
    isUp = false;
    notes.down(reason);
  }

  function onFault(
    fault: DownReason,
    rejected: RejectedFrame["fault"] | undefined,
    { signature, body, hash }: Frame,
  ): void {
    const text = Buffer.from(`${signature}.${body}`);
    if (rejected) notes.rejected({ fault: rejected, length: text.length, hash, beginning: text.subarray(0, 65_536) });
    else notes.alarm(fault, "a stream began a new epoch");
    goDown(fault);
  }

  function checkOffset(): void {
    const size = Math.abs(offset.ms);
    if (size > offsetAlarmMs && !isOffsetReported) notes.alarm("clock_offset", `${offset.ms} ms`);
    isOffsetReported = size > offsetAlarmMs;
    if (size > offsetDownMs && isUp) goDown("clock_offset");
  }

  return {
    queue,
    get isUp() {
      return isUp;
    },
    get downs() {
      return downs;
    },
    get position() {
      return sequencer.position;
    },
    frame(frame, at, now) {
      lastArrival = at;
      const isRecovering = sequencer.isRecovering;
      // Frames of a recovery were sent long ago: their delay says nothing about clocks.
      if (!isRecovering) offset.add(now, frame.sent);
      // A recovery that is still arriving is not requested again.
      else if (requested && frame.messages.some(({ message }) => message.type !== "alive"))
        requested = Object.assign({}, requested, { at });
      checkOffset();
      const isBehind = queue.length > 0;
      const ready = sequencer.accept(frame, at);
      const stops = stopsOf(frame);
      if (stops.length > 0 && (isBehind || !ready.includes(frame))) notes.stopAhead(stops);
      for (const each of ready) {
        const endsRecovery = sequencer.endsRecovery(each);
        queue.push({
          frame: each,
          arrivedAt: at,
          arrived: now,
          offsetMs: offset.ms,
          isRecovering,
          endsRecovery,
          downs,
        });
      }
      if (frame.messages.some(({ message }) => message.type === "alive" && !message.subscribed))
        goDown("not_subscribed");
    },
    rejected(rejected) {
      notes.rejected(rejected);
      goDown("bad_frame");
    },
    disconnected() {
      lastArrival = undefined;
      goDown("disconnected");
    },
    check(at) {
      const isStalled = lastCheck !== undefined && at - lastCheck >= stalledMs;
      lastCheck = at;
      if (!isUp) return;
      if (lastArrival === undefined || at - lastArrival >= downAfterMs) {
        // Once: the next check decides, whatever it finds.
        isPostponed = isStalled && !isPostponed;
        return isPostponed ? undefined : goDown("silence");
      }
      isPostponed = false;
      const overdue = sequencer.overdue(at);
      if (overdue) goDown(overdue);
    },
    nextRequest(at, id) {
      const isReceiving = lastArrival !== undefined && at - lastArrival < downAfterMs;
      const isOpen =
        requested !== undefined && at - requested.at < recoveryMs && at - requested.since < longestRecoveryMs;
      if (isUp || !isReceiving || isOpen || at < notBefore) return undefined;
      if (queue.length > 0 || Math.abs(offset.ms) > offsetDownMs) return undefined;
      requested = { at, since: at };
      notBefore = at + pauseMs;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      sequencer.startRecovery(id);
      return id;
    },
    requestFailed() {
      requested = undefined;
    },
    up() {
      isUp = true;
      requested = undefined;
      pauseMs = firstPauseMs;
    },
  };
}

function stopsOf({ messages }: Frame): readonly BetStopMessage[] {
  return messages.flatMap(({ message }) => (message.type === "bet_stop" ? [message] : []));
}
