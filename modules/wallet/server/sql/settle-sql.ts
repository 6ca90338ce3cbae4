import { transferSql } from "#modules/ledger/server/index.ts";
import { counterSql } from "#modules/limits/server/index.ts";

const placedToday = "floor(extract(epoch FROM s.placed_at) / 86400)::int = $2::int";

/**
 * One statement ends a batch of bets, at most one a player: each counts only while its bet is open and, for a shared
 * round, while its epoch is the gate's. A member without a row in the answer ended nothing: the bet is unknown, has ended
 * before, or the leader is fenced.
 */
export const settleSql = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::bool[], $7::int8[], $8::text[], $9::text[], $10::int8[])
    AS i(player_id, key, settle_key, voided, paid, outcome, gate, epoch)
),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.seq AS wallet_seq, CASE WHEN i.voided THEN b.stake ELSE i.paid END AS returned
  FROM input i
  JOIN wallet.bets b ON b.player_id = i.player_id AND b.key = i.key
  JOIN wallet.wallets w ON w.player_id = b.player_id AND w.currency = b.currency
  JOIN ${counterSql.table} ON c.player_id = b.player_id AND c.currency = b.currency
  WHERE b.status = 0
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w, c
),
gates AS MATERIALIZED (
  SELECT name, epoch FROM wallet.gates
  WHERE name = ANY (ARRAY(SELECT DISTINCT gate FROM locked WHERE gate IS NOT NULL))
  ORDER BY name FOR SHARE
),
ended AS (
  UPDATE wallet.bets b SET
    status = CASE WHEN l.voided THEN 2 ELSE 1 END, payout = l.returned, outcome = l.outcome, settle_key = l.settle_key,
    settled_at = $1::timestamptz, settled_balance = l.real + l.returned, settled_seq = l.wallet_seq + 1
  FROM locked l
  WHERE b.player_id = l.player_id AND b.key = l.key AND b.status = 0
    AND (l.gate IS NULL OR EXISTS (SELECT FROM gates g WHERE g.name = l.gate AND g.epoch = l.epoch))
  RETURNING b.*
),
paid AS (
  UPDATE wallet.wallets w
  SET real = w.real + e.payout, seq = w.seq + 1 + (e.payout > 0 AND e.status <> 2)::int
  FROM ended e WHERE w.player_id = e.player_id AND w.currency = e.currency
  RETURNING w.player_id, w.bonus
),
counted AS (${counterSql.count(
  "ended",
  `CASE WHEN s.status = 2 AND ${placedToday} THEN -s.stake ELSE 0 END`,
  `CASE WHEN s.status = 2 AND NOT ${placedToday} THEN 0 ELSE -s.payout END`,
  "$2::int",
)}),
entered AS (${transferSql.ended("ended")})
SELECT e.player_id, e.game, e.currency, e.stake, e.payout, e.win_cap, e.status, e.choice, e.outcome, e.rules_version,
  e.balance_after, e.settled_balance, e.seed_number, e.client_seed, e.nonce, e.gate, e.round, e.placed_at, e.settled_at, e.key, p.bonus
FROM ended e JOIN paid p ON p.player_id = e.player_id`;
