import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A file to which values are only added; half a line at its end, of a process that was killed, is cut off. */
export class JsonLines<T> {
  readonly #path: string;
  readonly #values: T[] = [];

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    const whole = existsSync(path) ? readFileSync(path, "utf8") : "";
    const text = whole.slice(0, whole.lastIndexOf("\n") + 1);
    if (text.length < whole.length) writeFileSync(path, text);
    for (const line of text.split("\n")) if (line !== "") this.#values.push(JSON.parse(line) as T);
  }

  get values(): readonly T[] {
    return this.#values;
  }

  add(value: T): void {
    appendFileSync(this.#path, `${JSON.stringify(value)}\n`);
    this.#values.push(value);
  }

  /** Keeps only some of the values. */
  retain(keep: (value: T) => boolean): void {
    const left = this.#values.filter(keep);
    if (left.length === this.#values.length) return;
    this.#values.splice(0, this.#values.length, ...left);
    writeFileSync(this.#path, left.map(value => `${JSON.stringify(value)}\n`).join(""));
  }
}
