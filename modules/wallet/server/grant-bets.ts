import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { archivedBetTables, betColumns, betOf, type StoredBetRow } from "./bet-row.ts";
import { readCursor } from "./history-cursor.ts";
import type { Bet } from "./port.ts";
import { slipColumns } from "./store.ts";

/** Bets and slips that a grant of bonus money counts, and those of its bonus money, newest first. Their `counted` sums to what the grant has counted. */
export async function readBetsOfGrant(
  on: Queryable,
  player: PlayerId,
  { id, cursor, limit }: { readonly id: string; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly bets: readonly Bet[]; readonly next: string | null }> {
  const { rows } = await on.query<StoredBetRow & { seq: bigint }>(
    `WITH granted AS MATERIALIZED (
       SELECT g.grant_no, g.currency, coalesce(g.ended_seq, w.seq) AS last, coalesce(${transferSql.firstOf("$1", "g.currency", "$2::uuid")}, 0) AS first
       FROM ${wagerSql.grantTable} g JOIN wallet.wallets w ON w.player_id = g.player_id AND w.currency = g.currency
       WHERE g.player_id = $1 AND g.id = $2::uuid)
     (SELECT ${betColumns}, b.seq FROM granted
     CROSS JOIN LATERAL (${transferSql.stakesFrom("$1", "granted.currency", "granted.first", "least(granted.last, $3::bigint - 1)")}) t
     ${archivedBetTables("$1", "t.key")}
     WHERE b.seq = t.seq AND b.grant_no = granted.grant_no ORDER BY t.seq DESC LIMIT $4)
     UNION ALL (SELECT ${slipColumns} FROM granted JOIN wallet.slips s ON s.player_id = $1 AND s.grant_no = granted.grant_no AND s.seq < $3
     ORDER BY s.seq DESC LIMIT $4)
     ORDER BY seq DESC LIMIT $4`,
    [player, id, readCursor(cursor), limit + 1],
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { bets: rows.slice(0, limit).map(betOf), next: last ? String(last.seq) : null };
}
