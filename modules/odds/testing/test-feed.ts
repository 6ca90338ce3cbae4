import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";
import type { FrameSink, OddsProvider, RecoveryRequest } from "../providers/provider.ts";
import { decodeFrame } from "../providers/sandbox/decode-frame.ts";
import { firstPrev } from "../server/sequencer.ts";

interface Stream {
  epoch: number;
  frame: number;
  prev: string;
  sink: FrameSink | undefined;
  /** Texts of the epoch, by frame. */
  texts: Map<number, string>;
}

export interface SentFrame {
  readonly text: string;
  readonly frame: number;
}

/** A provider that speaks the protocol of the sandbox: signed frames, recovery by repeat, every fault by call. */
export class TestFeed implements OddsProvider {
  readonly name = "test";
  readonly producers = ["live", "pre"];
  readonly limits = { downAfterMs: 3_000, gapMs: 2_000 };
  /** Recoveries that were requested, and whether they are answered immediately. */
  readonly requests: RecoveryRequest[] = [];
  answers = true;
  /** Added to the provider's clock. */
  skewMs = 0;
  /** When set, missing frames count as too old: an answer is a snapshot of these messages. */
  snapshot: readonly object[] | undefined;
  readonly #clock: Clock;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #streams = new Map<string, Stream>();
  readonly #numbers = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.#key = privateKey;
    this.#publicKey = publicKey;
    for (const producer of this.producers)
      this.#streams.set(producer, { epoch: 1, frame: 0, prev: firstPrev, sink: undefined, texts: new Map() });
  }

  /** The public key as ODDS_PUBLIC_KEYS has it. */
  get publicKey(): string {
    return this.#publicKey.export({ format: "jwk" }).x ?? "";
  }

  get now(): number {
    return this.#clock.now() + this.skewMs;
  }

  connect(producer: string, sink: FrameSink): () => void {
    this.#stream(producer).sink = sink;
    return () => {
      const stream = this.#stream(producer);
      if (stream.sink === sink) stream.sink = undefined;
    };
  }

  async recover(request: RecoveryRequest): Promise<void> {
    this.requests.push(request);
    if (this.answers) this.answer(request);
  }

  answer({ producer, epoch, after, request }: RecoveryRequest): void {
    const stream = this.#stream(producer);
    const isKnown = epoch === stream.epoch && this.snapshot === undefined;
    if (isKnown) for (const [frame, text] of stream.texts) if (frame > after) this.deliver(producer, text);
    this.send(producer, [...(this.snapshot ?? []), { type: "snapshot_complete", at: this.now, request }]);
  }

  async describe(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }

  async quote(): Promise<undefined> {
    return undefined;
  }

  /** The next number of an event. */
  n(event: string): number {
    const n = (this.#numbers.get(event) ?? 0) + 1;
    this.#numbers.set(event, n);
    return n;
  }

  #stream(producer: string): Stream {
    const stream = this.#streams.get(producer);
    if (!stream) throw new Error(`there is no producer ${producer}`);
    return stream;
  }

  /** Makes the next frame without sending it. */
  make(producer: string, messages: readonly object[], changes: object = {}): SentFrame {
    const stream = this.#stream(producer);
    stream.frame++;
    const { epoch, frame, prev } = stream;
    const body = JSON.stringify(Object.assign({ producer, epoch, frame, prev, sent: this.now, messages }, changes));
    stream.prev = createHash("sha256").update(body).digest("hex");
    const text = this.sign(body);
    stream.texts.set(frame, text);
    return { text, frame };
  }

  sign(body: string): string {
    return `${sign(null, Buffer.from(body), this.#key).toString("base64url")}.${body}`;
  }

  send(producer: string, messages: readonly object[]): SentFrame {
    const made = this.make(producer, messages);
    this.deliver(producer, made.text);
    return made;
  }

  deliver(producer: string, text: string): void {
    const { sink } = this.#stream(producer);
    const read = decodeFrame(Buffer.from(text), producer, [this.#publicKey]);
    if ("fault" in read) sink?.rejected(read);
    else sink?.frame(read);
  }

  alive(producer: string): void {
    this.send(producer, [{ type: "alive", at: this.now, subscribed: true }]);
  }

  disconnect(producer: string): void {
    this.#stream(producer).sink?.disconnected("closed by the test");
  }

  startEpoch(producer: string, epoch: number): void {
    Object.assign(this.#stream(producer), { epoch, frame: 0, prev: firstPrev, texts: new Map() });
  }
}
