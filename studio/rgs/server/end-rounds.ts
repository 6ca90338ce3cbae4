import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { columns, type RoundRow, type RoundState } from "./round-store.ts";
import type { TxRow } from "./tx-store.ts";

/** What the casino has decided about a win or a rollback. */
export interface Ended {
  readonly to: RoundState;
  readonly status: string;
  readonly balance: string | undefined;
  readonly jackpot: string | undefined;
  readonly at: Date;
}

export interface Ending {
  readonly tx: TxRow;
  readonly ended: Ended;
}

const endSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    AS g(id, kind, "to", tx_state, status, at, balance, jackpot)
  ), tx AS (
    UPDATE rgs.txs t SET state = g.tx_state, status = g.status, answered_at = g.at::timestamptz, due_at = NULL
    FROM given g WHERE t.round = g.id AND t.kind = g.kind
  ), bet AS (
    UPDATE rgs.txs t SET state = 'rolled_back', status = 'rolled_back', answered_at = g.at::timestamptz, due_at = NULL
    FROM given g WHERE t.round = g.id AND t.kind = 'bet' AND g.kind = 'rollback' AND g."to" = 'void'
  ), ended AS (
    UPDATE rgs.rounds r SET state = g."to", ended_at = g.at::timestamptz, balance = coalesce(g.balance, r.balance),
      jackpot = coalesce(g.jackpot, r.jackpot)
    FROM given g
    WHERE r.id = g.id AND r.state IN (CASE g.kind WHEN 'win' THEN 'drawn' ELSE 'voiding' END, 'disputed')
    RETURNING r.*
  )
  SELECT ${columns} FROM ended`;

/**
 * The casino has decided about wins and rollbacks, at most one of a round: their rounds end.
 * @returns the rounds in order; undefined for one that had ended before
 */
export async function endRounds(to: Queryable, endings: readonly Ending[]): Promise<readonly (RoundRow | undefined)[]> {
  const { rows } = await to.query<RoundRow>(
    endSql,
    [
      uuidArray(endings.map(({ tx }) => tx.round)),
      textArray(endings.map(({ tx }) => tx.kind)),
      textArray(endings.map(({ ended }) => ended.to)),
      textArray(endings.map(({ ended }) => (ended.to === "disputed" ? "refused" : "ok"))),
      textArray(endings.map(({ ended }) => ended.status)),
      textArray(endings.map(({ ended }) => ended.at.toISOString())),
      textArray(endings.map(({ ended }) => ended.balance ?? null)),
      textArray(endings.map(({ ended }) => ended.jackpot ?? null)),
    ],
    "rgs-end",
  );
  const ended = new Map(rows.map(row => [row.id, row]));
  return endings.map(({ tx }) => ended.get(tx.round));
}
