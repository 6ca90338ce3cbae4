import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Rows that are sent to a partner's or an advertising network: each with one id, one address, and tries until one is taken. */
export interface OutgoingRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly happenedAt: Date;
  readonly state: "waiting" | "sent" | "failed" | "withheld";
  readonly url: string | null;
  readonly tries: number;
  readonly outcome: string | null;
}

/** The SQL of tries, the same for both tables. */
export interface OutgoingStore<Row extends OutgoingRow> {
  /** The next due one, locked until the transaction ends; one that another process has is skipped. */
  lockDue(tx: Tx, now: Date): Promise<Row | undefined>;
  /** Undefined if it has ended. */
  lockWaiting(tx: Tx, id: Uuid): Promise<Row | undefined>;
  /** Before a try: the address of every try, and when the next one is if this one gets no response. */
  beginTry(tx: Tx, id: Uuid, url: string, nextAt: Date): Promise<void>;
  end(on: Queryable, id: Uuid, end: OutgoingEnd): Promise<void>;
  noteOutcome(on: Queryable, id: Uuid, outcome: string): Promise<void>;
}

export interface OutgoingEnd {
  readonly state: "sent" | "failed" | "withheld";
  readonly outcome: string;
  readonly at: Date;
}

export function outgoingStore<Row extends OutgoingRow>(
  table: "partners.events" | "partners.conversions",
  columns: string,
): OutgoingStore<Row> {
  return {
    async lockDue(tx, now) {
      const { rows } = await tx.query<Row>(
        `SELECT ${columns} FROM ${table} WHERE state = 'waiting' AND next_at <= $1 ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [now],
      );
      return rows[0];
    },
    async lockWaiting(tx, id) {
      const { rows } = await tx.query<Row>(
        `SELECT ${columns} FROM ${table} WHERE id = $1 AND state = 'waiting' FOR UPDATE`,
        [id],
      );
      return rows[0];
    },
    async beginTry(tx, id, url, nextAt) {
      await tx.query(`UPDATE ${table} SET url = $2, tries = tries + 1, next_at = $3 WHERE id = $1`, [id, url, nextAt]);
    },
    async end(on, id, { state, outcome, at }) {
      await on.query(
        `UPDATE ${table} SET state = $2, outcome = $3, ended_at = $4, next_at = NULL WHERE id = $1 AND state = 'waiting'`,
        [id, state, outcome, at],
      );
    },
    async noteOutcome(on, id, outcome) {
      await on.query(`UPDATE ${table} SET outcome = $2 WHERE id = $1 AND state = 'waiting'`, [id, outcome]);
    },
  };
}
