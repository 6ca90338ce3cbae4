import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { Seat } from "./player-store.ts";
import { seenNow } from "./seat-store.ts";

/** Players whose browsers are connected to this process: their seats are kept. */
export interface Presence {
  /** @returns what ends it */
  enter(player: Seat): () => void;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 5_000;

export function createPresence({ db, clock, log }: StudioHost): Presence {
  const present = new Set<Seat>();
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  const write = (players: readonly Seat[]) =>
    seenNow(db, players, new Date(clock.now())).catch(error => log.warn({ err: error }, "seats could not be kept"));

  function next(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      running = write([...present]).then(next);
    });
  }

  return {
    enter(player) {
      present.add(player);
      void write([player]);
      return () => void present.delete(player);
    },
    start() {
      stopped = false;
      next();
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
