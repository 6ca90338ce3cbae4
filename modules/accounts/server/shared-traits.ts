import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** An account that has something which an account asked about has too. */
export interface TraitHolder {
  /** What the accounts have in common, as one key: never shown. */
  readonly trait: string;
  readonly playerId: PlayerId;
  readonly since: Date;
}

/** Rows read of one address before they are counted by account. */
const mostSessions = 400;

/** Who has signed in with a browser of one of these players, they themselves included; at most `most` accounts of each browser. */
export async function browserHolders(
  on: Queryable,
  players: readonly PlayerId[],
  most: number,
): Promise<readonly TraitHolder[]> {
  const { rows } = await on.query<TraitHolder>(
    `WITH traits AS (SELECT DISTINCT browser FROM accounts.known_browsers WHERE player_id = ANY ($1::uuid[]))
     SELECT encode(t.browser, 'hex') AS trait, k.player_id AS "playerId", k.known_since AS since FROM traits t
     CROSS JOIN LATERAL (SELECT player_id, known_since FROM accounts.known_browsers WHERE browser = t.browser LIMIT $2) k`,
    [uuidArray(players), most],
  );
  return rows;
}

/** Who has had a session from an address of one of these players since a moment. */
export async function addressHolders(
  on: Queryable,
  players: readonly PlayerId[],
  most: number,
  since: Date,
): Promise<readonly TraitHolder[]> {
  const { rows } = await on.query<TraitHolder>(
    `WITH traits AS (SELECT DISTINCT ip FROM accounts.sessions WHERE player_id = ANY ($1::uuid[]) AND created_at > $3)
     SELECT t.ip AS trait, s.player_id AS "playerId", s.since FROM traits t
     CROSS JOIN LATERAL (
       SELECT player_id, min(created_at) AS since
       FROM (SELECT player_id, created_at FROM accounts.sessions WHERE ip = t.ip AND created_at > $3 ORDER BY created_at DESC LIMIT ${mostSessions}) r
       GROUP BY player_id LIMIT $2) s`,
    [uuidArray(players), most, since],
  );
  return rows;
}

/**
 * How many accounts were registered from the address of each player's first session, within this time before and after; who has had no session
 * is missing.
 */
export async function registrationsAround(
  on: Queryable,
  players: readonly PlayerId[],
  withinMs: number,
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; n: number }>(
    `SELECT a.player AS "playerId", around.n FROM unnest($1::uuid[]) AS a(player)
     CROSS JOIN LATERAL (SELECT ip, created_at AS at FROM accounts.sessions WHERE player_id = a.player ORDER BY created_at LIMIT 1) f
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT s.player_id)::int AS n FROM accounts.sessions s JOIN accounts.players p ON p.id = s.player_id
       WHERE s.ip = f.ip AND s.created_at BETWEEN f.at - make_interval(secs => $2) AND f.at + make_interval(secs => $2)
         AND p.registered_at BETWEEN f.at - make_interval(secs => $2) AND f.at + make_interval(secs => $2)) around`,
    [uuidArray(players), withinMs / 1000],
  );
  return new Map(rows.map(({ playerId, n }) => [playerId, n]));
}

/** How many players have opened a session since a moment. */
export async function countSignedIn(on: Queryable, since: Date): Promise<number> {
  const { rows } = await on.query<{ n: number }>(
    "SELECT count(DISTINCT player_id)::int AS n FROM accounts.sessions WHERE created_at > $1",
    [since],
  );
  return rows[0]?.n ?? 0;
}

/** Players who have opened a session since a moment, which includes those who have registered. */
export async function signedInSince(on: Queryable, since: Date, most: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM accounts.sessions WHERE created_at > $1 GROUP BY player_id ORDER BY max(created_at) DESC LIMIT $2`,
    [since, most],
  );
  return rows.map(({ playerId }) => playerId);
}

/** The e-mail address of each of these accounts that has one. */
export async function mailsOf(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, string>> {
  const { rows } = await on.query<{ id: PlayerId; email: string }>(
    "SELECT id, email FROM accounts.players WHERE id = ANY ($1::uuid[]) AND email IS NOT NULL",
    [uuidArray(players)],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}
