import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PlayDay } from "../shared/play-pattern.ts";
import type { CaseKind, Score, ScoredMarker } from "../shared/score.ts";

/** Every SQL statement about scores. Those of cases are in `case-store.ts`. */

/** Who played, deposited or had a score since: their scores may be others now. */
export async function playersToScore(on: Queryable, since: Date): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM harm.positions WHERE moved_at >= $1
     UNION SELECT player_id FROM harm.scores WHERE score > 0 ORDER BY 1`,
    [since],
  );
  return rows.map(({ playerId }) => playerId);
}

export async function playDaysOf(
  on: Queryable,
  players: readonly PlayerId[],
  from: number,
): Promise<readonly (PlayDay & { readonly playerId: PlayerId })[]> {
  const { rows } = await on.query<PlayDay & { readonly playerId: PlayerId }>(
    `SELECT player_id AS "playerId", day, stakes::float8 AS stakes, night_stakes::float8 AS "nightStakes", played_ms::float8 AS "playedMs", sessions,
       top_ups AS "topUps", emptied, after_loss::float8 AS "afterLoss", after_loss_ratios::float8 AS "afterLossRatios"
     FROM harm.play_days WHERE player_id = ANY ($1::uuid[]) AND day >= $2`,
    [uuidArray(players), from],
  );
  return rows;
}

export type EventKind = "limit_raised" | "limit_reached";

/** Once a second at most. */
export async function insertEvent(on: Queryable, player: PlayerId, kind: EventKind, at: Date): Promise<void> {
  await on.query(
    "INSERT INTO harm.events (player_id, kind, at) VALUES ($1, $2, date_trunc('second', $3::timestamptz)) ON CONFLICT DO NOTHING",
    [player, kind, at],
  );
}

/** How often something happened to each of these players since. */
export async function eventCounts(
  on: Queryable,
  players: readonly PlayerId[],
  kind: EventKind,
  since: Date,
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; n: number }>(
    `SELECT player_id AS "playerId", count(*)::int AS n FROM harm.events
     WHERE player_id = ANY ($1::uuid[]) AND kind = $2 AND at >= $3 GROUP BY player_id`,
    [uuidArray(players), kind, since],
  );
  return new Map(rows.map(({ playerId, n }) => [playerId, n]));
}

/** Who had it happen at least so often since. */
export async function playersWithEvents(
  on: Queryable,
  kind: EventKind,
  since: Date,
  atLeast: number,
): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM harm.events WHERE kind = $1 AND at >= $2 GROUP BY player_id HAVING count(*) >= $3 ORDER BY 1`,
    [kind, since, atLeast],
  );
  return rows.map(({ playerId }) => playerId);
}

export interface ScoreRow {
  readonly score: number;
  readonly markers: readonly ScoredMarker[];
  readonly scoredAt: Date;
}

export async function scoreRow(on: Queryable, player: PlayerId): Promise<ScoreRow | undefined> {
  const { rows } = await on.query<ScoreRow>(
    `SELECT score, markers, scored_at AS "scoredAt" FROM harm.scores WHERE player_id = $1`,
    [player],
  );
  return rows[0];
}

/** @returns the former score, 0 before the first */
export async function saveScore(
  tx: Tx,
  player: PlayerId,
  { score, markers }: Score,
  { day, loss, now }: { readonly day: number; readonly loss: number; readonly now: Date },
): Promise<number> {
  const { rows } = await tx.query<{ score: number }>("SELECT score FROM harm.scores WHERE player_id = $1 FOR UPDATE", [
    player,
  ]);
  await tx.query(
    `INSERT INTO harm.scores AS s (player_id, score, markers, scored_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (player_id) DO UPDATE SET score = excluded.score, markers = excluded.markers, scored_at = excluded.scored_at`,
    [player, score, JSON.stringify(markers), now],
  );
  if (score > 0)
    await tx.query(
      `INSERT INTO harm.score_days AS d (player_id, day, score, loss) VALUES ($1, $2, $3, $4)
       ON CONFLICT (player_id, day) DO UPDATE SET score = greatest(d.score, excluded.score), loss = excluded.loss`,
      [player, day, score, loss],
    );
  return rows[0]?.score ?? 0;
}

export interface ScoreDay {
  readonly day: number;
  readonly score: number;
}

export async function scoreDaysOf(on: Queryable, player: PlayerId, from: number): Promise<readonly ScoreDay[]> {
  const { rows } = await on.query<ScoreDay>(
    "SELECT day, score FROM harm.score_days WHERE player_id = $1 AND day >= $2 ORDER BY day",
    [player, from],
  );
  return rows;
}

/** Older play and scores are no longer used; interactions and their outcomes are kept. */
export async function deleteBefore(on: Queryable, day: number): Promise<void> {
  await on.query("DELETE FROM harm.play_days WHERE day < $1", [day]);
  await on.query("DELETE FROM harm.score_days WHERE day < $1", [day]);
  await on.query("DELETE FROM harm.events WHERE at < to_timestamp($1 * 86400.0)", [day]);
}

export interface HighScore {
  readonly playerId: PlayerId;
  readonly score: number;
  readonly markers: readonly ScoredMarker[];
  readonly scoredAt: Date;
  readonly openCase: CaseKind | null;
}

export interface ScorePosition {
  readonly score: number;
  readonly player: PlayerId;
}

/** The last score of each of these; who was never scored is missing. */
export async function scoresOf(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; score: number }>(
    `SELECT player_id AS "playerId", score FROM harm.scores WHERE player_id = ANY ($1::uuid[])`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ playerId, score }) => [playerId, score]));
}

/** The highest first, from a grade on, after a position. */
export async function highScores(
  on: Queryable,
  after: ScorePosition | null,
  limit: number,
): Promise<readonly HighScore[]> {
  const { rows } = await on.query<HighScore>(
    `SELECT s.player_id AS "playerId", s.score, s.markers, s.scored_at AS "scoredAt", c.kind AS "openCase"
     FROM harm.scores s LEFT JOIN harm.cases c ON c.player_id = s.player_id AND c.closed_at IS NULL
     WHERE s.score >= 25 AND ($1::int IS NULL OR s.score < $1 OR (s.score = $1 AND s.player_id > $2::uuid))
     ORDER BY s.score DESC, s.player_id LIMIT $3`,
    [after?.score ?? null, after?.player ?? null, limit],
  );
  return rows;
}

/** For the player's own data. */
export async function personalScores(on: Queryable, player: PlayerId) {
  const { rows } = await on.query<{ at: Date; kind: string; text: string | null; score: number }>(
    "SELECT at, kind, text, score FROM harm.interactions WHERE player_id = $1 ORDER BY id",
    [player],
  );
  return rows;
}

/** What operators and the player wrote; markers and figures stay. */
export async function redactTexts(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("UPDATE harm.interactions SET text = NULL, reply = NULL WHERE player_id = $1", [player]);
  await tx.query("UPDATE harm.cases SET note = NULL WHERE player_id = $1", [player]);
}
