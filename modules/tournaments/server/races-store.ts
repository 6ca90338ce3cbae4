import { int8Array } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Schedule } from "../shared/schedule.ts";
import type { NewTournament } from "./store.ts";

/** The statements of races. */

export interface NewRace extends Omit<NewTournament, "startsAt" | "endsAt"> {
  readonly schedule: Schedule;
}

export const raceStates = ["draft", "running", "stopped"] as const;
export type RaceState = (typeof raceStates)[number];

export interface RaceRow extends NewRace {
  readonly state: RaceState;
  readonly createdBy: string;
  readonly startedBy: string | null;
}

const columns = `id, title, scoring, games, currency, prizes, min_stake AS "minStake", points, state, created_by AS "createdBy", started_by AS "startedBy",
  jsonb_build_object('every', every, 'zone', zone, 'time', start_time, 'weekday', weekday) AS schedule`;

export async function insertRace(tx: Tx, race: NewRace, by: string, at: Date): Promise<void> {
  const { id, title, scoring, games, currency, prizes, minStake, points, schedule } = race;
  await tx.query(
    `INSERT INTO tournaments.races (id, title, scoring, games, currency, prizes, min_stake, points, every, zone, start_time, weekday, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6::bigint[], $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      JSON.stringify(title),
      scoring,
      `{${games.join(",")}}`,
      currency,
      int8Array(prizes),
      minStake,
      JSON.stringify(points),
      schedule.every,
      schedule.zone,
      schedule.time,
      schedule.weekday,
      by,
      at,
    ],
  );
}

export async function allRaces(on: Queryable, limit: number): Promise<readonly RaceRow[]> {
  const { rows } = await on.query<RaceRow>(
    `SELECT ${columns} FROM tournaments.races ORDER BY array_position(ARRAY['running', 'draft', 'stopped'], state), created_at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function raceOf(on: Queryable, id: string, lock: "" | "FOR UPDATE" | "FOR SHARE" = "") {
  const { rows } = await on.query<RaceRow>(`SELECT ${columns} FROM tournaments.races WHERE id = $1 ${lock}`, [id]);
  return rows[0];
}

export async function runningRaces(on: Queryable): Promise<readonly RaceRow[]> {
  const { rows } = await on.query<RaceRow>(
    `SELECT ${columns} FROM tournaments.races WHERE state = 'running' ORDER BY id`,
  );
  return rows;
}

export async function setRaceState(tx: Tx, id: Uuid, state: RaceState, startedBy: string | null): Promise<void> {
  await tx.query("UPDATE tournaments.races SET state = $2, started_by = coalesce($3, started_by) WHERE id = $1", [
    id,
    state,
    startedBy,
  ]);
}

/** False when the race has a tournament from this start. */
export async function insertRaceTournament(
  tx: Tx,
  {
    race,
    id,
    startsAt,
    endsAt,
  }: { readonly race: RaceRow; readonly id: Uuid; readonly startsAt: Date; readonly endsAt: Date },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, games, currency, prizes, min_stake, points, starts_at, ends_at, state, created_by, created_at,
       published_by, race_id)
     SELECT $2, title, scoring, games, currency, prizes, min_stake, points, $3, $4, 'published', created_by, $5, started_by, id
     FROM tournaments.races WHERE id = $1 ON CONFLICT DO NOTHING`,
    [race.id, id, startsAt, endsAt, at],
  );
  return rowCount === 1;
}

/** The tournament of the same race that starts next after another one. */
export async function nextInRace(
  on: Queryable,
  { raceId, startsAt }: { readonly raceId: string; readonly startsAt: Date },
): Promise<{ readonly id: Uuid; readonly startsAt: Date } | undefined> {
  const { rows } = await on.query<{ id: Uuid; startsAt: Date }>(
    `SELECT id, starts_at AS "startsAt" FROM tournaments.tournaments
     WHERE race_id = $1 AND starts_at > $2 AND state NOT IN ('draft', 'cancelled') ORDER BY starts_at LIMIT 1`,
    [raceId, startsAt],
  );
  return rows[0];
}
