import { int8Array } from "#kit/db/array-parameters.ts";
import type { Db, Tx } from "#kit/db/db.ts";

/** drawing: entry closed, beacon named; drawn: decided, payments under way; refunding: all stakes are to be refunded. */
export type MultiplayerRoundState = "open" | "drawing" | "drawn" | "refunding" | "paid" | "refunded";

/** What the tables of all rounds between players share; every statement is batched over rounds. */
export interface EndStore<Reason extends string> {
  /** Runs the work while rounds may be written under this epoch. False means fenced: nothing was written. */
  write(epoch: bigint, numbers: readonly bigint[], work: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Locks and returns the rounds that are still in this state; an earlier attempt has already changed the others. */
  lockInState(tx: Tx, numbers: readonly bigint[], state: MultiplayerRoundState): Promise<ReadonlySet<bigint>>;
  /** Marks open and drawing rounds for refund. The decision is final. */
  markForRefund(tx: Tx, numbers: readonly bigint[], reason: Reason): Promise<void>;
  /** Ends rounds whose stakes have ended: drawn ones `paid`, refunding ones `refunded`. */
  end(tx: Tx, numbers: readonly bigint[], at: Date): Promise<void>;
}

/** Whether these rounds may be written under this epoch; the rows that decide it stay locked until the transaction ends. */
export type Fence = (tx: Tx, epoch: bigint, numbers: readonly bigint[]) => Promise<boolean>;

/** @param table of rounds, with number, state, reason and ended_at */
export function createEndStore<Reason extends string>(db: Db, table: string, fence: Fence): EndStore<Reason> {
  return {
    write: (epoch, numbers, work) =>
      db.tx(async tx => {
        if (!(await fence(tx, epoch, numbers))) return false;
        await work(tx);
        return true;
      }),

    async lockInState(tx, numbers, state) {
      const { rows } = await tx.query<{ number: bigint }>(
        `SELECT number FROM ${table} WHERE number = ANY ($1::int8[]) AND state = $2 ORDER BY number FOR UPDATE`,
        [int8Array(numbers), state],
      );
      return new Set(rows.map(row => row.number));
    },

    async markForRefund(tx, numbers, reason) {
      await tx.query(
        `UPDATE ${table} SET state = 'refunding', reason = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('open', 'drawing')`,
        [int8Array(numbers), reason],
      );
    },

    async end(tx, numbers, at) {
      await tx.query(
        `UPDATE ${table} SET state = CASE state WHEN 'drawn' THEN 'paid' ELSE 'refunded' END, ended_at = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('drawn', 'refunding')`,
        [int8Array(numbers), at],
      );
    },
  };
}
