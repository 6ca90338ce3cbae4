import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { archivedToo } from "./bet-row.ts";

/** Payout statistics of a game's settled bets: every bet counts once, whatever its stake and currency. */
export interface ReturnedShare {
  readonly game: string;
  readonly rulesVersion: string;
  readonly bets: number;
  /** The mean of payout over stake. */
  readonly mean: number;
  /** Standard deviation of payout over stake; 0 for a single bet. */
  readonly deviation: number;
}

/** When the last count finished; undefined before the first. */
export async function returnsCountedAt(on: Queryable): Promise<Date | undefined> {
  const { rows } = await on.query<{ at: Date }>("SELECT at FROM wallet.returned_count");
  return rows[0]?.at;
}

/** The current totals. */
export async function returnedShares(on: Queryable): Promise<ReturnedShare[]> {
  const { rows } = await on.query<{
    game: number;
    rulesVersion: string;
    bets: bigint;
    mean: number;
    deviation: number;
  }>(
    `SELECT game, rules_version AS "rulesVersion", bets, (shares / bets / 1e12)::float8 AS mean,
            CASE WHEN bets > 1 THEN sqrt((square_shares - shares * shares / bets) / (bets - 1)) / 1e12 ELSE 0 END::float8
              AS deviation
     FROM wallet.returned_totals WHERE bets > 0 ORDER BY game, rules_version`,
  );
  return rows.map(({ rulesVersion, ...row }) => {
    return { ...row, rulesVersion, game: gameOf(row.game), bets: Number(row.bets) };
  });
}

/** Wallets per transaction. */
const walletsAtOnce = 200;
const countLock = 7_311_310n;

/**
 * Counts the bets settled since the last run, without voided ones and those of `except`. The counts of a player who
 * is in `except` now are subtracted. Each transaction counts some wallets and advances their positions, so an interrupted or
 * repeated counts nothing twice.
 */
export async function countReturns(
  { db, clock, failpoints }: Pick<Host, "db" | "clock" | "failpoints">,
  except: readonly PlayerId[],
): Promise<void> {
  for (let wallets = walletsAtOnce; wallets === walletsAtOnce; ) {
    wallets = await db.tx(async tx => {
      // Later statements see the commits of the previous run.
      await tx.query("SELECT pg_advisory_xact_lock($1)", [countLock]);
      await tx.query(takeBackSql, [uuidArray(except)]);
      const counted = await countSome(tx, except);
      if (counted < walletsAtOnce) await tx.query(noteSql, [new Date(clock.now())]);
      failpoints.hit("wallet.returns.counted");
      return counted;
    });
  }
}

async function countSome(tx: Tx, except: readonly PlayerId[]): Promise<number> {
  const { rows } = await tx.query<{ n: bigint }>(countSql, [uuidArray(except), walletsAtOnce]);
  return Number(rows[0]?.n ?? 0n);
}

const noteSql = `
INSERT INTO wallet.returned_count (at) VALUES ($1) ON CONFLICT (one) DO UPDATE SET at = greatest(returned_count.at, excluded.at)`;

/** `wallets`: player_id, currency, and between which of its numbers (`counted`, `upto`) its bets ended. */
const sumsOf = (wallets: string) => `
  SELECT e.game, e.rules_version, count(*) AS bets, sum(e.share) AS shares, sum(e.share * e.share) AS square_shares
  FROM (
    SELECT b.game, b.rules_version, div(b.payout::numeric * 1000000000000, b.stake) AS share
    FROM ${wallets} w
    CROSS JOIN LATERAL (${transferSql.ends("w.player_id", "w.currency", "w.counted", "w.upto")}) t
    ${archivedToo("w.player_id", "t.key")}
    WHERE b.status = 1 AND coalesce(b.settled_seq, b.seq) = t.seq
  ) e GROUP BY e.game, e.rules_version`;

const countSql = `
WITH moved AS MATERIALIZED (
  SELECT w.player_id, w.currency, coalesce(r.seq, 0) AS counted, w.seq AS upto
  FROM wallet.wallets w LEFT JOIN wallet.returned_wallets r ON r.player_id = w.player_id AND r.currency = w.currency
  WHERE w.seq > coalesce(r.seq, 0) AND NOT w.player_id = ANY($1::uuid[])
  ORDER BY w.player_id, w.currency LIMIT $2
),
added AS (
  INSERT INTO wallet.returned_totals AS r (game, rules_version, bets, shares, square_shares) ${sumsOf("moved")}
  ON CONFLICT (game, rules_version) DO UPDATE SET
    bets = r.bets + excluded.bets, shares = r.shares + excluded.shares,
    square_shares = r.square_shares + excluded.square_shares
),
noted AS (
  INSERT INTO wallet.returned_wallets (player_id, currency, seq) SELECT player_id, currency, upto FROM moved
  ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq
)
SELECT count(*) AS n FROM moved`;

const takeBackSql = `
WITH gone AS MATERIALIZED (
  DELETE FROM wallet.returned_wallets WHERE player_id = ANY($1::uuid[])
  RETURNING player_id, currency, 0::bigint AS counted, seq AS upto
),
less AS (${sumsOf("gone")})
UPDATE wallet.returned_totals r SET
  bets = r.bets - less.bets, shares = r.shares - less.shares, square_shares = r.square_shares - less.square_shares
FROM less WHERE less.game = r.game AND less.rules_version = r.rules_version`;
