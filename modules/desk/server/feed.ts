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
  /** Newest first. */
  recent(): LiveBetRow[];
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/** Keeps the latest rows and sends new ones, newest first, at most four times a second. */
export function createFeed({ clock, log, rowOf }: Needs, send: (rows: LiveBetRow[]) => void): Feed {
  let recent: LiveBetRow[] = [];
  const batch = createBatch<LiveBetRow>(clock, rows => send(rows.slice(-feedSize).reverse()));
  const show = (row: LiveBetRow) => {
    recent = [row, ...recent.slice(0, feedSize - 1)];
    batch.add(row);
  };
  return {
    add: bet => rowOf(bet).then(show, (error: unknown) => log.warn({ err: error }, "a bet is missing in the feed")),
    recent: () => recent,
  };
}
