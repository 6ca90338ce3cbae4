import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { required } from "#kit/std/invariant.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { calendarStart } from "../model/calendar/matches.ts";
import { OddsProvider } from "../server/provider.ts";
import { isSigned, publicKeyOf } from "../server/signer.ts";
import { bodyHash, splitFrame } from "../shared/frames.ts";
import { type FrameBody, firstPrev, frameBody, type Message, type Producer } from "../shared/protocol.ts";

/** A provider of few leagues by a clock that tests move, and a consumer that checks every frame. */
export class TestProvider {
  now: number;
  provider: OddsProvider;
  readonly folder = mkdtempSync(join(tmpdir(), "odds-"));
  /** Everything sent, in order. */
  readonly texts: string[] = [];
  readonly #leagues: readonly string[];
  readonly #secrets: string;

  constructor(options: { leagues?: readonly string[]; secrets?: string; now?: number } = {}) {
    this.#leagues = options.leagues ?? ["quick1"];
    this.#secrets = options.secrets ?? "1";
    this.now = options.now ?? calendarStart + 200 * 86_400_000 + 60_000;
    this.provider = this.#start();
  }

  #start(): OddsProvider {
    const provider = new OddsProvider({
      folder: this.folder,
      seed: "test",
      speed: 1,
      clock: { now: () => this.now },
      random: seededRandom(this.#secrets),
      leagues: ({ id }) => this.#leagues.includes(id),
    });
    for (const producer of ["pre", "live"] as const) provider.subscribe(producer, text => this.texts.push(text));
    return provider;
  }

  /** Starts again as after kill -9: nothing was closed. */
  restart(): void {
    this.provider = this.#start();
  }

  run(ms: number, step = 250): void {
    const end = this.now + ms;
    while (this.now < end) {
      this.now += step;
      this.provider.tick();
    }
  }

  /** Frames of a producer; throws at one that is not signed or not of the protocol. */
  frames(producer: Producer, from = 0): readonly FrameBody[] {
    return this.#read(from).filter(frame => frame.producer === producer);
  }

  messages(from = 0): readonly Message[] {
    return this.#read(from).flatMap(({ messages }) => messages);
  }

  #read(from: number): readonly FrameBody[] {
    const key = publicKeyOf(this.provider.publicKey);
    return this.texts.slice(from).map(text => {
      const { signature, body } = required(splitFrame(text), text.slice(0, 300));
      if (!isSigned(body, signature, key)) throw new Error(`not signed: ${text.slice(0, 300)}`);
      return frameBody.parse(JSON.parse(body));
    });
  }

  /** The first break of a producer's chain, as a sentence. */
  brokenChain(producer: Producer): string | undefined {
    let head = { epoch: 0, frame: 0, prev: firstPrev };
    for (const text of this.texts) {
      const { body } = required(splitFrame(text), "a frame");
      const frame = JSON.parse(body) as FrameBody;
      if (frame.producer !== producer) continue;
      if (frame.epoch !== head.epoch) head = { epoch: frame.epoch, frame: 0, prev: firstPrev };
      if (frame.frame !== head.frame + 1) return `${frame.frame} after ${head.frame}`;
      if (frame.prev !== head.prev) return `prev of ${frame.frame}`;
      head = { epoch: frame.epoch, frame: frame.frame, prev: bodyHash(body) };
    }
    return undefined;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
