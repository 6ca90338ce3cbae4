import * as z from "zod/mini";
import { type EventFault, eventFaults, type PlayedEvent } from "../model/events/event.ts";
import { producers } from "../shared/protocol.ts";
import { Refused } from "./refused.ts";

/** Faults of a stream, as opposed to those of an event. */
export const streamFaults = [
  "silence",
  "gap",
  "repeat",
  "reorder",
  "slow",
  "skew",
  "bad_signature",
  "new_epoch",
  "late_stop",
] as const;
export type StreamFault = (typeof streamFaults)[number];

const whole = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

/** `POST /odds/chaos`. */
export const faultRequest = z.union([
  z.strictObject({
    fault: z.enum(streamFaults),
    producer: z.enum(producers),
    /** How long, how late or by how much; negative only for skew. */
    ms: z.optional(z.int().check(z.minimum(-86_400_000), z.maximum(86_400_000))),
    /** Number of frames. */
    count: z.optional(whole(1000)),
  }),
  z.strictObject({
    fault: z.enum(eventFaults),
    event: z.string().check(z.maxLength(100)),
    ms: z.optional(whole(86_400_000)),
  }),
]);
export type FaultRequest = z.infer<typeof faultRequest>;

/** Some faults need a match that is played, others one that is not. */
export function refuseUnfit(fault: EventFault, event: PlayedEvent, at: number): void {
  const started = at >= event.start;
  const wrong = (message: string) => new Refused(422, "fault_not_possible", message);
  if (!event.faults.has(fault)) throw wrong(`this sport has no ${fault}`);
  if (fault === "start_earlier" && started) throw wrong("the match has started");
  if (fault === "postponed" && started) throw wrong("the match has started");
  if ((fault === "abandoned" || fault === "retired" || fault === "var") && !started)
    throw wrong("the match has not started");
}

interface Held {
  readonly due: number;
  readonly text: string;
}

/** What happens to the frames of one producer between the log and the sockets. */
export class StreamFaults {
  silentUntil = 0;
  skewMs = 0;
  stopDelayMs = 0;
  #gap = 0;
  #repeat = 0;
  #reorder = 0;
  #badSignature = 0;
  #slowMs = 0;
  #slowUntil = 0;
  #held: Held[] = [];
  #waiting: string | undefined;

  set(fault: StreamFault, now: number, ms: number | undefined, count = 1): void {
    switch (fault) {
      case "silence":
        this.silentUntil = now + (ms ?? 5000);
        break;
      case "gap":
        this.#gap = count;
        break;
      case "repeat":
        this.#repeat = count;
        break;
      case "reorder":
        this.#reorder = count;
        break;
      case "slow":
        this.#slowMs = 1500;
        this.#slowUntil = now + (ms ?? 30_000);
        break;
      case "skew":
        this.skewMs = ms ?? 0;
        break;
      case "bad_signature":
        this.#badSignature = count;
        break;
      case "late_stop":
        this.stopDelayMs = Math.max(0, ms ?? 2000);
        break;
      case "new_epoch":
        break;
    }
  }

  /** The texts to send now, for a frame that was just made. */
  pass(text: string, now: number): readonly string[] {
    if (this.#gap > 0) {
      this.#gap--;
      return [];
    }
    if (this.#badSignature > 0) {
      this.#badSignature--;
      return [damaged(text)];
    }
    const last = this.#held.at(-1);
    if (now < this.#slowUntil || last) {
      // Afterwards nothing overtakes what is held, and nothing is held longer.
      this.#held.push({ due: now < this.#slowUntil || !last ? now + this.#slowMs : last.due, text });
      return [];
    }
    if (this.#waiting !== undefined) {
      const first = this.#waiting;
      this.#waiting = undefined;
      return [text, first];
    }
    if (this.#reorder > 0) {
      this.#reorder--;
      this.#waiting = text;
      return [];
    }
    if (this.#repeat > 0) {
      this.#repeat--;
      return [text, text];
    }
    return [text];
  }

  /** Delayed frames whose time has come. */
  release(now: number): readonly string[] {
    const due = this.#held.filter(held => held.due <= now).map(({ text }) => text);
    this.#held = this.#held.filter(held => held.due > now);
    return due;
  }
}

/** Another first letter of the signature. */
function damaged(text: string): string {
  return (text.startsWith("A") ? "B" : "A") + text.slice(1);
}
