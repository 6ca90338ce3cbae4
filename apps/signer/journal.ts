import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** One signed form of an order. Wei as decimal text. */
export interface Signed {
  readonly hash: string;
  readonly raw: string;
  readonly maxFee: string;
  readonly maxPriority: string;
}

/** A signed order: its nonce never changes. */
export interface Entry {
  readonly id: string;
  /** The number of the player's address it leaves from, always to the hot wallet; absent: it leaves from the hot wallet. */
  readonly source?: number;
  readonly coin: "usdt" | "eth";
  readonly to: string;
  /** Smallest units, decimal. */
  readonly units: string;
  readonly nonce: number;
  readonly gas: string;
  /** UTC, as YYYY-MM-DD: the day of its limit. */
  readonly day: string;
  /** The last one first signed, then its replacements. */
  readonly forms: readonly Signed[];
}

/** Everything ever signed, written to disk before it is returned. */
export interface Journal {
  find(id: string): Entry | undefined;
  /** The sum of a coin's orders of a day from the hot wallet. */
  sumOf(coin: Entry["coin"], day: string): bigint;
  /** The nonce after the last one of the hot wallet, or of a player's address. */
  nextNonce(source?: number): number;
  add(entry: Entry): void;
  addForm(id: string, form: Signed): Entry;
  close(): void;
}

type Line = { readonly order: Entry } | { readonly id: string; readonly form: Signed };

/** Reads `folder`/journal.jsonl. A truncated last line was never published, and is removed. Throws on any other damage. */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "journal.jsonl");
  const handle = openSync(file, "a+", 0o600);
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) ftruncateSync(handle, Buffer.byteLength(whole));
  const entries = new Map<string, Entry>();
  for (const line of whole.split("\n").filter(each => each !== "")) apply(entries, JSON.parse(line) as Line);

  function write(line: Line): void {
    writeSync(handle, `${JSON.stringify(line)}\n`);
    fsyncSync(handle);
    apply(entries, line);
  }

  return {
    find: id => entries.get(id),
    sumOf: (coin, day) =>
      [...entries.values()]
        .filter(entry => entry.coin === coin && entry.day === day && entry.source === undefined)
        .reduce((sum, { units }) => sum + BigInt(units), 0n),
    nextNonce: source =>
      [...entries.values()]
        .filter(entry => entry.source === source)
        .reduce((next, { nonce }) => Math.max(next, nonce + 1), 0),
    add: order => write({ order }),
    addForm(id, form) {
      write({ id, form });
      return entries.get(id) as Entry;
    },
    close: () => closeSync(handle),
  };
}

function apply(entries: Map<string, Entry>, line: Line): void {
  if ("order" in line) {
    entries.set(line.order.id, line.order);
    return;
  }
  const entry = entries.get(line.id);
  if (!entry) throw new Error(`the journal replaces ${line.id}, which it does not have: restore it`);
  entries.set(line.id, { ...entry, forms: [...entry.forms, line.form] });
}
