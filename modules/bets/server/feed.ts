import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { createBatch } from "./batch.ts";

/** Rows a page can show; older ones, and what comes faster than anybody reads, are left out. */
const feedSize = 30;

/** The latest decided bets of one game, for its channel. */
export interface Feed {
  /** Takes a bet that is committed and decided. */
  add(bet: Bet): void;
  /** Newest first, with the faces as they are now: who has hidden himself since is hidden in what he played before. */
  recent(): Promise<LiveBetRow[]>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/** Keeps the latest rows and sends new ones, newest first, at most four times a second. Only bets that are sent become rows. */
export function createFeed({ clock, log, rowOf }: Needs, send: (rows: LiveBetRow[]) => void): Feed {
  let recent: Bet[] = [];
  const batch = createBatch<LiveBetRow>(clock, rows => send(rows.slice(-feedSize).reverse()));
  return {
    add(bet) {
      recent = [bet, ...recent.slice(0, feedSize - 1)];
      rowOf(bet).then(batch.add, (error: unknown) => log.warn({ err: error }, "a bet is missing in the feed"));
    },
    recent: () => Promise.all(recent.map(rowOf)),
  };
}
