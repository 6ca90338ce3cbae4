import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { archivedToo } from "../bet-row.ts";

/** Wallets per transaction. */
const walletsAtOnce = 200;
const countLock = 7_311_311n;

/**
 * Lists the bets that ended since the last run and adds them to the days of their games; bets of `tests` are counted separately. A player who
 * has become a test account, or is no longer one, is moved with all their bets. Each transaction counts some wallets and advances their
 * positions, so an interrupted or repeated run counts nothing twice.
 */
export async function countGameDays(
  { db, clock, failpoints }: Pick<Host, "db" | "clock" | "failpoints">,
  tests: readonly PlayerId[],
): Promise<void> {
  for (let wallets = walletsAtOnce; wallets === walletsAtOnce; ) {
    const at = new Date(clock.now());
    wallets = await db.tx(async tx => {
      // Later statements see the commits of the previous run.
      await tx.query("SELECT pg_advisory_xact_lock($1)", [countLock]);
      const { rows } = await tx.query<{ n: bigint }>(countSql, [uuidArray(tests), walletsAtOnce]);
      const counted = Number(rows[0]?.n ?? 0n);
      if (counted < walletsAtOnce) await tx.query(noteSql, [at]);
      failpoints.hit("wallet.game-days.counted");
      return counted;
    });
  }
}

const noteSql = `
INSERT INTO wallet.game_day_count (at) VALUES ($1) ON CONFLICT (one) DO UPDATE SET at = greatest(game_day_count.at, excluded.at)`;

/**
 * `begin`: the number after which a wallet's bets are read: where the last run stopped, or 0 if the account became or ceased to be a test
 * account. OFFSET 0 makes the planner scan key ranges of each wallet.
 */
const countSql = `
WITH moved AS MATERIALIZED (
  SELECT w.player_id, w.currency, coalesce(p.seq, 0) AS counted, w.seq AS upto, t.is_test, coalesce(p.is_test, t.is_test) AS was_test,
         CASE WHEN p.is_test IS DISTINCT FROM t.is_test THEN 0 ELSE p.seq END AS begin
  FROM wallet.wallets w
  CROSS JOIN LATERAL (SELECT w.player_id = ANY($1::uuid[]) AS is_test) t
  LEFT JOIN wallet.game_day_wallets p ON p.player_id = w.player_id AND p.currency = w.currency
  WHERE w.seq > 0 AND (w.seq > coalesce(p.seq, 0) OR p.is_test <> t.is_test)
  ORDER BY w.player_id, w.currency LIMIT $2
),
ended AS MATERIALIZED (
  SELECT b.player_id, b.key, b.game, b.settled_at, b.status, b.round, b.currency, b.rules_version, b.stake, b.payout,
         t.seq > m.counted AS is_new, m.is_test, m.was_test
  FROM moved m
  CROSS JOIN LATERAL (${transferSql.decisions("m.player_id", "m.currency", "m.begin", "m.upto")} OFFSET 0) t
  ${archivedToo("m.player_id", "t.key")}
  WHERE b.status <> 0 AND coalesce(b.settled_seq, b.seq) = t.seq
),
listed AS (
  INSERT INTO wallet.ended_bets (game, ended_at, player_id, key, status, round)
  SELECT game, settled_at, player_id, key, status, round FROM ended WHERE is_new
),
added AS (
  INSERT INTO wallet.game_days AS d
    (game, day, currency, rules_version, is_test, bets, stakes, payouts, shares, square_shares, voided, refunded)
  SELECT e.game, (e.settled_at AT TIME ZONE 'UTC')::date, e.currency, e.rules_version, c.is_test,
         coalesce(sum(c.n) FILTER (WHERE e.status = 1), 0), coalesce(sum(c.n * e.stake::numeric) FILTER (WHERE e.status = 1), 0),
         coalesce(sum(c.n * e.payout::numeric) FILTER (WHERE e.status = 1), 0),
         coalesce(sum(c.n * s.share) FILTER (WHERE e.status = 1), 0), coalesce(sum(c.n * s.share * s.share) FILTER (WHERE e.status = 1), 0),
         coalesce(sum(c.n) FILTER (WHERE e.status = 2), 0), coalesce(sum(c.n * e.stake::numeric) FILTER (WHERE e.status = 2), 0)
  FROM ended e
  CROSS JOIN LATERAL (SELECT div(e.payout::numeric * 1000000000000, e.stake) AS share) s
  CROSS JOIN LATERAL (
    SELECT e.is_test AS is_test, 1 AS n UNION ALL SELECT e.was_test, -1 WHERE NOT e.is_new
  ) c
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (game, day, currency, rules_version, is_test) DO UPDATE SET
    bets = d.bets + excluded.bets, stakes = d.stakes + excluded.stakes, payouts = d.payouts + excluded.payouts,
    shares = d.shares + excluded.shares, square_shares = d.square_shares + excluded.square_shares,
    voided = d.voided + excluded.voided, refunded = d.refunded + excluded.refunded
),
noted AS (
  INSERT INTO wallet.game_day_wallets (player_id, currency, seq, is_test) SELECT player_id, currency, upto, is_test FROM moved
  ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq, is_test = excluded.is_test
)
SELECT count(*) AS n FROM moved`;
