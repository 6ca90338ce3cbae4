import type { Queryable, Tx } from "#kit/db/db.ts";
import type { DecidedBy } from "./by.ts";
import { insertDecision } from "./decisions.ts";

export const mostAddedDelayS = 60;

interface Delay {
  readonly addedDelayS: number;
  readonly tradingN: number;
}

export async function readDelay(db: Queryable, event: string): Promise<Delay | undefined> {
  const { rows } = await db.query<Delay>(
    `SELECT added_delay_s AS "addedDelayS", trading_n AS "tradingN" FROM odds.events WHERE id = $1`,
    [event],
  );
  return rows[0];
}

/** Seconds that live bets on the event wait beside the delay of its sport. */
export async function setDelay(tx: Tx, event: string, addedDelayS: number, by: DecidedBy): Promise<number | undefined> {
  const { rows } = await tx.query<{ before: number }>(
    `UPDATE odds.events e SET added_delay_s = $2, trading_n = e.trading_n + 1
     FROM (SELECT id, added_delay_s FROM odds.events WHERE id = $1 FOR NO KEY UPDATE) o WHERE e.id = o.id RETURNING o.added_delay_s AS before`,
    [event, addedDelayS],
  );
  const [row] = rows;
  if (!row) return undefined;
  const facts = { before: { addedDelayS: row.before }, after: { addedDelayS } };
  await insertDecision(tx, "delay", { event }, facts, by);
  return row.before;
}
