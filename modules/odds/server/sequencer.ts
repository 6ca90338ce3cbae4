import type { Frame, RejectedFrame } from "../shared/feed.ts";

/** `prev` of the first frame of an epoch. */
export const firstPrev = "0".repeat(64);
/** A stream never skips more than this in its lifetime; such a number is a mistake, not a gap. */
const largestJump = 1_000_000;
/** Frames that wait for a missing one. */
const mostWaiting = 50_000;

export interface Position {
  readonly epoch: number;
  readonly frame: number;
  /** Hash of the last frame; undefined where a snapshot replaced missing frames. */
  readonly hash: string | undefined;
}

export type DownReason =
  | "not_connected"
  | "silence"
  | "gap"
  | "new_epoch"
  | "bad_frame"
  | "wrong_prev"
  | "frame_jump"
  | "clock_offset"
  | "not_subscribed"
  | "disconnected";

export interface Sequencer {
  readonly position: Position;
  readonly isRecovering: boolean;
  /** Frames to apply now, in order. Nothing is applied twice. */
  accept(frame: Frame, now: number): readonly Frame[];
  /** What to do because time passed: a gap that was not filled. */
  overdue(now: number): DownReason | undefined;
  /** Frames are collected until this recovery is complete. */
  startRecovery(request: string): void;
  /** True once, when the frame that ends the recovery was handed out. */
  endsRecovery(frame: Frame): boolean;
}

export interface SequencerOptions {
  readonly position: Position;
  readonly gapMs: number;
  readonly onFault: (fault: DownReason, rejected: RejectedFrame["fault"] | undefined, frame: Frame) => void;
}

/** Brings the frames of one producer into their order. */
export function createSequencer({ position: start, gapMs, onFault }: SequencerOptions): Sequencer {
  let position = start;
  let request: string | undefined;
  let gapSince: number | undefined;
  const waiting = new Map<number, Frame>();
  let waitingEpoch = start.epoch;

  function accept(frame: Frame, now: number): readonly Frame[] {
    if (frame.epoch < Math.max(position.epoch, waitingEpoch)) return [];
    if (frame.epoch === position.epoch && frame.frame <= position.frame) return [];
    const newest = waitingEpoch === position.epoch ? position.frame : 0;
    if (position.epoch > 0 && frame.frame > newest + largestJump) return refuse("frame_jump", frame);
    if (frame.epoch > waitingEpoch) startEpoch(frame);
    if (waiting.size < mostWaiting) waiting.set(frame.frame, frame);
    const ready = request !== undefined && completes(frame) ? fromSnapshot() : [];
    return ready.concat(contiguous(now));
  }

  function startEpoch(frame: Frame): void {
    waiting.clear();
    waitingEpoch = frame.epoch;
    if (position.epoch > 0) onFault("new_epoch", undefined, frame);
  }

  function refuse(fault: "frame_jump" | "wrong_prev", frame: Frame): readonly Frame[] {
    onFault(fault, fault, frame);
    return [];
  }

  const completes = ({ messages }: Frame) =>
    messages.some(({ message }) => message.type === "snapshot_complete" && message.request === request);

  /** The missing frames will not come: a snapshot replaces them, and the chain begins with the first frame that did arrive. */
  function fromSnapshot(): Frame[] {
    if (waitingEpoch === position.epoch && waiting.has(position.frame + 1)) return [];
    const first = Math.min(...waiting.keys());
    const frame = waiting.get(first);
    if (!frame) return [];
    waiting.delete(first);
    move(frame);
    return [frame];
  }

  function contiguous(now: number): Frame[] {
    const ready: Frame[] = [];
    while (waitingEpoch === position.epoch) {
      const next = waiting.get(position.frame + 1);
      if (!next) break;
      waiting.delete(next.frame);
      if (position.hash !== undefined && next.prev !== position.hash) {
        refuse("wrong_prev", next);
        break;
      }
      move(next);
      ready.push(next);
    }
    gapSince = waiting.size === 0 ? undefined : (gapSince ?? now);
    return ready;
  }

  function move({ epoch, frame, hash }: Frame): void {
    position = { epoch, frame, hash };
    gapSince = undefined;
  }

  return {
    get position() {
      return position;
    },
    get isRecovering() {
      return request !== undefined;
    },
    accept,
    overdue: now => (request === undefined && gapSince !== undefined && now - gapSince >= gapMs ? "gap" : undefined),
    startRecovery(next) {
      request = next;
    },
    endsRecovery(frame) {
      if (request === undefined || !completes(frame)) return false;
      request = undefined;
      return true;
    },
  };
}
