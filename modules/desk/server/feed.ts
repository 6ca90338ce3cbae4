import type { Clock } from "#kit/host/host.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { createBatch } from "./batch.ts";

/** Rows a page can show; older ones, and what comes faster than anybody reads, are left out. */
const feedSize = 30;

/** The latest decided bets of one game, for its channel. */
export interface Feed {
  /** Takes a bet that is committed and decided. */
  add(bet: Bet): Promise<void>;
  /** Newest first. */
  recent(): readonly LiveBetRow[];
}

export function createFeed(
  clock: Clock,
  rowOf: (bet: Bet) => Promise<LiveBetRow>,
  send: (rows: LiveBetRow[]) => void,
): Feed {
  let recent: LiveBetRow[] = [];
  const batch = createBatch<LiveBetRow>(clock, rows => send(rows.slice(-feedSize).reverse()));
  return {
    async add(bet) {
      const row = await rowOf(bet);
      recent = [row, ...recent.slice(0, feedSize - 1)];
      batch.add(row);
    },
    recent: () => recent,
  };
}
