import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { ReturnEvidence } from "../../shared/return-evidence.ts";
import type { ReturnSums } from "../../shared/return-law.ts";

/** Every SQL statement of the watch over returns. */

const watchLock = 7_311_760n;

/** Shares are stored in millionths of a stake. */
const millionths = (share: number) => BigInt(Math.round(share * 1e6));

/** Held to the end of the transaction: bets are counted once. */
export async function lockWatch(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [watchLock]);
}

export async function positionOf(tx: Tx, game: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ at: Date }>("SELECT counted_to AS at FROM desk.return_positions WHERE game = $1", [
    game,
  ]);
  return rows[0]?.at;
}

export async function movePosition(tx: Tx, game: string, to: Date): Promise<void> {
  await tx.query(
    `INSERT INTO desk.return_positions (game, counted_to) VALUES ($1, $2)
     ON CONFLICT (game) DO UPDATE SET counted_to = excluded.counted_to`,
    [game, to],
  );
}

const sums = ["bets", "paid", "due", "body", "mean", "variance", "wins", "expected_wins"];

export async function addHour(tx: Tx, at: HourOf, of: ReturnSums): Promise<void> {
  await tx.query(
    `INSERT INTO desk.return_hours AS h (game, rules_version, hour, ${sums.join(", ")})
     VALUES ($1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (game, rules_version, hour) DO UPDATE SET ${sums.map(name => `${name} = h.${name} + excluded.${name}`).join(", ")}`,
    [
      at.game,
      at.rulesVersion,
      at.hour,
      BigInt(of.bets),
      millionths(of.paid),
      millionths(of.due),
      millionths(of.body),
      millionths(of.mean),
      millionths(of.variance),
      BigInt(of.wins),
      millionths(of.expectedWins),
    ],
  );
}

interface HourOf {
  readonly game: string;
  readonly rulesVersion: string;
  readonly hour: Date;
}

/** The sums of a game since then, by version of its rules. */
export async function sumsSince(
  on: Queryable,
  game: string,
  since: Date,
): Promise<readonly (ReturnSums & { readonly rulesVersion: string })[]> {
  const { rows } = await on.query<ReturnSums & { readonly rulesVersion: string }>(
    `SELECT rules_version AS "rulesVersion", sum(bets)::int AS bets, (sum(paid) / 1e6)::float8 AS paid, (sum(due) / 1e6)::float8 AS due,
       (sum(body) / 1e6)::float8 AS body, (sum(mean) / 1e6)::float8 AS mean, (sum(variance) / 1e6)::float8 AS variance, sum(wins)::int AS wins,
       (sum(expected_wins) / 1e6)::float8 AS "expectedWins"
     FROM desk.return_hours WHERE game = $1 AND hour >= $2 GROUP BY 1 ORDER BY 1`,
    [game, since],
  );
  return rows;
}

export interface ReturnAlert {
  readonly game: string;
  readonly rulesVersion: string;
  readonly firstAt: Date;
  readonly bets: number;
  readonly paid: number;
  readonly due: number;
  /** Null where only the count of the largest payouts is outside. */
  readonly sigmas: number | null;
  readonly wins: number;
  readonly expectedWins: number;
  /** For a game that is judged by rounds: so many to one against its rules being followed. */
  readonly oddsAgainst: number | null;
}

type Raised = Omit<ReturnAlert, "firstAt"> & { readonly id: Uuid; readonly at: Date };

/** @returns whether it is new */
export async function raiseAlert(tx: Tx, raised: Raised): Promise<boolean> {
  const { rows } = await tx.query<{ isNew: boolean }>(
    `INSERT INTO desk.return_alerts AS a (id, game, rules_version, first_at, last_at, bets, paid, due, sigmas_hundredths, wins, expected_wins, odds_against)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (game, rules_version) WHERE ended_at IS NULL DO UPDATE SET last_at = excluded.last_at, bets = excluded.bets,
       paid = excluded.paid, due = excluded.due, sigmas_hundredths = excluded.sigmas_hundredths, wins = excluded.wins, expected_wins = excluded.expected_wins,
       odds_against = excluded.odds_against
     RETURNING id = $1 AS "isNew"`,
    [
      raised.id,
      raised.game,
      raised.rulesVersion,
      raised.at,
      BigInt(raised.bets),
      millionths(raised.paid),
      millionths(raised.due),
      raised.sigmas === null ? null : Math.round(raised.sigmas * 100),
      BigInt(raised.wins),
      millionths(raised.expectedWins),
      raised.oddsAgainst === null ? null : BigInt(raised.oddsAgainst),
    ],
  );
  return rows[0]?.isNew === true;
}

export async function endAlert(tx: Tx, game: string, rulesVersion: string, at: Date): Promise<void> {
  await tx.query(
    "UPDATE desk.return_alerts SET ended_at = $3 WHERE game = $1 AND rules_version = $2 AND ended_at IS NULL",
    [game, rulesVersion, at],
  );
}

export async function openAlerts(on: Queryable): Promise<readonly ReturnAlert[]> {
  const { rows } = await on.query<ReturnAlert>(
    `SELECT game, rules_version AS "rulesVersion", first_at AS "firstAt", bets::int AS bets, paid / 1e6::float8 AS paid, due / 1e6::float8 AS due,
       sigmas_hundredths / 100.0::float8 AS sigmas, wins::int AS wins, expected_wins / 1e6::float8 AS "expectedWins", odds_against::float8 AS "oddsAgainst"
     FROM desk.return_alerts WHERE ended_at IS NULL ORDER BY game, rules_version`,
  );
  return rows;
}

/** An alert that began or ended. */
export interface AlertEvent {
  readonly at: Date;
  /** In the order of events of the same moment. */
  readonly key: string;
  readonly ended: boolean;
  readonly rulesVersion: string;
}

/** Alerts that began or ended in a span, in order, after a place in it. */
export async function alertEvents(
  on: Queryable,
  {
    begins,
    ends,
    after,
    limit,
  }: {
    readonly begins: Date;
    readonly ends: Date;
    readonly after: { readonly at: Date; readonly key: string };
    readonly limit: number;
  },
): Promise<readonly AlertEvent[]> {
  const of = (time: string, name: string) =>
    `SELECT ${time} AS at, ('return ' || id || ' ${name}') COLLATE "C" AS key, ${name === "ended"} AS ended, rules_version AS "rulesVersion"
     FROM desk.return_alerts WHERE ${time} >= $1 AND ${time} < $2`;
  const { rows } = await on.query<AlertEvent>(
    `SELECT * FROM (${of("first_at", "began")} UNION ALL ${of("ended_at", "ended")}) e WHERE (at, key) > ($3, $4) ORDER BY at, key LIMIT $5`,
    [begins, ends, after.at, after.key, limit],
  );
  return rows;
}

export async function forgetHours(on: Queryable, before: Date): Promise<void> {
  await on.query("DELETE FROM desk.return_hours WHERE hour < $1", [before]);
}

/** Rounds compared with what their rules return. */
export interface EvidenceSums {
  readonly bets: number;
  readonly paid: number;
  readonly due: number;
  readonly evidence: ReturnEvidence;
}

/** Adds rounds to an hour. The watch is locked. */
export async function addEvidence(tx: Tx, at: HourOf, { bets, paid, due, evidence }: EvidenceSums): Promise<void> {
  await tx.query(
    `INSERT INTO desk.return_evidence AS h (game, rules_version, hour, rounds, bets, paid, due, logs)
     VALUES ($1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), $4, $5, $6, $7, $8)
     ON CONFLICT (game, rules_version, hour) DO UPDATE SET rounds = h.rounds + excluded.rounds, bets = h.bets + excluded.bets,
       paid = h.paid + excluded.paid, due = h.due + excluded.due,
       logs = (SELECT array_agg(a + b ORDER BY n) FROM unnest(h.logs, excluded.logs) WITH ORDINALITY AS s(a, b, n))`,
    [
      at.game,
      at.rulesVersion,
      at.hour,
      BigInt(evidence.rounds),
      BigInt(bets),
      millionths(paid),
      millionths(due),
      evidence.logs.map(millionths),
    ],
  );
}

/** The hours of a game since then. */
export async function evidenceSince(
  on: Queryable,
  game: string,
  since: Date,
): Promise<readonly (EvidenceSums & { readonly rulesVersion: string })[]> {
  const { rows } = await on.query<{
    rulesVersion: string;
    bets: number;
    paid: number;
    due: number;
    rounds: number;
    logs: number[];
  }>(
    `SELECT rules_version AS "rulesVersion", bets::int AS bets, (paid / 1e6)::float8 AS paid, (due / 1e6)::float8 AS due, rounds::int AS rounds,
       ARRAY(SELECT (log / 1e6)::float8 FROM unnest(logs) WITH ORDINALITY AS l(log, n) ORDER BY n) AS logs
     FROM desk.return_evidence WHERE game = $1 AND hour >= $2 ORDER BY hour, rules_version`,
    [game, since],
  );
  return rows.map(({ rounds, logs, ...sums }) => ({ ...sums, evidence: { rounds, logs } }));
}

export async function forgetEvidence(on: Queryable, before: Date): Promise<void> {
  await on.query("DELETE FROM desk.return_evidence WHERE hour < $1", [before]);
}
