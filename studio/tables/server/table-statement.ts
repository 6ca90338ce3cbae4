import type { StatementRow, StatementSource } from "#studio/rgs/server/statement.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";

/** The txs of live tables in a casino's statement. */
export function tableStatement({ db }: StudioHost): StatementSource {
  return async (casino, { from, to, micros, tx, limit }) => {
    const { rows } = await db.query<StatementRow>(
      `SELECT t.id, t.kind, t.round, r.game, r.player, r.currency, t.amount, NULL AS jackpot, t.ref, t.state,
         coalesce(t.answered_at, t.created_at) AS at,
         (extract(epoch FROM coalesce(t.answered_at, t.created_at)) * 1000000)::int8 AS micros
       FROM tables.txs t JOIN tables.player_rounds r ON r.id = t.round
       WHERE t.casino = $1 AND coalesce(t.answered_at, t.created_at) >= $2 AND coalesce(t.answered_at, t.created_at) < $3
         AND ($4::text IS NULL OR (coalesce(t.answered_at, t.created_at), t.id)
           > (to_timestamp($4::numeric / 1000000), $5::uuid))
       ORDER BY coalesce(t.answered_at, t.created_at), t.id LIMIT $6`,
      [casino, from, to, micros, tx, limit],
    );
    return rows;
  };
}
