import { type FrameBody, type Message, message as messageShape, type Producer } from "../shared/protocol.ts";
import { StreamFaults } from "./faults.ts";
import type { FrameLog } from "./frame-log.ts";
import type { Signer } from "./signer.ts";

/** Characters of the messages of one frame: far below what a consumer must refuse. */
const frameChars = 400_000;
const heartbeatMs = 1000;

export type Send = (text: string) => void;

/** One producer's stream: frames are made, stored and sent in this order. */
export class ProducerStream {
  readonly producer: Producer;
  readonly log: FrameLog;
  readonly faults = new StreamFaults();
  readonly #signer: Signer;
  readonly #subscribers = new Set<Send>();
  #messages: Message[] = [];
  #lastBeat = 0;
  #recovery: { readonly texts: Iterator<string>; readonly done: () => void } | undefined;

  constructor(producer: Producer, log: FrameLog, signer: Signer) {
    this.producer = producer;
    this.log = log;
    this.#signer = signer;
  }

  subscribe(send: Send): () => void {
    this.#subscribers.add(send);
    return () => this.#subscribers.delete(send);
  }

  get recovering(): boolean {
    return this.#recovery !== undefined;
  }

  say(message: Message): void {
    this.#messages.push(messageShape.parse(message));
  }

  /** Makes the frames of what was said; every second there is a heartbeat. */
  flush(now: number, numbers: ReadonlyMap<string, number>): void {
    for (const text of this.faults.release(now)) this.#send(text);
    this.#continueRecovery();
    if (now - this.#lastBeat >= heartbeatMs) {
      this.#lastBeat = now;
      this.say({ type: "alive", at: now, subscribed: true });
    }
    while (this.#messages.length > 0) this.#frame(this.#take(), now, numbers);
  }

  #take(): Message[] {
    let chars = 0;
    let count = 0;
    while (count < this.#messages.length && (count === 0 || chars < frameChars)) {
      chars += JSON.stringify(this.#messages[count]).length;
      count++;
    }
    return this.#messages.splice(0, count);
  }

  #frame(messages: Message[], now: number, numbers: ReadonlyMap<string, number>): void {
    const { epoch, frame, prev } = this.log.head;
    const skew = this.faults.skewMs;
    const shifted = skew === 0 ? messages : messages.map(one => ({ ...one, at: Math.max(0, one.at + skew) }));
    const body: FrameBody = {
      producer: this.producer,
      epoch,
      frame: frame + 1,
      prev,
      sent: now + skew,
      messages: shifted,
    };
    const bodyText = JSON.stringify(body);
    const text = `${this.#signer.sign(bodyText)}.${bodyText}`;
    this.log.append(now, body, text, numbers);
    for (const passed of this.faults.pass(text, now)) this.#send(passed);
  }

  #send(text: string): void {
    for (const send of this.#subscribers) send(text);
  }

  /** Sends stored frames again, a part at each tick, then calls `done`. */
  recover(texts: Iterable<string>, done: () => void): void {
    this.#recovery = { texts: texts[Symbol.iterator](), done };
  }

  #continueRecovery(): void {
    if (!this.#recovery) return;
    const { texts, done } = this.#recovery;
    for (let count = 0; count < 500; count++) {
      const next = texts.next();
      if (next.done) {
        this.#recovery = undefined;
        done();
        return;
      }
      this.#send(next.value);
    }
  }
}
