import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Account, accountName, gameOf } from "#modules/ledger/shared/chart.ts";
import { kindOf, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { playerGameDays } from "./fold.ts";
import { foldVersion } from "./fold-version.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** Days of a zone, `2026-01-31`, both included. */
export interface DaysOfZone {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** From an instant up to another, whole half hours. */
export interface Span {
  readonly begins: Date;
  readonly ends: Date;
}

/** When days of a zone begin and end: a day may have 23 or 25 hours. */
export async function spanOf(on: Queryable, { from, to, zone }: DaysOfZone): Promise<Span> {
  const { rows } = await on.query<Span>(
    "SELECT $1::date::timestamp AT TIME ZONE $3 AS begins, ($2::date + 1)::timestamp AT TIME ZONE $3 AS ends",
    [from, to, zone],
  );
  return required(rows[0], "one row");
}

/** The day of an instant in a zone. */
export async function dayOf(on: Queryable, at: Date, zone: string): Promise<string> {
  const { rows } = await on.query<{ day: string }>("SELECT ($1::timestamptz AT TIME ZONE $2)::date::text AS day", [
    at,
    zone,
  ]);
  return required(rows[0], "one row").day;
}

/** False for the minute in which an update of the server folds everything again: figures are too small until then. */
export async function isFolded(on: Queryable): Promise<boolean> {
  const { rows } = await on.query(`SELECT FROM projections.runs WHERE projection = $1 AND version = $2`, [
    playerGameDays,
    foldVersion,
  ]);
  return rows.length > 0;
}

export interface Sums {
  readonly span: Span;
  /** Rows are sums of half hours, or of days of the zone. */
  readonly by: "half_hour" | "day";
  readonly zone: string;
  readonly withTests: boolean;
  readonly currency?: Currency | undefined;
}

interface SumRow {
  /** Where the half hour or the day of the zone begins. */
  readonly at: Date;
  /** Days since 1970, UTC: whose rates count. */
  readonly utcDay: number;
  readonly currency: Currency;
}

/** What moved between two accounts. */
export interface Movement extends SumRow {
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly total: bigint;
  readonly transfers: number;
}

const keys = (by: Sums["by"]) =>
  `${by === "day" ? "date_trunc('day', half_hour, $3)" : "half_hour"} AS at, (half_hour AT TIME ZONE 'UTC')::date - date '1970-01-01' AS "utcDay", currency`;
const condition = `generation = ${live} AND half_hour >= $1 AND half_hour < $2 AND $3::text IS NOT NULL AND ($4 OR NOT is_test) AND ($5::text IS NULL OR currency = $5)`;
const values = ({ span, zone, withTests, currency }: Sums) => [
  span.begins,
  span.ends,
  zone,
  withTests,
  currency ?? null,
];

/** All movements of a span. */
export async function movementsIn(on: Queryable, sums: Sums): Promise<readonly Movement[]> {
  const { rows } = await on.query<
    Omit<Movement, "kind" | "total" | "transfers"> & { kind: number; total: string; transfers: string }
  >(
    `SELECT ${keys(sums.by)}, kind, debit, credit, sum(total)::text AS total, sum(transfers)::text AS transfers
     FROM projections.half_hours WHERE ${condition} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
    values(sums),
  );
  return rows.map(row => ({
    ...row,
    kind: kindOf(row.kind),
    total: BigInt(row.total),
    transfers: Number(row.transfers),
  }));
}

/** What ended in a game: stakes and payouts of real and bonus money. */
export interface PlayedInGame extends SumRow {
  readonly game: string;
  readonly bets: number;
  readonly staked: bigint;
  readonly paid: bigint;
}

export async function gamesIn(on: Queryable, sums: Sums): Promise<readonly PlayedInGame[]> {
  const { rows } = await on.query<SumRow & { game: number; bets: string; staked: string; paid: string }>(
    `SELECT ${keys(sums.by)}, game, sum(bets)::text AS bets, sum(real_staked + bonus_staked)::text AS staked, sum(real_paid + bonus_paid)::text AS paid
     FROM projections.game_half_hours WHERE ${condition} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    values(sums),
  );
  return rows.map(({ game, bets, staked, paid, ...row }) => ({
    ...row,
    game: gameOf(game),
    bets: Number(bets),
    staked: BigInt(staked),
    paid: BigInt(paid),
  }));
}

/** The bits of the half hours of a day (UTC) that are within the span. */
const within = `CASE WHEN day = d.first AND day = d.last THEN (-1::bigint << d.skip) & ~(-1::bigint << d.upto)
  WHEN day = d.first THEN -1::bigint << d.skip WHEN day = d.last THEN ~(-1::bigint << d.upto) ELSE -1::bigint END`;
/** Days and bits: the half hour before the end is the last one. */
const bounds = `(SELECT (b AT TIME ZONE 'UTC')::date AS first, (l AT TIME ZONE 'UTC')::date AS last,
  (extract(epoch FROM b AT TIME ZONE 'UTC')::bigint % 86400 / 1800)::int AS skip, (extract(epoch FROM l AT TIME ZONE 'UTC')::bigint % 86400 / 1800)::int + 1 AS upto
  FROM (SELECT $1::timestamptz AS b, $2::timestamptz - interval '30 minutes' AS l) s)`;
const active = `projections.player_days p CROSS JOIN ${bounds} d
  WHERE generation = ${live} AND day BETWEEN d.first AND d.last AND ($3 OR NOT is_test) AND ($4::text IS NULL OR currency = $4)
    AND staked_in & (${within}) <> 0`;

export interface ActiveIn {
  readonly span: Span;
  readonly withTests: boolean;
  readonly currency?: Currency | undefined;
}
const activeValues = ({ span, withTests, currency }: ActiveIn) => [span.begins, span.ends, withTests, currency ?? null];

/** How many players staked in a span. */
export async function countActive(on: Queryable, query: ActiveIn): Promise<number> {
  const { rows } = await on.query<{ n: string }>(
    `SELECT count(DISTINCT player_id)::text AS n FROM ${active}`,
    activeValues(query),
  );
  return Number(rows[0]?.n ?? 0);
}

/** Active players by id, after one of them. */
export async function listActive(
  on: Queryable,
  query: ActiveIn,
  { after, limit }: { readonly after: PlayerId | null; readonly limit: number },
): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT DISTINCT player_id AS "playerId" FROM ${active} AND ($5::uuid IS NULL OR player_id > $5) ORDER BY 1 LIMIT $6`,
    [...activeValues(query), after, limit],
  );
  return rows.map(({ playerId }) => playerId);
}

/** The balance of every account by the last fold, which is at most seconds ago. */
export async function foldedBalances(
  on: Queryable,
): Promise<readonly { readonly currency: Currency; readonly name: string; readonly balance: Micros }[]> {
  const { rows } = await on.query<{ currency: Currency; account: number; balance: string }>(
    `SELECT currency, account, sum(amount)::text AS balance FROM (
       SELECT currency, debit AS account, -total AS amount FROM projections.half_hours WHERE generation = ${live}
       UNION ALL SELECT currency, credit, total FROM projections.half_hours WHERE generation = ${live}) sides
     GROUP BY currency, account ORDER BY currency, account`,
  );
  return rows.map(({ currency, account, balance }) => ({
    currency,
    name: accountName(account),
    balance: micros(BigInt(balance)),
  }));
}

/** What moved on an account in a span, and its balance at the end. */
export interface AccountSpan {
  readonly account: string;
  readonly currency: Currency;
  readonly debited: bigint;
  readonly credited: bigint;
  readonly balance: bigint;
}

/** Accounts that moved before the end of a span, by name. */
export async function accountsAt(
  on: Queryable,
  { span, withTests }: Pick<Sums, "span" | "withTests">,
): Promise<readonly AccountSpan[]> {
  const side = (account: string, sign: string) =>
    `SELECT currency, ${account} AS account, ${sign}total AS amount, half_hour FROM projections.half_hours
     WHERE generation = ${live} AND half_hour < $2 AND ($3 OR NOT is_test)`;
  const { rows } = await on.query<{
    currency: Currency;
    account: number;
    debited: string;
    credited: string;
    balance: string;
  }>(
    `SELECT currency, account, sum(amount)::text AS balance,
       coalesce(-sum(amount) FILTER (WHERE amount < 0 AND half_hour >= $1), 0)::text AS debited,
       coalesce(sum(amount) FILTER (WHERE amount > 0 AND half_hour >= $1), 0)::text AS credited
     FROM (${side("debit", "-")} UNION ALL ${side("credit", "")}) sides GROUP BY currency, account`,
    [span.begins, span.ends, withTests],
  );
  return rows
    .map(({ currency, account, ...sums }) => ({
      account: accountName(account),
      currency,
      debited: BigInt(sums.debited),
      credited: BigInt(sums.credited),
      balance: BigInt(sums.balance),
    }))
    .sort((a, b) => (a.account === b.account ? compare(a.currency, b.currency) : compare(a.account, b.account)));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A closed day, newest first in lists. */
export interface ClosedDay {
  readonly number: number;
  readonly day: string;
  readonly zone: string;
  readonly closedAt: Date;
  readonly rows: number;
  readonly late: number;
  readonly hash: string;
}

export async function listClosedDays(on: Queryable, limit: number): Promise<readonly ClosedDay[]> {
  const { rows } = await on.query<Omit<ClosedDay, "late"> & { late: string }>(
    `SELECT number, day::text, zone, closed_at AS "closedAt", rows, encode(hash, 'hex') AS hash,
       (SELECT coalesce(sum(transfers), 0)::text FROM projections.closed_rows r WHERE r.number = d.number AND r.of_day <> d.day) AS late
     FROM projections.closed_days d ORDER BY number DESC LIMIT $1`,
    [limit],
  );
  return rows.map(row => ({ ...row, late: Number(row.late) }));
}

/** What moved between two accounts on a closed day, in micro-units; booked late if it is of an earlier day. */
export interface ClosedRow {
  /** Within its closed day, from 1: rows never change. */
  readonly place: number;
  readonly ofDay: string;
  readonly isLate: boolean;
  readonly isTest: boolean;
  readonly currency: Currency;
  readonly kind: TransferKind;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Micros;
  readonly transfers: number;
}

/** The number of the closed day with a hash: there is one per day. */
export async function closedDayOfHash(on: Queryable, hash: Uint8Array): Promise<number | undefined> {
  const { rows } = await on.query<{ number: number }>("SELECT number FROM projections.closed_days WHERE hash = $1", [
    hash,
  ]);
  return rows[0]?.number;
}

export async function closedDay(on: Queryable, number: number): Promise<ClosedDay | undefined> {
  const { rows } = await on.query<Omit<ClosedDay, "late"> & { late: string }>(
    `SELECT number, day::text, zone, closed_at AS "closedAt", rows, encode(hash, 'hex') AS hash,
       (SELECT coalesce(sum(transfers), 0)::text FROM projections.closed_rows r WHERE r.number = d.number AND r.of_day <> d.day) AS late
     FROM projections.closed_days d WHERE number = $1`,
    [number],
  );
  return rows[0] && { ...rows[0], late: Number(rows[0].late) };
}

/** Rows of a closed day after a place, late ones first because their days are earlier. */
export async function closedRows(
  on: Queryable,
  number: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ClosedRow[]> {
  interface Row extends Pick<ClosedRow, "ofDay" | "isLate" | "isTest" | "currency"> {
    readonly place: bigint;
    readonly kind: number;
    readonly debit: number;
    readonly credit: number;
    readonly amount: string;
    readonly transfers: string;
  }
  const { rows } = await on.query<Row>(
    `SELECT * FROM (
       SELECT row_number() OVER (ORDER BY of_day, is_test, currency, kind, debit, credit) AS place, of_day::text AS "ofDay", of_day <> d.day AS "isLate",
         is_test AS "isTest", currency, kind, debit, credit, total::text AS amount, transfers::text AS transfers
       FROM projections.closed_rows r JOIN projections.closed_days d USING (number) WHERE number = $1
     ) r WHERE place > $2 ORDER BY place LIMIT $3`,
    [number, after, limit],
  );
  return rows.map(({ place, kind, debit, credit, amount, transfers, ...row }) => ({
    ...row,
    place: Number(place),
    kind: kindOf(kind),
    debit: accountName(debit as Account),
    credit: accountName(credit as Account),
    amount: micros(BigInt(amount)),
    transfers: Number(transfers),
  }));
}
