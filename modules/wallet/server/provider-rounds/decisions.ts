import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { RoundDecision } from "./port.ts";

const noHash = "00".repeat(16);

/** In place of a request's hash: no provider has asked for what two operators decided. */
export const decidedHash = (request: Uuid): Uint8Array => Buffer.from(noHash + request.replaceAll("-", ""), "hex");

const isDecided = `substr(t.request_hash, 1, 16) = '\\x${noHash}'`;
/** Transactions of before this was noted have zeros; the key of a win is its request then too. */
const requestOf = `CASE WHEN t.kind = 2 THEN t.key ELSE nullif(encode(substr(t.request_hash, 17, 16), 'hex')::uuid, '00000000-0000-0000-0000-000000000000') END`;

/** What two operators decided and what is booked of it, of a provider's rounds of these players, the first one first. */
export async function readDecisions(
  on: Queryable,
  game: string,
  players: readonly PlayerId[],
): Promise<readonly RoundDecision[]> {
  const { rows } = await on.query<RoundDecision>(
    `SELECT d.player_id AS player, d.round, d.kind, d.request, d.key, d.ref, d.amount, d.at, r.currency,
       CASE WHEN d.ref IS NULL THEN r.bets ELSE r.bets || d.ref END AS bets
     FROM (
       SELECT v.player_id, v.round, 'voided' AS kind, v.request_id AS request, NULL::uuid AS key, NULL::uuid AS ref, NULL::bigint AS amount, v.at FROM wallet.round_voids v
       WHERE v.player_id = ANY ($2::uuid[])
       UNION ALL
       SELECT t.player_id, t.round, CASE t.kind WHEN 2 THEN 'paid' ELSE 'returned' END, ${requestOf}, t.key, t.ref, CASE t.kind WHEN 2 THEN t.amount END, t.at
       FROM wallet.provider_txs t WHERE t.player_id = ANY ($2::uuid[]) AND ${isDecided}
     ) d JOIN wallet.provider_rounds r ON r.player_id = d.player_id AND r.round = d.round
     WHERE r.game = $1 ORDER BY d.at, d.round`,
    [gameNumber(game), uuidArray(players)],
  );
  return rows;
}
