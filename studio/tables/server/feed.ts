import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { SocketMessage, TableSnapshot } from "../shared/calls.ts";
import type { TableTiming } from "../shared/table-game.ts";
import { readSnapshot } from "./snapshot.ts";
import { eventsAfter, lastSeq } from "./table-store.ts";

/** What one table publishes to the browsers of this process, whichever process leads it. */
export interface Feed {
  snapshot(): Promise<TableSnapshot>;
  subscribe(listener: (message: string) => void): () => void;
  readonly watching: number;
  /** Reads what is new, now. */
  refresh(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 250;
const watchingMs = 5_000;

export function createFeed(host: StudioHost, game: string, timing: TableTiming): Feed {
  const { db, clock, log } = host;
  const listeners = new Set<(message: string) => void>();
  let seq: bigint | undefined;
  let shown: Promise<TableSnapshot> | undefined;
  let published = -1;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let cancel = () => {};
  let stopped = true;

  const publish = (message: SocketMessage) => {
    const text = JSON.stringify(message);
    for (const listener of listeners) listener(text);
  };

  async function read(): Promise<void> {
    seq ??= await lastSeq(db, game);
    const events = await eventsAfter(db, game, seq);
    if (events.length > 0) shown = undefined;
    for (const { seq: number, body } of events) {
      seq = number;
      publish({ type: "event", seq: Number(number), now: clock.now(), event: body });
    }
    if (listeners.size !== published && clock.monotonic() - publishedAt >= watchingMs) {
      [published, publishedAt] = [listeners.size, clock.monotonic()];
      publish({ type: "watching", count: published });
    }
  }

  /** One read at a time: events leave in their order. */
  async function refresh(): Promise<void> {
    await reading;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  function next(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      void refresh()
        .catch(error => log.warn({ err: error, table: game }, "the events of a table could not be read"))
        .then(next);
    });
  }

  return {
    async snapshot() {
      shown ??= readSnapshot(db, game, timing, clock.now());
      const reads = shown;
      reads.catch(() => {
        shown = undefined;
      });
      return { ...(await reads), now: clock.now() };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get watching() {
      return listeners.size;
    },
    refresh,
    start() {
      stopped = false;
      next();
    },
    async stop() {
      stopped = true;
      cancel();
      await reading?.catch(() => undefined);
    },
  };
}
