import { AsyncLocalStorage } from "node:async_hooks";
import type { Host } from "#kit/host/host.ts";
import type { Queryable, Tx } from "./db.ts";

/**
 * A small table as this process last read it. Reloaded when another process signals a change, and on the first read after
 * half a minute, because a signal may be lost.
 */
export interface CachedTable<Row> {
  /** Empty until `start`. */
  readonly all: readonly Row[];
  /** Loads the table and keeps it up to date. Rejects if the first load fails; a later failure keeps the previous rows. */
  start(): Promise<void>;
  stop(): void;
  /** Call it in the transaction of every change: each process reloads after the commit. */
  changed(tx: Tx): Promise<void>;
}

const readAgainMs = 30_000;

/** `topic`: the signal between processes, one per table. */
export function cachedTable<Row>(
  host: Pick<Host, "db" | "signals" | "clock" | "log">,
  topic: string,
  read: (db: Queryable) => Promise<readonly Row[]>,
): CachedTable<Row> {
  let cached: readonly Row[] = [];
  let asked = 0;
  let answered = 0;
  /** When to reload without a signal; never before `start`. */
  let staleAt = Number.POSITIVE_INFINITY;
  let unsubscribe = () => {};

  /** A response that a later query overtook is discarded. */
  async function load(): Promise<void> {
    const number = ++asked;
    staleAt = host.clock.monotonic() + readAgainMs;
    const rows = await read(host.db);
    if (number < answered) return;
    answered = number;
    cached = rows;
  }

  // The rows may be read within a transaction, which refuses queries on other connections.
  const outsideOfTransactions = AsyncLocalStorage.snapshot();
  const again = () =>
    void outsideOfTransactions(load).catch(error =>
      host.log.warn({ err: error, topic }, "Failed to reload the cached table"),
    );

  return {
    get all() {
      if (host.clock.monotonic() >= staleAt) again();
      return cached;
    },
    async start() {
      unsubscribe = host.signals.on(topic, again);
      await load();
    },
    stop() {
      staleAt = Number.POSITIVE_INFINITY;
      unsubscribe();
    },
    async changed(tx) {
      await host.signals.send(tx, topic, "");
      tx.afterCommit(again);
    },
  };
}
