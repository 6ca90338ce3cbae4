import type { Db, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { ledSql } from "#modules/wallet/server/index.ts";
import { createEndStore, type EndStore, type Fence } from "./end-store.ts";
import type { MultiplayerRound, Reason, Seat } from "./multiplayer-round.ts";

/** The game's own tables; every statement is batched over rounds. */
export interface MultiplayerStore<R extends MultiplayerRound, Result> extends MultiplayerStoreBase, EndStore<Reason> {
  /** Stores rounds with their first seats. */
  insert(tx: Tx, rounds: readonly R[]): Promise<void>;
  /** Stores seats; a repeat changes nothing. Rounds in `full` become `drawing`. */
  take(tx: Tx, seats: readonly TakenSeat[], full: readonly bigint[]): Promise<void>;
  /** Marks rounds as `drawn`. */
  decide(tx: Tx, results: ReadonlyMap<bigint, Result>): Promise<void>;
  unfinished(): Promise<R[]>;
  rounds(numbers: readonly bigint[]): Promise<R[]>;
  /** Paid rounds, newest first. */
  latest(count: number): Promise<R[]>;
  /** The round in which this stake has a seat. */
  roundOf(player: PlayerId, key: Uuid): Promise<R | undefined>;
}

export interface TakenSeat extends Seat {
  readonly number: bigint;
}

interface MultiplayerStoreBase {
  /** Whether rounds may be written under this epoch from now on; older epochs are refused. */
  takeLeadership(epoch: bigint): Promise<boolean>;
  takeNumbers(tx: Tx, count: number): Promise<bigint[]>;
}

/**
 * What the tables of games with seats share: `{schema}.reign`, one row that every write reads FOR SHARE; `{schema}.numbers`; and
 * the table of rounds. The schema is also the name of the betting window.
 */
export function createMultiplayerStoreBase(
  db: Db,
  schema: string,
  table: string,
): MultiplayerStoreBase & EndStore<Reason> {
  // A later leader may have its epoch, and not this row yet.
  const led = ledSql(`'${schema}'`, "$1");
  const fence: Fence = async (tx, epoch) => {
    const { rowCount } = await tx.query(`SELECT FROM ${schema}.reign WHERE epoch = $1 AND ${led} FOR SHARE`, [epoch]);
    return rowCount === 1;
  };
  return {
    ...createEndStore<Reason>(db, `${schema}.${table}`, fence),

    async takeLeadership(epoch) {
      const { rowCount } = await db.query(`UPDATE ${schema}.reign SET epoch = $1 WHERE epoch <= $1 AND ${led}`, [
        epoch,
      ]);
      return rowCount === 1;
    },

    async takeNumbers(tx, count) {
      const { rows } = await tx.query<{ number: bigint }>(
        `SELECT nextval('${schema}.numbers') AS number FROM generate_series(1, $1)`,
        [count],
      );
      return rows.map(row => row.number);
    },
  };
}
