import type { Clock } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import type { Log } from "#kit/log/log.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { type Batch, type Bets, createBatch } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { crashChannel } from "../shared/contract.ts";
import { type CrashRow, cashOutOf, joinOf, rowIdOf } from "../shared/feed-row.ts";
import { ownBetView } from "./views.ts";

/** Bets of a round that are shown: what goes to each of many watchers has a size, however many play. */
const shownBets = 200;
/** Rows of one frame: it goes to thousands of sockets, and later frames wait for it. */
const mostRows = 40;

/** The bets of one round as published to its watchers. */
export interface RoundFeed {
  /** Of a committed bet. */
  joined(bet: Bet): void;
  /** Of a committed cash-out. */
  cashedOut(bet: Bet, multiplier: number): void;
  /** For a lost bet: only its player is notified, the point is already public. */
  lost(bet: Bet): void;
  /** Sends pending rows, before the next state is published. */
  flush(): void;
  rows(): CrashRow[];
  readonly betCount: number;
  readonly stillIn: number;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly channel: LiveChannel<typeof crashChannel>;
  readonly bets: Pick<Bets, "ids" | "publicProfileOf">;
  readonly winCaps: () => WinCaps;
}

export type WinCaps = Record<string, { amount: string; max_multiplier: string }>;

export function createRoundFeed({ clock, log, channel, bets, winCaps }: Needs, round: number): RoundFeed {
  const rows = new Map<string, Writable<CrashRow>>();
  const changedCaps = changesOf(winCaps);
  let betCount = 0;
  let left = 0;

  const joins = createRowBatch(clock, bets =>
    channel.publish("joins", { round, bets: bets.map(joinOf), bet_count: betCount, win_caps: changedCaps() }),
  );
  const cashOuts = createRowBatch(clock, bets =>
    channel.publish("cash_outs", {
      round,
      bets: bets.map(cashOutOf).filter(cashOut => cashOut !== null),
      still_in: betCount - left,
    }),
  );
  const publishToOwner = (bet: Bet) => channel.publish("mine", { bet: ownBetView(bets.ids, bet) }, bet.player);

  async function show(bet: Bet, id: string): Promise<void> {
    const { face, test } = await bets.publicProfileOf(bet.player);
    const row: Writable<CrashRow> = {
      id,
      player: face,
      test,
      currency: bet.currency,
      stake: formatAmount(bet.stake),
      cashed_out_at: null,
      payout: null,
    };
    if (rows.has(id)) return;
    rows.set(id, row);
    joins.add(row);
  }

  return {
    joined(bet) {
      betCount += 1;
      publishToOwner(bet);
      if (betCount > shownBets) return joins.addCount();
      show(bet, rowIdOf(bets.ids.seal(bet.player, bet.key))).catch((error: unknown) =>
        log.warn({ err: error }, "a bet is missing in the feed"),
      );
    },
    cashedOut(bet, multiplier) {
      left += 1;
      publishToOwner(bet);
      const row = rows.get(rowIdOf(bets.ids.seal(bet.player, bet.key)));
      if (!row) return cashOuts.addCount();
      row.cashed_out_at = formatHundredths(multiplier);
      row.payout = formatAmount(bet.payout);
      cashOuts.add(row);
    },
    lost: publishToOwner,
    flush() {
      joins.flush();
      cashOuts.flush();
    },
    rows: () => [...rows.values()],
    get betCount() {
      return betCount;
    },
    get stillIn() {
      return betCount - left;
    },
  };
}

interface RowBatch extends Batch<CrashRow> {
  /** Of a bet without a row: the totals are sent with the next rows, or alone. */
  addCount(): void;
}

function createRowBatch(clock: Clock, send: (rows: readonly CrashRow[]) => void): RowBatch {
  let countWaits = false;
  const batch = createBatch<CrashRow | null>(
    clock,
    items => {
      const rows = items.filter(item => item !== null);
      if (rows.length < items.length) countWaits = false;
      send(rows);
    },
    mostRows,
  );
  return {
    add: batch.add,
    flush: batch.flush,
    addCount() {
      // One frame carries the totals of all bets since the last: thousands of them must not wait in line.
      if (countWaits) return;
      countWaits = true;
      batch.add(null);
    },
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The caps that differ from those published last: unchanged caps are not sent again. */
function changesOf(winCaps: () => WinCaps): () => WinCaps {
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
