import { int8Array } from "#kit/db/array-parameters.ts";
import type { Db, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { MultiplayerRound, MultiplayerRoundState, Reason, Seat } from "./multiplayer-round.ts";

/** The game's own tables; every statement is batched over rounds. */
export interface MultiplayerStore<R extends MultiplayerRound, Result> extends MultiplayerStoreBase {
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

export type MultiplayerStoreBase = ReturnType<typeof createMultiplayerStoreBase>;

/**
 * What the tables of all such games share: `{schema}.reign`, one row that every write reads FOR SHARE; `{schema}.numbers`; and
 * the table of rounds with number, state, reason and ended_at.
 */
export function createMultiplayerStoreBase(db: Db, schema: string, table: string) {
  const rounds = `${schema}.${table}`;
  return {
    /** Whether rounds may be written under this epoch from now on; older epochs are refused. */
    async takeLeadership(epoch: bigint): Promise<boolean> {
      const { rowCount } = await db.query(`UPDATE ${schema}.reign SET epoch = $1 WHERE epoch <= $1`, [epoch]);
      return rowCount === 1;
    },

    /** Runs the work while this epoch is current. False means fenced: nothing was written. */
    write(epoch: bigint, work: (tx: Tx) => Promise<void>): Promise<boolean> {
      return db.tx(async tx => {
        const { rows } = await tx.query<{ epoch: bigint }>(`SELECT epoch FROM ${schema}.reign FOR SHARE`);
        if (rows[0]?.epoch !== epoch) return false;
        await work(tx);
        return true;
      });
    },

    async takeNumbers(tx: Tx, count: number): Promise<bigint[]> {
      const { rows } = await tx.query<{ number: bigint }>(
        `SELECT nextval('${schema}.numbers') AS number FROM generate_series(1, $1)`,
        [count],
      );
      return rows.map(row => row.number);
    },

    /** Locks the rounds that are still in this state; an earlier attempt moved the others on. */
    async still(tx: Tx, numbers: readonly bigint[], state: MultiplayerRoundState): Promise<ReadonlySet<bigint>> {
      const { rows } = await tx.query<{ number: bigint }>(
        `SELECT number FROM ${rounds} WHERE number = ANY ($1::int8[]) AND state = $2 ORDER BY number FOR UPDATE`,
        [int8Array(numbers), state],
      );
      return new Set(rows.map(row => row.number));
    },

    /** Marks rounds for refund. The decision is final. */
    async giveBack(tx: Tx, numbers: readonly bigint[], reason: Reason): Promise<void> {
      await tx.query(
        `UPDATE ${rounds} SET state = 'refunding', reason = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('open', 'drawing')`,
        [int8Array(numbers), reason],
      );
    },

    async end(tx: Tx, numbers: readonly bigint[], at: Date): Promise<void> {
      await tx.query(
        `UPDATE ${rounds} SET state = CASE state WHEN 'drawn' THEN 'paid' ELSE 'refunded' END, ended_at = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('drawn', 'refunding')`,
        [int8Array(numbers), at],
      );
    },
  };
}
