import { formatAmount } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import {
  createRoundFeed,
  createRowBatch,
  type FeedNeeds,
  type RoundFeed,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type CrashRow, rowIdOf } from "../shared/feed-row.ts";
import type { WinCaps } from "./round-caps.ts";

/** The bets of one flight as published to its watchers. */
export interface CrashFeed extends RoundFeed<CrashRow> {
  /** Of a committed cash-out. */
  cashedOut(bet: Bet, multiplier: number): void;
  readonly stillIn: number;
}

interface Needs extends Omit<FeedNeeds<CrashRow>, "rowOf"> {
  readonly seal: (bet: Bet) => string;
  readonly publishCashOuts: (rows: readonly CrashRow[], stillIn: number) => void;
}

export function createCrashFeed(needs: Needs): CrashFeed {
  const feed = createRoundFeed<CrashRow>({
    ...needs,
    rowOf: (bet, { face, test }) => ({
      id: rowIdOf(needs.seal(bet)),
      player: face,
      test,
      currency: bet.currency,
      stake: formatAmount(bet.stake),
      cashed_out_at: null,
      payout: null,
    }),
  });
  let left = 0;
  const stillIn = () => feed.betCount - left;
  const cashOuts = createRowBatch<CrashRow>(needs.clock, rows => needs.publishCashOuts(rows, stillIn()));

  return {
    joined: feed.joined,
    rows: feed.rows,
    row: feed.row,
    cashedOut(bet, multiplier) {
      left += 1;
      needs.publishToOwner(bet);
      const row = feed.row(bet);
      if (!row) return cashOuts.addCount();
      row.cashed_out_at = formatHundredths(multiplier);
      row.payout = formatAmount(bet.payout);
      cashOuts.add(row);
    },
    flush() {
      feed.flush();
      cashOuts.flush();
    },
    get betCount() {
      return feed.betCount;
    },
    get stillIn() {
      return stillIn();
    },
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
