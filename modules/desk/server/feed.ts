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

/** Keeps the latest rows and sends new ones, newest first, at most four times a second. Only bets that are sent become rows. */
export function createFeed({ clock, log, rowOf }: Needs, send: (rows: LiveBetRow[]) => void): Feed {
  let recent: LiveBetRow[] = [];
  let sending = Promise.resolve();

  async function show(bets: readonly Bet[]): Promise<void> {
    const rows = await Promise.all(bets.map(rowOf));
    recent = [...rows, ...recent].slice(0, feedSize);
    send(rows);
  }

  const batch = createBatch<Bet>(clock, bets => {
    const newest = bets.slice(-feedSize).reverse();
    sending = sending
      .then(() => show(newest))
      .catch((error: unknown) => log.warn({ err: error }, "bets are missing in the feed"));
  });
  return { add: batch.add, recent: () => recent };
}
