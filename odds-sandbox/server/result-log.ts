import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventMessage, Producer } from "../shared/protocol.ts";

/** A message that a recovery must bring even when its frame is no longer stored. */
export interface StoredResult {
  readonly producer: Producer;
  readonly epoch: number;
  /** At most the frame it went out in. */
  readonly frame: number;
  readonly message: EventMessage;
}

const dayMs = 86_400_000;
const namePattern = /^results-([0-9]+)\.jsonl$/;

/** Confirmed results, cancels and rollbacks in a file a day; they are read only for a recovery. */
export class ResultLog {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const day of this.#days()) this.#cut(this.#path(day));
  }

  #path(day: number): string {
    return join(this.#folder, `results-${day}.jsonl`);
  }

  #days(): readonly number[] {
    const days = readdirSync(this.#folder).flatMap(file => namePattern.exec(file)?.slice(1).map(Number) ?? []);
    return days.sort((a, b) => a - b);
  }

  /** Half a line at the end, of a process that was killed. */
  #cut(path: string): void {
    const whole = readFileSync(path, "utf8");
    if (whole !== "" && !whole.endsWith("\n")) writeFileSync(path, whole.slice(0, whole.lastIndexOf("\n") + 1));
  }

  add(result: StoredResult, now: number): void {
    appendFileSync(this.#path(Math.floor(now / dayMs)), `${JSON.stringify(result)}\n`);
  }

  /** Results of one producer, in order, from a frame on; a message of that frame may be a repeat. */
  since(producer: Producer, epoch: number, frame: number): readonly StoredResult[] {
    const stored = this.#days().flatMap(day => this.#read(day));
    return stored.filter(
      one => one.producer === producer && (one.epoch > epoch || (one.epoch === epoch && one.frame >= frame)),
    );
  }

  #read(day: number): readonly StoredResult[] {
    const path = this.#path(day);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return lines.map(line => JSON.parse(line) as StoredResult);
  }

  /** Deletes the files of days that ended before a moment. */
  prune(before: number): void {
    for (const day of this.#days()) if ((day + 1) * dayMs < before) unlinkSync(this.#path(day));
  }
}
