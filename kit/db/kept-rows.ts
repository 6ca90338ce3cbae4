import type { Host } from "#kit/host/host.ts";
import type { Queryable, Tx } from "./db.ts";

/**
 * A small table as this process last read it. Read again when a process says that it changed, and every half minute, because
 * such a word may get lost.
 */
export interface KeptRows<Row> {
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
export function keptRows<Row>(
  host: Pick<Host, "db" | "signals" | "clock" | "log">,
  topic: string,
  read: (db: Queryable) => Promise<readonly Row[]>,
): KeptRows<Row> {
  let all: readonly Row[] = [];
  let newest = 0;
  let asked = 0;
  let stopped = false;
  let cancel = () => {};
  let deaf = () => {};

  /** An answer that was overtaken by a later question is thrown away. */
  async function load(): Promise<void> {
    const number = ++asked;
    const rows = await read(host.db);
    if (number < newest) return;
    newest = number;
    all = rows;
  }

  function again(): void {
    if (stopped) return;
    load().catch(error => host.log.warn({ err: error, topic }, "rows could not be read again"));
  }

  function tick(): void {
    cancel = host.clock.after(readAgainMs, () => {
      again();
      tick();
    });
  }

  return {
    get all() {
      return all;
    },
    async start() {
      deaf = host.signals.on(topic, again);
      await load();
      tick();
    },
    stop() {
      stopped = true;
      cancel();
      deaf();
    },
    async changed(tx) {
      await host.signals.send(tx, topic, "");
      tx.afterCommit(again);
    },
  };
}
