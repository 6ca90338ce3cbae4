import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { playedSql } from "#modules/wallet/server/index.ts";
import { foldLock, playerGameDays } from "./fold.ts";
import { foldVersion } from "./fold-version.ts";

/** After the end of a day: clocks of processes differ, and a transaction books under the time at which it began. */
const marginMs = 10 * 60_000;
/** How far back late transfers are looked for: no transaction stays open that long. */
const lateDays = 40;
/** Days that one run closes. */
const daysAtOnce = 60;

/** The day of a time in a zone, as a date. */
export const dayIn = (at: string, zone: string): string => `(${at} AT TIME ZONE ${zone})::date`;

/** One line a row, in order: what a day's hash is computed over, after the hash of the day before. */
const lines = `string_agg(format('%s %s %s %s %s %s %s %s', of_day, is_test, currency, kind, debit, credit, total, transfers), E'\\n'
  ORDER BY of_day, is_test, currency, kind, debit, credit)`;

/** The hash of a closed day, by its number: SHA-256 of "number zone day", the hash of the day before in hex, and its rows. */
export const closedHashSql = (number: string, zone: string, day: string): string => `(
  SELECT sha256(convert_to(concat_ws(E'\\n', format('%s %s %s', ${number}, ${zone}, ${day}),
    (SELECT encode(b.hash, 'hex') FROM projections.closed_days b WHERE b.number = ${number} - 1), ${lines}), 'UTF8'))
  FROM projections.closed_rows r WHERE r.number = ${number})`;

/**
 * Closes the days of the reporting zone that have ended and whose transfers are all folded, the oldest first. A day that cannot be closed yet
 * is closed by a later run. The chain keeps the zone that it began with.
 */
export async function closeDays(host: Pick<Host, "db" | "clock">, zone: string): Promise<number> {
  for (let closed = 0; closed < daysAtOnce; closed++)
    if (!(await host.db.tx(tx => closeNext(tx, zone, host.clock.now())))) return closed;
  return daysAtOnce;
}

interface Next {
  readonly number: number;
  readonly day: string;
  readonly zone: string;
  readonly ends: Date;
}

async function closeNext(tx: Tx, zone: string, now: number): Promise<boolean> {
  const { rows } = await tx.query<{ live: number }>(
    "SELECT live FROM projections.runs WHERE projection = $1 AND version = $2",
    [playerGameDays, foldVersion],
  );
  if (!rows[0]) return false;
  const { live } = rows[0];
  await tx.query("SELECT pg_advisory_xact_lock($1, $2)", [foldLock, live]);
  const next = await readNext(tx, live, zone);
  if (!next || next.ends.getTime() + marginMs > now || (await hasUnfolded(tx, live, next.ends))) return false;
  const { number, day, zone: own, ends } = next;
  await tx.query(rowsSql, [number, day, own, live, ends]);
  await tx.query(daySql, [number, day, own, new Date(now)]);
  return true;
}

/** The day after the last closed one; the first day with transfers where none is closed. */
async function readNext(on: Queryable, live: number, zone: string): Promise<Next | undefined> {
  const { rows } = await on.query<Next>(
    `SELECT number, day::text, zone, (day + 1)::timestamp AT TIME ZONE zone AS ends FROM (
       SELECT coalesce(c.number, 0) + 1 AS number, coalesce(c.zone, $2) AS zone,
         coalesce(c.day + 1, (SELECT ${dayIn("min(half_hour)", "$2")} FROM projections.half_hours WHERE generation = $1)) AS day
       FROM (VALUES (1)) one LEFT JOIN (SELECT * FROM projections.closed_days ORDER BY number DESC LIMIT 1) c ON true
     ) n WHERE day IS NOT NULL`,
    [live, zone],
  );
  return rows[0];
}

/** Whether a wallet has a transfer before this time that is not in the half hours. */
async function hasUnfolded(on: Queryable, live: number, before: Date): Promise<boolean> {
  const positions = "(SELECT * FROM projections.positions WHERE projection = $1 AND generation = $2)";
  const { rows } = await on.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM (${playedSql.moved(positions, "true", "1000000000")}) m
       CROSS JOIN LATERAL (SELECT at FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency
         AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")} OFFSET 0) t WHERE t.at < $3) AS found`,
    [playerGameDays, live, before],
  );
  return rows[0]?.found === true;
}

/** The day's rows, and late ones of the days before: what their half hours have more than all rows booked for them. */
const rowsSql = `
WITH booked AS MATERIALIZED (
  SELECT of_day, is_test, currency, kind, debit, credit, sum(total) AS total, sum(transfers) AS transfers
  FROM projections.closed_rows WHERE of_day >= $2::date - ${lateDays} GROUP BY 1, 2, 3, 4, 5, 6
),
days AS MATERIALIZED (
  SELECT ${dayIn("half_hour", "$3")} AS of_day, is_test, currency, kind, debit, credit, sum(total) AS total, sum(transfers) AS transfers
  FROM projections.half_hours WHERE generation = $4 AND half_hour < $5 AND half_hour >= ($2::date - ${lateDays})::timestamp AT TIME ZONE $3
  GROUP BY 1, 2, 3, 4, 5, 6
)
INSERT INTO projections.closed_rows (number, of_day, is_test, currency, kind, debit, credit, total, transfers)
SELECT $1, d.of_day, d.is_test, d.currency, d.kind, d.debit, d.credit, d.total - coalesce(b.total, 0), d.transfers - coalesce(b.transfers, 0)
FROM days d LEFT JOIN booked b USING (of_day, is_test, currency, kind, debit, credit)
WHERE (d.total, d.transfers) IS DISTINCT FROM (b.total, b.transfers)`;

const daySql = `
INSERT INTO projections.closed_days (number, day, zone, closed_at, rows, hash)
SELECT $1::int, $2::date, $3::text, $4, (SELECT count(*) FROM projections.closed_rows r WHERE r.number = $1),
  ${closedHashSql("$1::int", "$3::text", "$2::date")}`;

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}' AND version = ${foldVersion})`;

export const closedInvariants = invariantsOf({
  "I24 a closed day has the rows of its hash, and the hash of the day before": `
    SELECT d.number, d.day, d.rows, encode(d.hash, 'hex') AS hash FROM projections.closed_days d
    WHERE d.hash IS DISTINCT FROM ${closedHashSql("d.number", "d.zone", "d.day")}
      OR d.rows <> (SELECT count(*) FROM projections.closed_rows r WHERE r.number = d.number)`,
  "I24 closed days run without gaps": `
    SELECT number, day FROM (SELECT number, day, number - row_number() OVER w AS gap, day - lag(day) OVER w AS days, zone, lag(zone) OVER w AS before
      FROM projections.closed_days WINDOW w AS (ORDER BY number)) d WHERE gap <> 0 OR days <> 1 OR zone <> before`,
  "I24 no closed days have more of a day, late rows included, than its half hours": `
    SELECT b.* FROM (
      SELECT of_day, zone, is_test, currency, kind, debit, credit, sum(total) AS total, sum(transfers) AS transfers
      FROM projections.closed_rows JOIN projections.closed_days USING (number) GROUP BY 1, 2, 3, 4, 5, 6, 7) b
    LEFT JOIN (
      SELECT ${dayIn("half_hour", "c.zone")} AS of_day, is_test, currency, kind, debit, credit, sum(total) AS total, sum(transfers) AS transfers
      FROM projections.half_hours CROSS JOIN (SELECT zone FROM projections.closed_days ORDER BY number LIMIT 1) c
      WHERE generation = ${live} GROUP BY 1, 2, 3, 4, 5, 6) h USING (of_day, is_test, currency, kind, debit, credit)
    WHERE ${live} IS NOT NULL AND (b.total > coalesce(h.total, 0) OR b.transfers > coalesce(h.transfers, 0))`,
});
