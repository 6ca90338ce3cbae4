import type { Clock } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { createRowBatch, type RoundFeed } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { CrashRow } from "../shared/feed-row.ts";
import type { WinCaps } from "./round-caps.ts";

/** The bets of one flight as published to its watchers: who is in, and who has left. */
export interface CrashFeeds {
  readonly feed: RoundFeed<CrashRow>;
  readonly cashOuts: CashOutFeed;
}

export type CashOutFeed = ReturnType<typeof createCashOutFeed>;

export function createCashOutFeed(
  clock: Clock,
  feed: RoundFeed<CrashRow>,
  publish: (rows: readonly CrashRow[], stillIn: number) => void,
) {
  let out = 0;
  const stillIn = () => feed.betCount - out;
  const rows = createRowBatch<CrashRow>(clock, left => publish(left, stillIn()));
  return {
    /** Adds the row of a committed cash-out. */
    left(bet: Bet, multiplier: number) {
      out += 1;
      feed.ended(bet);
      const row = feed.row(bet);
      if (!row) return rows.addCount();
      row.cashed_out_at = formatHundredths(multiplier);
      row.payout = formatAmount(bet.payout);
      rows.add(row);
    },
    flush: rows.flush,
    stillIn,
  };
}

/** The caps that differ from those published last: unchanged caps are not sent again. */
export function changesOf(winCaps: () => WinCaps): () => WinCaps {
  let publishedCaps: WinCaps = {};
  return () => {
    const now = winCaps();
    const changed = Object.entries(now).filter(
      ([currency, { amount, max_multiplier }]) =>
        publishedCaps[currency]?.amount !== amount || publishedCaps[currency].max_multiplier !== max_multiplier,
    );
    publishedCaps = now;
    return Object.fromEntries(changed);
  };
}
