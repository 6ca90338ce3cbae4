import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { playerGameDays } from "./fold.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** What a player did in one currency, all games together. Sums in micro-units, the theoretical loss in millionths of one. */
export interface PlayedSum {
  readonly currency: Currency;
  readonly bets: bigint;
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  readonly loss: bigint;
}

interface SumRow {
  readonly currency: Currency;
  readonly bets: string;
  readonly realStaked: string;
  readonly realPaid: string;
  readonly loss: string;
}

const sums = `coalesce(sum(bets), 0)::text AS bets, coalesce(sum(real_staked), 0)::text AS "realStaked", coalesce(sum(real_paid), 0)::text AS "realPaid",
  coalesce(sum(theoretical_loss), 0)::text AS loss`;
const sumOf = ({ currency, bets, realStaked, realPaid, loss }: SumRow): PlayedSum => ({
  currency,
  bets: BigInt(bets),
  realStaked: BigInt(realStaked),
  realPaid: BigInt(realPaid),
  loss: BigInt(loss),
});

/** What a player has played in all time, by currency. */
export async function playedBy(on: Queryable, player: PlayerId): Promise<readonly PlayedSum[]> {
  const { rows } = await on.query<SumRow>(
    `SELECT currency, ${sums} FROM projections.player_game_days WHERE generation = ${live} AND player_id = $1 GROUP BY currency ORDER BY currency`,
    [player],
  );
  return rows.map(sumOf);
}

/**
 * Of days from `from` to `to` (both included, `2026-01-31`), by currency. A settlement that was reversed later is taken out of the day on which it
 * was made, not of the day of its correction.
 */
export async function playedIn(
  on: Queryable,
  player: PlayerId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly PlayedSum[]> {
  const { rows } = await on.query<SumRow>(
    `SELECT currency, ${sums} FROM (
       SELECT currency, bets, real_staked, real_paid, theoretical_loss FROM projections.player_game_days
       WHERE generation = ${live} AND player_id = $1 AND day BETWEEN $2::date AND $3::date
       UNION ALL SELECT currency, 0, real_staked, real_paid, theoretical_loss FROM projections.reversals
       WHERE generation = ${live} AND player_id = $1 AND day BETWEEN $2::date AND $3::date
       UNION ALL SELECT currency, 0, -real_staked, -real_paid, -theoretical_loss FROM projections.reversals
       WHERE generation = ${live} AND player_id = $1 AND reversed_on BETWEEN $2::date AND $3::date
     ) d GROUP BY currency ORDER BY currency`,
    [player, from, to],
  );
  return rows.map(sumOf);
}

/** What a player has played from a day (UTC) on, all currencies together: how many different games, and the largest multiplier in ten-thousandths. */
export async function playedSince(
  on: Queryable,
  player: PlayerId,
  from: string,
): Promise<{ readonly games: number; readonly bestMultiplier: number }> {
  const { rows } = await on.query<{ games: number; best: string }>(
    `SELECT count(DISTINCT game)::int AS games, coalesce(max(best_multiplier), 0)::text AS best FROM projections.player_game_days
     WHERE generation = ${live} AND player_id = $1 AND day >= $2::date AND bets > 0`,
    [player, from],
  );
  return { games: rows[0]?.games ?? 0, bestMultiplier: Number(rows[0]?.best ?? 0) };
}

/** Money of a player on a day (days since 1970, UTC) in one currency, micro-units: what was lost in games, deposited and withdrawn. */
export interface MoneyDay {
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly day: number;
  readonly loss: bigint;
  readonly deposits: bigint;
  readonly payouts: bigint;
}

/** Deposits and payouts of these players, from a day on. */
export async function moneyOnDays(
  on: Queryable,
  players: readonly PlayerId[],
  from: number,
): Promise<readonly MoneyDay[]> {
  const { rows } = await on.query<
    Omit<MoneyDay, "loss" | "deposits" | "payouts"> & { loss: string; deposits: string; payouts: string }
  >(
    `SELECT player_id AS "playerId", currency, day - date '1970-01-01' AS day, sum(loss)::text AS loss, sum(deposits)::text AS deposits, sum(payouts)::text AS payouts
     FROM (
       SELECT player_id, currency, day, real_staked - real_paid AS loss, 0::numeric AS deposits, 0::numeric AS payouts FROM projections.player_game_days
       WHERE generation = ${live} AND player_id = ANY ($1::uuid[]) AND day >= date '1970-01-01' + $2::int
       UNION ALL SELECT player_id, currency, day, 0, deposits, payouts FROM projections.player_days
       WHERE generation = ${live} AND player_id = ANY ($1::uuid[]) AND day >= date '1970-01-01' + $2::int
     ) d GROUP BY player_id, currency, day ORDER BY player_id, currency, day`,
    [uuidArray(players), from],
  );
  return rows.map(({ loss, deposits, payouts, ...row }) => ({
    ...row,
    loss: BigInt(loss),
    deposits: BigInt(deposits),
    payouts: BigInt(payouts),
  }));
}

/** What a player did on one day (days since 1970, UTC) in one currency. */
export interface PlayedDay {
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly day: number;
  readonly realStaked: bigint;
  /** In millionths of a micro-unit. */
  readonly loss: bigint;
}

/** What each of these players has played in all time, by day; reversed settlements as in {@link playedIn}. */
export async function playedByDay(on: Queryable, players: readonly PlayerId[]): Promise<readonly PlayedDay[]> {
  const { rows } = await on.query<Omit<PlayedDay, "realStaked" | "loss"> & { realStaked: string; loss: string }>(
    `SELECT player_id AS "playerId", currency, (day - date '1970-01-01') AS day, sum(real_staked)::text AS "realStaked",
       sum(theoretical_loss)::text AS loss
     FROM (
       SELECT player_id, currency, day, real_staked, theoretical_loss FROM projections.player_game_days
       WHERE generation = ${live} AND player_id = ANY($1::uuid[])
       UNION ALL SELECT player_id, currency, day, real_staked, theoretical_loss FROM projections.reversals
       WHERE generation = ${live} AND player_id = ANY($1::uuid[])
       UNION ALL SELECT player_id, currency, reversed_on, -real_staked, -theoretical_loss FROM projections.reversals
       WHERE generation = ${live} AND player_id = ANY($1::uuid[])
     ) d GROUP BY player_id, currency, day ORDER BY player_id, currency, day`,
    [uuidArray(players)],
  );
  return rows.map(({ realStaked, loss, ...row }) => ({ ...row, realStaked: BigInt(realStaked), loss: BigInt(loss) }));
}

/** What a player did in one game on one day, in one currency. */
export interface PlayedGameDay {
  readonly playerId: PlayerId;
  readonly currency: Currency;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Number of the game in the chart of accounts. */
  readonly game: number;
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  readonly bonusPaid: bigint;
  /** In millionths of a micro-unit. */
  readonly loss: bigint;
}

/** Play of the days from `from` to `to`, both included (`2026-01-31`); corrections count on the day on which they were made. */
export async function playedOnDays(
  on: Queryable,
  players: readonly PlayerId[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly PlayedGameDay[]> {
  interface Row extends Pick<PlayedGameDay, "playerId" | "currency" | "day" | "game"> {
    readonly realStaked: string;
    readonly realPaid: string;
    readonly bonusPaid: string;
    readonly loss: string;
  }
  const { rows } = await on.query<Row>(
    `SELECT player_id AS "playerId", currency, (day - date '1970-01-01') AS day, game::int AS game, real_staked::text AS "realStaked",
       real_paid::text AS "realPaid", bonus_paid::text AS "bonusPaid", theoretical_loss::text AS loss
     FROM projections.player_game_days
     WHERE generation = ${live} AND player_id = ANY($1::uuid[]) AND day BETWEEN $2::date AND $3::date
     ORDER BY player_id, currency, day, game`,
    [uuidArray(players), from, to],
  );
  return rows.map(({ realStaked, realPaid, bonusPaid, loss, ...row }) => ({
    ...row,
    realStaked: BigInt(realStaked),
    realPaid: BigInt(realPaid),
    bonusPaid: BigInt(bonusPaid),
    loss: BigInt(loss),
  }));
}

/** Days (UTC, as `2026-01-31`) on which each of these players staked, since; who did not is missing. */
export async function daysPlayed(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
): Promise<ReadonlyMap<PlayerId, readonly string[]>> {
  const { rows } = await on.query<{ playerId: PlayerId; days: readonly string[] }>(
    `SELECT player_id AS "playerId", array_agg(DISTINCT day::text) AS days FROM projections.player_game_days
     WHERE generation = ${live} AND player_id = ANY ($1::uuid[]) AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND bets > 0
     GROUP BY player_id`,
    [uuidArray(players), since],
  );
  return new Map(rows.map(({ playerId, days }) => [playerId, days]));
}
