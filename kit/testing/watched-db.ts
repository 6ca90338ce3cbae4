import type { Db } from "#kit/db/db.ts";
import { systemClock } from "#kit/host/system.ts";
import { settled } from "./manual-clock.ts";

/** A database that reports when no query is pending. */
export interface WatchedDb extends Db {
  /**
   * Resolves when all queries have returned, and the results have started no more. Gives up after two
   * seconds: something may be waiting for a lock that the test itself holds.
   */
  quiet(): Promise<void>;
}

const timeoutMs = 2_000;
/** Event-loop iterations without a new query: a result may take a few to lead to the next one. */
const quietTurns = 5;

export function watchedDb(db: Db): WatchedDb {
  let asked = 0;
  let open = 0;
  let wake = () => {};

  function watch<T>(work: Promise<T>): Promise<T> {
    asked++;
    open++;
    return work.finally(() => {
      if (--open === 0) wake();
    });
  }

  /** Whether all queries have returned by then. */
  function answered(untilMs: number): Promise<boolean> {
    if (open === 0) return Promise.resolve(true);
    return new Promise(resolve => {
      const cancel = systemClock.after(untilMs - systemClock.monotonic(), () => resolve(false));
      wake = () => {
        cancel();
        resolve(true);
      };
    });
  }

  return {
    query: (text, values, name) => watch(db.query(text, values, name)),
    tx: (work, options) => watch(db.tx(work, options)),
    async connect() {
      const { query, ...rest } = await watch(db.connect());
      return { ...rest, query: (text, values, name) => watch(query(text, values, name)) };
    },
    end: () => db.end(),
    async quiet() {
      const untilMs = systemClock.monotonic() + timeoutMs;
      for (let quiet = 0, before = -1; quiet < quietTurns; before = asked) {
        if (!(await answered(untilMs))) return;
        await settled();
        quiet = open === 0 && asked === before ? quiet + 1 : 0;
      }
    },
  };
}
