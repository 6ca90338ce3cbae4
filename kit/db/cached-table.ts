import type { Host } from "#kit/host/host.ts";
import type { Queryable, Tx } from "./db.ts";

/**
 * A small table as this process last read it. Read again when a process says that it changed, and at the first look after
 * half a minute, because such a word may get lost.
 */
export interface CachedTable<Row> {
  /** Empty until `start`. */
  readonly all: readonly Row[];
  /** Reads the table and goes on doing so. Rejects when the first reading fails; a later failure leaves what is there. */
  start(): Promise<void>;
  stop(): void;
  /** To be called in the transaction of every change: each process reads again after its commit. */
  changed(tx: Tx): Promise<void>;
}

const readAgainMs = 30_000;

/** `topic`: the signal between processes, one for each table. */
export function cachedTable<Row>(
  host: Pick<Host, "db" | "signals" | "clock" | "log">,
  topic: string,
  read: (db: Queryable) => Promise<readonly Row[]>,
): CachedTable<Row> {
  let cached: readonly Row[] = [];
  let asked = 0;
  let answered = 0;
  /** When to read again without having been told to; never before the start. */
  let staleAt = Number.POSITIVE_INFINITY;
  let deaf = () => {};

  /** An answer that was overtaken by a later question is thrown away. */
  async function load(): Promise<void> {
    const number = ++asked;
    staleAt = host.clock.monotonic() + readAgainMs;
    const rows = await read(host.db);
    if (number < answered) return;
    answered = number;
    cached = rows;
  }

  const again = () => void load().catch(error => host.log.warn({ err: error, topic }, "rows could not be read again"));

  return {
    get all() {
      if (host.clock.monotonic() >= staleAt) again();
      return cached;
    },
    async start() {
      deaf = host.signals.on(topic, again);
      await load();
    },
    stop() {
      staleAt = Number.POSITIVE_INFINITY;
      deaf();
    },
    async changed(tx) {
      await host.signals.send(tx, topic, "");
      tx.afterCommit(again);
    },
  };
}
