import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import { playerGameDays } from "./fold.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** What players of a country played, deposited and withdrew, in micro-units. */
export interface CountrySums {
  /** Null: the country of the account is not known. */
  readonly country: string | null;
  readonly currency: Currency;
  /** Players whose bets ended. */
  readonly players: number;
  readonly bets: number;
  readonly staked: bigint;
  readonly paid: bigint;
  readonly deposits: bigint;
  readonly payouts: bigint;
}

/** What was staked and paid on a day, of real and of bonus money, in micro-units. */
export interface ProductSums {
  /** The day in UTC. */
  readonly day: string;
  /** Null: the country of the account is not known. */
  readonly country: string | null;
  readonly currency: Currency;
  /** The sportsbook; else the casino. */
  readonly isBetting: boolean;
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  readonly bonusStaked: bigint;
  readonly bonusPaid: bigint;
}

interface Days {
  /** Days of UTC, `2026-01-31`, both included. */
  readonly from: string;
  readonly to: string;
  readonly withTests: boolean;
}

/**
 * Sums of days by the country that an account had at the end of each. `countrySpans`: a relation of SQL with (player_id, country, since,
 * until), in which each instant of a player is in one span at most.
 */
export async function sumsByCountry(
  on: Queryable,
  { from, to, withTests }: Days,
  countrySpans: string,
): Promise<readonly CountrySums[]> {
  const { rows } = await on.query<Record<keyof CountrySums, string>>(
    `WITH parts AS (
       SELECT player_id, currency, day, bets, real_staked + bonus_staked AS staked, real_paid + bonus_paid AS paid, 0::numeric AS deposits, 0::numeric AS payouts
       FROM projections.player_game_days WHERE generation = ${live} AND day BETWEEN $1::date AND $2::date
       UNION ALL SELECT player_id, currency, day, 0, 0, 0, deposits, payouts
       FROM projections.player_days WHERE generation = ${live} AND day BETWEEN $1::date AND $2::date
     ), players AS (
       SELECT c.country, d.currency, d.player_id, sum(bets) AS bets, sum(staked) AS staked, sum(paid) AS paid, sum(deposits) AS deposits, sum(payouts) AS payouts
       FROM parts d
       LEFT JOIN ${countrySpans} c ON c.player_id = d.player_id AND c.since < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
         AND c.until >= (d.day + 1)::timestamp AT TIME ZONE 'UTC'
       GROUP BY c.country, d.currency, d.player_id
     )
     SELECT d.country, d.currency, count(*) FILTER (WHERE bets > 0) AS players, sum(bets) AS bets, sum(staked) AS staked, sum(paid) AS paid,
       sum(deposits) AS deposits, sum(payouts) AS payouts
     FROM players d JOIN projections.positions p
       ON p.projection = '${playerGameDays}' AND p.generation = ${live} AND p.player_id = d.player_id AND p.currency = d.currency
     WHERE $3 OR p.is_test IS NOT TRUE GROUP BY 1, 2
     HAVING sum(bets) > 0 OR sum(staked) <> 0 OR sum(paid) <> 0 OR sum(deposits) <> 0 OR sum(payouts) <> 0 ORDER BY 1 NULLS LAST, 2`,
    [from, to, withTests],
  );
  return rows.map(({ country, currency, players, bets, ...sums }) => ({
    country,
    currency: currency as Currency,
    players: Number(players),
    bets: Number(bets),
    staked: BigInt(sums.staked),
    paid: BigInt(sums.paid),
    deposits: BigInt(sums.deposits),
    payouts: BigInt(sums.payouts),
  }));
}

/** Bets that ended on each day, by the country that the account had at its end and by product. `countrySpans` as in {@link sumsByCountry}. */
export async function sumsByProduct(
  on: Queryable,
  { from, to, withTests }: Days,
  countrySpans: string,
): Promise<readonly ProductSums[]> {
  const { rows } = await on.query<Record<Exclude<keyof ProductSums, "isBetting">, string> & { isBetting: boolean }>(
    `SELECT d.day::text, c.country, d.currency, d.game = $4 AS "isBetting", sum(real_staked) AS "realStaked", sum(real_paid) AS "realPaid",
       sum(bonus_staked) AS "bonusStaked", sum(bonus_paid) AS "bonusPaid"
     FROM projections.player_game_days d
     JOIN projections.positions p
       ON p.projection = '${playerGameDays}' AND p.generation = ${live} AND p.player_id = d.player_id AND p.currency = d.currency
     LEFT JOIN ${countrySpans} c ON c.player_id = d.player_id AND c.since < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
       AND c.until >= (d.day + 1)::timestamp AT TIME ZONE 'UTC'
     WHERE d.generation = ${live} AND d.day BETWEEN $1::date AND $2::date AND ($3 OR p.is_test IS NOT TRUE)
     GROUP BY 1, 2, 3, 4`,
    [from, to, withTests, gameNumbers.betting],
  );
  return rows.map(({ day, country, currency, isBetting, ...sums }) => ({
    day,
    country,
    currency: currency as Currency,
    isBetting,
    realStaked: BigInt(sums.realStaked),
    realPaid: BigInt(sums.realPaid),
    bonusStaked: BigInt(sums.bonusStaked),
    bonusPaid: BigInt(sums.bonusPaid),
  }));
}

/** What players of a country did on a day, in micro-units. */
export interface CountryDay extends Omit<CountrySums, "players"> {
  /** The day in UTC. */
  readonly day: string;
}

/** Sums of each day by the country that an account had at its end. `countrySpans` as in {@link sumsByCountry}. */
export async function daysByCountry(
  on: Queryable,
  { from, to, withTests }: Days,
  countrySpans: string,
): Promise<readonly CountryDay[]> {
  const { rows } = await on.query<Record<keyof CountryDay, string>>(
    `WITH parts AS (
       SELECT player_id, currency, day, bets, real_staked + bonus_staked AS staked, real_paid + bonus_paid AS paid, 0::numeric AS deposits, 0::numeric AS payouts
       FROM projections.player_game_days WHERE generation = ${live} AND day BETWEEN $1::date AND $2::date
       UNION ALL SELECT player_id, currency, day, 0, 0, 0, deposits, payouts
       FROM projections.player_days WHERE generation = ${live} AND day BETWEEN $1::date AND $2::date
     )
     SELECT d.day::text, c.country, d.currency, sum(bets) AS bets, sum(staked) AS staked, sum(paid) AS paid, sum(deposits) AS deposits, sum(payouts) AS payouts
     FROM parts d
     JOIN projections.positions p
       ON p.projection = '${playerGameDays}' AND p.generation = ${live} AND p.player_id = d.player_id AND p.currency = d.currency
     LEFT JOIN ${countrySpans} c ON c.player_id = d.player_id AND c.since < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
       AND c.until >= (d.day + 1)::timestamp AT TIME ZONE 'UTC'
     WHERE $3 OR p.is_test IS NOT TRUE GROUP BY 1, 2, 3
     HAVING sum(bets) > 0 OR sum(staked) <> 0 OR sum(paid) <> 0 OR sum(deposits) <> 0 OR sum(payouts) <> 0 ORDER BY 1, 2 NULLS LAST, 3`,
    [from, to, withTests],
  );
  return rows.map(({ day, country, currency, bets, ...sums }) => ({
    day,
    country,
    currency: currency as Currency,
    bets: Number(bets),
    staked: BigInt(sums.staked),
    paid: BigInt(sums.paid),
    deposits: BigInt(sums.deposits),
    payouts: BigInt(sums.payouts),
  }));
}
