import { closeSync, openSync, writeSync } from "node:fs";

/** A movement that a player asked for. */
export interface Entry {
  readonly player: number;
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
  /** Milliseconds of this process's clock. */
  readonly began: number;
  /** When its final answer came. */
  ended?: number;
  status?: number;
  text?: string;
  failed?: true;
}

/** Every movement, on disk before it is sent and after it was answered, and how long nothing was confirmed. */
export interface Journal {
  readonly entries: readonly Entry[];
  begin(entry: Omit<Entry, "began">): Entry;
  end(entry: Entry, answer: { readonly status: number; readonly text: string }): void;
  fail(entry: Entry): void;
  /** When movements were confirmed. */
  readonly confirmed: readonly number[];
  close(): void;
}

export function openJournal(file: string): Journal {
  const descriptor = openSync(file, "a", 0o600);
  const entries: Entry[] = [];
  const confirmed: number[] = [];
  const line = (content: unknown) => void writeSync(descriptor, `${JSON.stringify(content)}\n`);
  return {
    entries,
    confirmed,
    begin({ player, key, path, body }) {
      const entry: Entry = { player, key, path, body, began: performance.now() };
      line({ sent: key, player, path, body });
      entries.push(entry);
      return entry;
    },
    end(entry, { status, text }) {
      entry.status = status;
      entry.text = text;
      entry.ended = performance.now();
      if (status < 300) confirmed.push(entry.ended);
      line({ answered: entry.key, status });
    },
    fail(entry) {
      entry.failed = true;
      line({ failed: entry.key });
    },
    close: () => closeSync(descriptor),
  };
}

/** The longest time between two confirmations within these moments, milliseconds. */
export function longestSilence(confirmed: readonly number[], from: number, to: number): number {
  const within = confirmed.filter(at => at >= from && at <= to).toSorted((a, b) => a - b);
  const moments = [from, ...within, to];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}
