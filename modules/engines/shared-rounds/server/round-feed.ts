import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import { type Batch, type Bets, createBatch, type ShownPlayer } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";

/** Bets of a round that are shown: what goes to each of many watchers has a size, however many play. */
const shownBets = 200;
/** Rows of one frame: it goes to thousands of sockets, and later frames wait for it. */
const mostRows = 40;

/** The bets of one round as published to its watchers. */
export interface RoundFeed<Row> {
  /** Adds the row of a committed bet. */
  joined(bet: Bet): void;
  /** Adds the row of a settled bet. */
  ended(bet: Bet): void;
  /** Sends pending rows, before the next state is published. */
  flush(): void;
  rows(): Row[];
  /** Undefined for a bet that is not among those shown. */
  row(bet: Bet): Row | undefined;
  readonly betCount: number;
}

export interface FeedNeeds<Row> {
  readonly clock: Clock;
  readonly log: Log;
  readonly publicProfileOf: Bets["publicProfileOf"];
  readonly rowOf: (bet: Bet, player: ShownPlayer) => Row;
  readonly publishJoins: (rows: readonly Row[], betCount: number) => void;
  readonly publishToOwner: (bet: Bet) => void;
  /** Changes the row of a settled bet. */
  readonly settleRow?: (row: Row, bet: Bet) => void;
}

export function createRoundFeed<Row>(needs: FeedNeeds<Row>): RoundFeed<Row> {
  const rows = new Map<string, Row>();
  const nameOf = ({ player, key }: Bet) => `${player}/${key}`;
  let betCount = 0;
  const joins = createRowBatch<Row>(needs.clock, joined => needs.publishJoins(joined, betCount));

  async function show(bet: Bet): Promise<void> {
    const row = needs.rowOf(bet, await needs.publicProfileOf(bet.player));
    if (rows.has(nameOf(bet))) return;
    rows.set(nameOf(bet), row);
    joins.add(row);
  }

  return {
    joined(bet) {
      betCount += 1;
      needs.publishToOwner(bet);
      if (betCount > shownBets) return joins.addCount();
      show(bet).catch((error: unknown) => needs.log.warn({ err: error }, "a bet is missing in the feed"));
    },
    ended(bet) {
      needs.publishToOwner(bet);
      const row = rows.get(nameOf(bet));
      if (row) needs.settleRow?.(row, bet);
    },
    flush: joins.flush,
    rows: () => [...rows.values()],
    row: bet => rows.get(nameOf(bet)),
    get betCount() {
      return betCount;
    },
  };
}

export interface RowBatch<Row> extends Batch<Row> {
  /** Counts a bet without a row: the totals are sent with the next rows, or alone. */
  addCount(): void;
}

export function createRowBatch<Row>(clock: Clock, send: (rows: readonly Row[]) => void): RowBatch<Row> {
  let countWaits = false;
  const batch = createBatch<Row | null>(
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
