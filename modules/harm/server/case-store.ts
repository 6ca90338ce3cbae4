import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { InteractionKind } from "../shared/interactions.ts";
import type { CaseKind, ScoredMarker } from "../shared/score.ts";

/** Every SQL statement about cases, interactions and what followed. */

export interface CaseRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly kind: CaseKind;
  readonly score: number;
  readonly markers: readonly ScoredMarker[];
  readonly note: string | null;
  readonly openedBy: string | null;
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly claimedBy: Uuid | null;
  readonly claimedName: string | null;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly outcome: string | null;
}

const columns = `id, player_id AS "playerId", kind, score, markers, note, opened_by AS "openedBy", opened_at AS "openedAt", due_at AS "dueAt",
  claimed_by AS "claimedBy", claimed_name AS "claimedName", closed_at AS "closedAt", closed_by AS "closedBy", outcome`;

export interface NewCase extends Pick<CaseRow, "id" | "playerId" | "kind" | "score" | "markers" | "note" | "openedBy"> {
  readonly now: Date;
  readonly dueAt: Date;
}

/** False where the player has an open case. */
export async function insertCase(tx: Tx, given: NewCase): Promise<boolean> {
  const { id, playerId, kind, score, markers, note, openedBy, now, dueAt } = given;
  const { rowCount } = await tx.query(
    `INSERT INTO harm.cases (id, player_id, kind, score, markers, note, opened_by, opened_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player_id) WHERE closed_at IS NULL DO NOTHING`,
    [id, playerId, kind, score, JSON.stringify(markers), note, openedBy, now, dueAt],
  );
  return rowCount === 1;
}

/** Whether a case of this kind was opened since. */
export async function hadCaseSince(on: Queryable, player: PlayerId, kind: CaseKind, since: Date): Promise<boolean> {
  const { rows } = await on.query("SELECT FROM harm.cases WHERE player_id = $1 AND kind = $2 AND opened_at >= $3", [
    player,
    kind,
    since,
  ]);
  return rows.length > 0;
}

export async function lockCase(tx: Tx, id: Uuid): Promise<CaseRow | undefined> {
  const { rows } = await tx.query<CaseRow>(`SELECT ${columns} FROM harm.cases WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

export async function claimCase(tx: Tx, id: Uuid, operator: Uuid, name: string): Promise<void> {
  await tx.query("UPDATE harm.cases SET claimed_by = $2, claimed_name = $3 WHERE id = $1", [id, operator, name]);
}

export async function closeCase(tx: Tx, id: Uuid, by: string, outcome: string, now: Date): Promise<void> {
  await tx.query("UPDATE harm.cases SET closed_at = $4, closed_by = $2, outcome = $3 WHERE id = $1", [
    id,
    by,
    outcome,
    now,
  ]);
}

/** Open ones, the one that is due first at the top. */
export async function openCases(on: Queryable, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${columns} FROM harm.cases WHERE closed_at IS NULL ORDER BY due_at, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function closedCases(on: Queryable, before: Uuid | null, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${columns} FROM harm.cases WHERE closed_at IS NOT NULL AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}

export async function casesOf(on: Queryable, player: PlayerId, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${columns} FROM harm.cases WHERE player_id = $1 ORDER BY id DESC LIMIT $2`,
    [player, limit],
  );
  return rows;
}

export async function countOpenCases(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ n: number }>("SELECT count(*)::int AS n FROM harm.cases WHERE closed_at IS NULL");
  return rows[0]?.n ?? 0;
}

/** Since when the first of them waits; null while none does. */
export async function oldestOpenCase(on: Queryable): Promise<Date | null> {
  const { rows } = await on.query<{ since: Date | null }>(
    "SELECT min(opened_at) AS since FROM harm.cases WHERE closed_at IS NULL",
  );
  return rows[0]?.since ?? null;
}

export interface NewInteraction {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly caseId: Uuid | null;
  readonly kind: InteractionKind;
  readonly text: string | null;
  readonly reply: string | null;
  readonly score: number;
  readonly markers: readonly ScoredMarker[];
  readonly byName: string | null;
  readonly at: Date;
}

export async function insertInteraction(tx: Tx, given: NewInteraction): Promise<void> {
  const { id, playerId, caseId, kind, text, reply, score, markers, byName, at } = given;
  await tx.query(
    `INSERT INTO harm.interactions (id, player_id, case_id, kind, text, reply, score, markers, by_name, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, playerId, caseId, kind, text, reply, score, JSON.stringify(markers), byName, at],
  );
}

export async function hadInteractionSince(
  on: Queryable,
  player: PlayerId,
  kind: InteractionKind,
  since: Date,
): Promise<boolean> {
  const { rows } = await on.query("SELECT FROM harm.interactions WHERE player_id = $1 AND kind = $2 AND at >= $3", [
    player,
    kind,
    since,
  ]);
  return rows.length > 0;
}

export interface OutcomeRow {
  readonly afterDays: number;
  readonly score: number;
  readonly loss: string;
  readonly scoreBefore: number;
  readonly lossBefore: string;
  readonly controlPlayers: number;
  readonly controlChange: number | null;
}

export interface InteractionRow extends Omit<NewInteraction, "playerId" | "markers"> {
  readonly outcomes: readonly OutcomeRow[];
}

export async function interactionsOf(
  on: Queryable,
  player: PlayerId,
  limit: number,
): Promise<readonly InteractionRow[]> {
  const { rows } = await on.query<InteractionRow>(
    `SELECT id, case_id AS "caseId", kind, text, reply, score, by_name AS "byName", at,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('afterDays', o.after_days, 'score', o.score, 'loss', o.loss::text, 'scoreBefore', o.score_before,
          'lossBefore', o.loss_before::text, 'controlPlayers', o.control_players, 'controlChange', o.control_change) ORDER BY o.after_days), '[]')
        FROM harm.outcomes o WHERE o.interaction_id = i.id) AS outcomes
     FROM harm.interactions i WHERE player_id = $1 ORDER BY id DESC LIMIT $2`,
    [player, limit],
  );
  return rows;
}

/**
 * Records what followed interactions that are this old: score and net loss (cents of a euro, 30 days) now and then, and the mean change of the
 * scores of players who were up to ten points below the grade that the interaction stands for, on the same day. Once for each.
 */
export async function recordOutcomes(
  on: Queryable,
  {
    afterDays,
    today,
    now,
    most,
  }: { readonly afterDays: number; readonly today: number; readonly now: Date; readonly most: number },
): Promise<number> {
  const { rowCount } = await on.query(
    `INSERT INTO harm.outcomes (interaction_id, after_days, score, loss, score_before, loss_before, control_players, control_change, at)
     SELECT i.id, $1::int, coalesce(s.score, 0), coalesce(later.loss, 0), i.score, coalesce(then_.loss, 0), control.players, control.change, $3
     FROM (
       SELECT id, player_id, score, (at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day,
         CASE WHEN score >= 85 THEN 85 WHEN score >= 70 THEN 70 WHEN score >= 50 THEN 50 ELSE 25 END AS grade
       FROM harm.interactions WHERE at < to_timestamp(($2::int - $1::int + 1) * 86400.0) AND at >= to_timestamp(($2::int - $1::int - 7) * 86400.0)
         AND NOT EXISTS (SELECT FROM harm.outcomes o WHERE o.interaction_id = id AND o.after_days = $1::int) LIMIT $4
     ) i
     LEFT JOIN harm.scores s ON s.player_id = i.player_id
     LEFT JOIN harm.score_days then_ ON then_.player_id = i.player_id AND then_.day = i.day
     LEFT JOIN LATERAL (SELECT loss FROM harm.score_days d WHERE d.player_id = i.player_id AND d.day > i.day AND d.day <= i.day + $1::int ORDER BY d.day DESC LIMIT 1) later ON true
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS players, round(avg(coalesce(cs.score, 0) - c.score), 2) AS change
       FROM harm.score_days c LEFT JOIN harm.scores cs ON cs.player_id = c.player_id
       WHERE c.day = i.day AND c.score >= i.grade - 10 AND c.score < i.grade AND c.player_id <> i.player_id
     ) control ON CONFLICT DO NOTHING`,
    [afterDays, today, now, most],
  );
  return rowCount ?? 0;
}
