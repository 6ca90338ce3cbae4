import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { createBatch } from "./batch.ts";

/** The rows a page can show; older ones are dropped, as are rows that come faster than people can read. */
const feedSize = 30;

/** The latest settled bets of one game, for its channel. */
export interface Feed {
  /** Adds a committed, settled bet. */
  add(bet: Bet): void;
  /** Newest first, with the current public profiles: a player who has become hidden is hidden in earlier bets too. */
  recent(): Promise<LiveBetRow[]>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/** Holds the latest rows and publishes new ones, newest first, at most four times a second. Only bets that are published become rows. */
export function createFeed({ clock, log, rowOf }: Needs, send: (rows: LiveBetRow[]) => void): Feed {
  let recent: Bet[] = [];
  const batch = createBatch<LiveBetRow>(clock, rows => send(rows.slice(-feedSize).reverse()));
  return {
    add(bet) {
      recent = [bet, ...recent.slice(0, feedSize - 1)];
      rowOf(bet).then(batch.add, (error: unknown) => log.warn({ err: error }, "failed to add a bet to the feed"));
    },
    recent: () => Promise.all(recent.map(rowOf)),
  };
}
