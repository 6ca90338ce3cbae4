import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";

const roundsAtOnce = 2_000;
const countLock = 7_311_595n;
/** Settlements of the last seconds may commit in another order than their times. */
const settledMs = 30_000;

/**
 * Lists the rounds of these providers that ended since the last run and adds them to the days of their games; rounds of `tests` are counted
 * apart. A player who has become a test account, or is one no longer, is moved with all counted rounds, and a settled round that operators
 * voided is moved to the void ones of its day. Each transaction advances the place up to which it counted, so an interrupted or repeated run
 * counts nothing twice.
 */
export async function countRoundDays(
  { db, clock }: Pick<Host, "db" | "clock">,
  games: readonly string[],
  tests: readonly PlayerId[],
): Promise<void> {
  for (const game of games) {
    for (let counted = roundsAtOnce; counted === roundsAtOnce; ) {
      const now = clock.now();
      counted = await db.tx(async tx => {
        // Later statements see the commits of the previous run.
        await tx.query("SELECT pg_advisory_xact_lock($1)", [countLock]);
        await moveTests(tx, tests);
        const { rows } = await tx.query<{ n: bigint }>(countSql, [
          gameNumber(game),
          new Date(now - settledMs),
          roundsAtOnce,
          new Date(now),
        ]);
        await tx.query(voidSql, [gameNumber(game)]);
        return Number(rows[0]?.n ?? 0n);
      });
    }
  }
}

async function moveTests(tx: Tx, tests: readonly PlayerId[]): Promise<void> {
  await tx.query(moveSql, [uuidArray(tests)]);
}

/** A round's facts beside the class under which it counts, `n` times. */
const facts = `
  r.game, r.slug, r.closed_at, r.currency, r.staked, r.won, r.pot_won, coalesce(b.choice::json ->> 'kind', 'stake') AS kind`;
const firstBet = "LEFT JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]";

const addSql = (rounds: string) => `
  INSERT INTO wallet.provider_round_days AS d
    (game, slug, day, currency, kind, is_test, rounds, stakes, wins, pots, staked_rounds, shares, square_shares, voids)
  SELECT game, slug, (closed_at AT TIME ZONE 'UTC')::date, currency, kind, is_test,
         coalesce(sum(n) FILTER (WHERE status = 1), 0), coalesce(sum(n * staked::numeric) FILTER (WHERE status = 1), 0),
         coalesce(sum(n * won::numeric) FILTER (WHERE status = 1), 0), coalesce(sum(n * pot_won::numeric) FILTER (WHERE status = 1), 0),
         coalesce(sum(n) FILTER (WHERE status = 1 AND staked > 0), 0), coalesce(sum(n * share), 0), coalesce(sum(n * share * share), 0),
         coalesce(sum(n) FILTER (WHERE status = 2), 0)
  FROM ${rounds}
  CROSS JOIN LATERAL (
    SELECT CASE WHEN status = 1 AND staked > 0 THEN div(won::numeric * 1000000000000, staked) END AS share
  ) s
  GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (game, slug, day, currency, kind, is_test) DO UPDATE SET
    rounds = d.rounds + excluded.rounds, stakes = d.stakes + excluded.stakes, wins = d.wins + excluded.wins, pots = d.pots + excluded.pots,
    staked_rounds = d.staked_rounds + excluded.staked_rounds, shares = d.shares + excluded.shares,
    square_shares = d.square_shares + excluded.square_shares, voids = d.voids + excluded.voids`;

const moveSql = `
WITH changed AS MATERIALIZED (
  SELECT coalesce(t.player_id, n.player_id) AS player_id, n.player_id IS NOT NULL AS is_test
  FROM wallet.provider_round_tests t
  FULL JOIN unnest($1::uuid[]) AS n(player_id) ON n.player_id = t.player_id
  WHERE t.player_id IS NULL OR n.player_id IS NULL
),
added AS (INSERT INTO wallet.provider_round_tests SELECT player_id FROM changed WHERE is_test),
removed AS (DELETE FROM wallet.provider_round_tests t USING changed c WHERE t.player_id = c.player_id AND NOT c.is_test),
moved AS (
  SELECT ${facts}, e.status, m.is_test, m.n
  FROM changed c
  JOIN wallet.ended_provider_rounds e ON e.player_id = c.player_id
  JOIN wallet.provider_rounds r ON r.player_id = e.player_id AND r.round = e.round
  ${firstBet}
  CROSS JOIN LATERAL (VALUES (c.is_test, 1), (NOT c.is_test, -1)) AS m(is_test, n)
)
${addSql("moved")}`;

const isTest = "EXISTS (SELECT FROM wallet.provider_round_tests t WHERE t.player_id = r.player_id)";

/** A round that was counted as closed and that operators voided since is listed as void: `status` differs from that of the round then. */
const voidSql = `
WITH voided AS MATERIALIZED (
  UPDATE wallet.ended_provider_rounds e SET status = 2
  FROM wallet.round_voids v
  JOIN wallet.provider_rounds r ON r.player_id = v.player_id AND r.round = v.round
  WHERE v.game = $1 AND e.game = r.game AND e.slug = r.slug AND e.closed_at = r.closed_at AND e.player_id = r.player_id AND e.round = r.round
    AND e.status = 1
  RETURNING e.player_id, e.round
),
moved AS (
  SELECT ${facts}, m.status, ${isTest} AS is_test, m.n
  FROM voided v
  JOIN wallet.provider_rounds r ON r.player_id = v.player_id AND r.round = v.round
  ${firstBet}
  CROSS JOIN LATERAL (VALUES (1, -1), (2, 1)) AS m(status, n)
)
${addSql("moved")}`;

const countSql = `
WITH ended AS MATERIALIZED (
  SELECT ${facts}, r.status, r.player_id, r.round, 1 AS n, ${isTest} AS is_test
  FROM wallet.provider_rounds r
  ${firstBet}
  WHERE r.game = $1 AND r.status <> 0 AND r.closed_at < $2
    AND (r.closed_at, r.round, r.player_id) > (
      coalesce((SELECT closed_at FROM wallet.provider_round_count WHERE game = $1), '-infinity'),
      coalesce((SELECT round FROM wallet.provider_round_count WHERE game = $1), '00000000-0000-0000-0000-000000000000'),
      coalesce((SELECT player_id FROM wallet.provider_round_count WHERE game = $1), '00000000-0000-0000-0000-000000000000'))
  ORDER BY r.closed_at, r.round, r.player_id LIMIT $3
),
listed AS (
  INSERT INTO wallet.ended_provider_rounds (game, slug, closed_at, player_id, round, status)
  SELECT game, slug, closed_at, player_id, round, status FROM ended
),
added AS (${addSql("ended")}),
last AS (SELECT closed_at, round, player_id FROM ended ORDER BY closed_at DESC, round DESC, player_id DESC LIMIT 1),
noted AS (
  INSERT INTO wallet.provider_round_count (game, closed_at, round, player_id, at)
  SELECT $1, coalesce(l.closed_at, c.closed_at, '-infinity'), coalesce(l.round, c.round, '00000000-0000-0000-0000-000000000000'),
         coalesce(l.player_id, c.player_id, '00000000-0000-0000-0000-000000000000'), $4
  FROM (SELECT 1) one LEFT JOIN last l ON true LEFT JOIN wallet.provider_round_count c ON c.game = $1
  ON CONFLICT (game) DO UPDATE SET closed_at = excluded.closed_at, round = excluded.round, player_id = excluded.player_id, at = excluded.at
)
SELECT count(*) AS n FROM ended`;
