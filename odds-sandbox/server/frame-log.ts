import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { required } from "#kit/std/invariant.ts";
import { bodyHash, splitFrame } from "../shared/frames.ts";
import { type FrameBody, firstPrev, type Producer } from "../shared/protocol.ts";

/** The position of a producer's stream. */
export interface StreamHead {
  readonly epoch: number;
  readonly frame: number;
  readonly prev: string;
  /** When the last frame was made, by the provider's true clock; 0 before the first. */
  readonly madeAt: number;
}

interface SegmentHeader {
  readonly prev: string;
  /** Last `n` of every event that may still get messages. */
  readonly numbers: Readonly<Record<string, number>>;
}

interface Segment {
  readonly file: string;
  readonly epoch: number;
  readonly first: number;
}

const segmentBytes = 4 << 20;
const namePattern = /^(pre|live|outright)-([0-9]+)-([0-9]+)\.log(\.gz)?$/;

/** The frames of one producer, in files; a frame is written before it is sent. */
export class FrameLog {
  readonly #folder: string;
  readonly #producer: Producer;
  #segments: Segment[] = [];
  #head: StreamHead = { epoch: 0, frame: 0, prev: firstPrev, madeAt: 0 };
  #bytes = 0;

  constructor(folder: string, producer: Producer) {
    this.#folder = folder;
    this.#producer = producer;
    mkdirSync(folder, { recursive: true });
    this.#segments = readdirSync(folder)
      .flatMap(file => {
        const [, owner, epoch, first] = namePattern.exec(file) ?? [];
        return owner === producer ? [{ file, epoch: Number(epoch), first: Number(first) }] : [];
      })
      .sort((a, b) => a.epoch - b.epoch || a.first - b.first);
  }

  get head(): StreamHead {
    return this.#head;
  }

  /** Reads where the last run ended. Half a line at the end was never sent and is cut off. @returns the last `n` of its events */
  restore(): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    const last = this.#segments.at(-1);
    if (!last) return numbers;
    const path = join(this.#folder, last.file);
    const whole = readFileSync(path, "utf8");
    const text = whole.slice(0, whole.lastIndexOf("\n") + 1);
    if (text.length < whole.length) writeFileSync(path, text);
    const [header, ...lines] = text.split("\n").slice(0, -1);
    if (header === undefined) return numbers;
    const start = JSON.parse(header) as SegmentHeader;
    for (const [event, n] of Object.entries(start.numbers)) numbers.set(event, n);
    this.#head = { epoch: last.epoch, frame: last.first - 1, prev: start.prev, madeAt: 0 };
    for (const line of lines) this.#replay(line, numbers);
    this.#bytes = text.length;
    return numbers;
  }

  #replay(line: string, numbers: Map<string, number>): void {
    const { madeAt, text } = lineParts(line);
    const { body } = required(splitFrame(text), "a stored frame");
    const frame = JSON.parse(body) as FrameBody;
    for (const message of frame.messages) if ("n" in message) numbers.set(message.event, message.n);
    this.#head = { epoch: frame.epoch, frame: frame.frame, prev: bodyHash(body), madeAt };
  }

  /** Starts an epoch: frame numbers begin again. */
  startEpoch(epoch: number, numbers: ReadonlyMap<string, number>): void {
    this.#head = { ...this.#head, epoch, frame: 0, prev: firstPrev };
    this.#open(numbers);
  }

  #open(numbers: ReadonlyMap<string, number>): void {
    const { epoch, frame, prev } = this.#head;
    const closed = this.#segments.at(-1);
    if (closed) this.#segments[this.#segments.length - 1] = this.#compress(closed);
    const file = `${this.#producer}-${epoch}-${frame + 1}.log`;
    this.#segments.push({ file, epoch, first: frame + 1 });
    const header: SegmentHeader = { prev, numbers: Object.fromEntries(numbers) };
    const text = `${JSON.stringify(header)}\n`;
    writeFileSync(join(this.#folder, file), text);
    this.#bytes = text.length;
  }

  #compress(segment: Segment): Segment {
    if (segment.file.endsWith(".gz")) return segment;
    const path = join(this.#folder, segment.file);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 1 }));
    unlinkSync(path);
    return { ...segment, file: `${segment.file}.gz` };
  }

  append(madeAt: number, frame: FrameBody, text: string, numbers: ReadonlyMap<string, number>): void {
    if (this.#bytes > segmentBytes) this.#open(numbers);
    const line = `${madeAt} ${frame.frame} ${text}\n`;
    const file = required(this.#segments.at(-1), "an open segment").file;
    appendFileSync(join(this.#folder, file), line);
    this.#bytes += line.length;
    const { body } = required(splitFrame(text), "a signed frame");
    this.#head = { epoch: frame.epoch, frame: frame.frame, prev: bodyHash(body), madeAt };
  }

  /** The texts of frames after a number up to the newest; undefined where that epoch or frame is not stored. */
  after(epoch: number, frame: number): Iterable<string> | undefined {
    if (epoch !== this.#head.epoch || frame > this.#head.frame) return undefined;
    const own = this.#segments.filter(segment => segment.epoch === epoch);
    if ((own[0]?.first ?? Number.MAX_SAFE_INTEGER) > frame + 1) return undefined;
    const from = own.findLastIndex(({ first }) => first <= frame + 1);
    return this.#texts(own.slice(from), frame);
  }

  *#texts(segments: readonly Segment[], after: number): Generator<string> {
    for (const { file } of segments) {
      const [, ...lines] = this.#read(file).split("\n").slice(0, -1);
      for (const line of lines) {
        const { frame, text } = lineParts(line);
        if (frame > after) yield text;
      }
    }
  }

  #read(file: string): string {
    const path = join(this.#folder, file);
    if (existsSync(path)) {
      const bytes = readFileSync(path);
      return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
    }
    // Compressed since the reading began.
    return gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
  }

  /** Deletes segments that were last written before a moment; the open one stays. */
  prune(before: number): void {
    const old = this.#segments.slice(0, -1).filter(({ file }) => statSync(join(this.#folder, file)).mtimeMs < before);
    for (const { file } of old) unlinkSync(join(this.#folder, file));
    this.#segments = this.#segments.filter(segment => !old.includes(segment));
  }
}

function lineParts(line: string): { readonly madeAt: number; readonly frame: number; readonly text: string } {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  return {
    madeAt: Number(line.slice(0, first)),
    frame: Number(line.slice(first + 1, second)),
    text: line.slice(second + 1),
  };
}
