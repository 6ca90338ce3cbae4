import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { RiskCaseKind, RiskOutcome } from "../shared/cases.ts";
import { type Scored, type Signal, signalVersion } from "../shared/signals.ts";

/** Every SQL statement of this module. */

export interface ScoreRow extends Scored {
  readonly playerId: PlayerId;
  readonly scoredAt: Date;
}

/** In the order of their players, as two runs may write the same ones. */
export async function putScores(
  on: Queryable,
  scores: readonly { readonly playerId: PlayerId; readonly scored: Scored }[],
  now: Date,
): Promise<void> {
  if (scores.length === 0) return;
  const rows = scores.map(({ playerId, scored: { score, signals } }) => ({ player: playerId, score, signals }));
  await on.query(
    `INSERT INTO risk.scores (player_id, score, signals, version, scored_at)
     SELECT s.player, s.score, s.signals, $2, $3 FROM jsonb_to_recordset($1::jsonb) AS s(player uuid, score smallint, signals jsonb)
     ORDER BY s.player
     ON CONFLICT (player_id) DO UPDATE SET score = excluded.score, signals = excluded.signals, version = excluded.version,
       scored_at = excluded.scored_at`,
    [JSON.stringify(rows), signalVersion, now],
  );
}

const scoreColumns = `player_id AS "playerId", score, signals, scored_at AS "scoredAt"`;

export async function scoreRow(on: Queryable, player: PlayerId): Promise<ScoreRow | undefined> {
  const { rows } = await on.query<ScoreRow>(`SELECT ${scoreColumns} FROM risk.scores WHERE player_id = $1`, [player]);
  return rows[0];
}

/** The same of several, with their signals; who was never scored is missing. */
export async function scoreRows(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, ScoreRow>> {
  const { rows } = await on.query<ScoreRow>(
    `SELECT ${scoreColumns} FROM risk.scores WHERE player_id = ANY ($1::uuid[])`,
    [uuidArray(players)],
  );
  return new Map(rows.map(row => [row.playerId, row]));
}

/** The last score of each of these; who was never scored is missing. */
export async function scoresOf(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; score: number }>(
    `SELECT player_id AS "playerId", score FROM risk.scores WHERE player_id = ANY ($1::uuid[])`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ playerId, score }) => [playerId, score]));
}

export interface ScorePosition {
  readonly score: number;
  readonly player: PlayerId;
}

export async function highScores(
  on: Queryable,
  after: ScorePosition | null,
  limit: number,
): Promise<readonly ScoreRow[]> {
  const { rows } = await on.query<ScoreRow>(
    `SELECT ${scoreColumns} FROM risk.scores
     WHERE score > 0 AND ($1::int IS NULL OR score < $1 OR (score = $1 AND player_id > $2::uuid))
     ORDER BY score DESC, player_id LIMIT $3`,
    [after?.score ?? null, after?.player ?? null, limit],
  );
  return rows;
}

export interface CaseRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly kind: RiskCaseKind;
  readonly bonusId: Uuid | null;
  /** What opened it, or held the claim, where the score alone did not. */
  readonly ruleId: Uuid | null;
  readonly ruleName: string | null;
  readonly ruleVersion: number | null;
  readonly score: number;
  readonly signals: readonly Signal[];
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly waitsUntil: Date | null;
  readonly claimedBy: Uuid | null;
  readonly claimedName: string | null;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly outcome: RiskOutcome | null;
  readonly reason: string | null;
}

const caseColumns = `id, player_id AS "playerId", kind, bonus_id AS "bonusId", rule_id AS "ruleId", (SELECT name FROM risk.rules r WHERE r.id = rule_id) AS "ruleName", rule_version AS "ruleVersion", score, signals, opened_at AS "openedAt", due_at AS "dueAt",
  waits_until AS "waitsUntil", claimed_by AS "claimedBy", claimed_name AS "claimedName", closed_at AS "closedAt", closed_by AS "closedBy", outcome, reason`;

export interface NewCase
  extends Pick<CaseRow, "id" | "playerId" | "kind" | "bonusId" | "openedAt" | "dueAt" | "waitsUntil"> {
  readonly scored: Scored;
  readonly rule?: { readonly id: Uuid; readonly version: number } | undefined;
}

/** @returns those that were opened: not where the bonus has had a case, or the account has an open one */
export async function insertCases(tx: Tx, cases: readonly NewCase[]): Promise<readonly NewCase[]> {
  if (cases.length === 0) return [];
  const { rows } = await tx.query<{ id: Uuid }>(
    `INSERT INTO risk.cases (id, player_id, kind, bonus_id, score, signals, version, opened_at, due_at, waits_until, rule_id, rule_version)
     SELECT c.id, c.player, c.kind, c.bonus, c.score, c.signals, $2, c.opened, c.due, c.until, c.rule, c.rule_version
     FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, player uuid, kind text, bonus uuid, score smallint, signals jsonb,
       opened timestamptz, due timestamptz, until timestamptz, rule uuid, rule_version integer)
     ORDER BY c.player, c.id ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(cases.map(caseRow)), signalVersion],
  );
  const opened = new Set(rows.map(({ id }) => id));
  return cases.filter(({ id }) => opened.has(id));
}

const caseRow = ({ id, playerId, kind, bonusId, scored, openedAt, dueAt, waitsUntil, rule }: NewCase) => ({
  id,
  player: playerId,
  kind,
  bonus: bonusId,
  score: scored.score,
  signals: scored.signals,
  opened: openedAt,
  due: dueAt,
  until: waitsUntil,
  rule: rule?.id,
  rule_version: rule?.version,
});

/** The highest score of each account's cases that are open, or were closed since; players without one are missing. */
export async function seenScores(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; score: number }>(
    `SELECT player_id AS "playerId", max(score)::int AS score FROM risk.cases
     WHERE player_id = ANY ($1::uuid[]) AND (closed_at IS NULL OR closed_at >= $2) GROUP BY player_id`,
    [uuidArray(players), since],
  );
  return new Map(rows.map(({ playerId, score }) => [playerId, score]));
}

export async function lockCase(tx: Tx, id: Uuid): Promise<CaseRow | undefined> {
  const { rows } = await tx.query<CaseRow>(`SELECT ${caseColumns} FROM risk.cases WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

export async function readCase(on: Queryable, id: Uuid): Promise<CaseRow | undefined> {
  const { rows } = await on.query<CaseRow>(`SELECT ${caseColumns} FROM risk.cases WHERE id = $1`, [id]);
  return rows[0];
}

export async function claimCase(tx: Tx, id: Uuid, operator: Uuid, name: string): Promise<void> {
  await tx.query("UPDATE risk.cases SET claimed_by = $2, claimed_name = $3 WHERE id = $1", [id, operator, name]);
}

export async function closeCase(
  tx: Tx,
  id: Uuid,
  {
    by,
    outcome,
    reason,
    now,
  }: { readonly by: string; readonly outcome: RiskOutcome; readonly reason: string; readonly now: Date },
): Promise<void> {
  await tx.query("UPDATE risk.cases SET closed_at = $4, closed_by = $2, outcome = $3, reason = $5 WHERE id = $1", [
    id,
    by,
    outcome,
    now,
    reason,
  ]);
}

/** The open case of a bonus that has ended. */
export async function closeCaseOf(tx: Tx, bonus: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE risk.cases SET closed_at = $2, outcome = 'ended' WHERE bonus_id = $1 AND closed_at IS NULL", [
    bonus,
    now,
  ]);
}

/** Cases whose bonus has started without a decision. */
export async function closeTimedOut(on: Queryable, now: Date): Promise<number> {
  const { rowCount } = await on.query(
    "UPDATE risk.cases SET closed_at = $1, outcome = 'timed_out' WHERE waits_until <= $1 AND closed_at IS NULL",
    [now],
  );
  return rowCount;
}

/** Open ones, the one that is due first at the top. */
export async function openCases(on: Queryable, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${caseColumns} FROM risk.cases WHERE closed_at IS NULL ORDER BY due_at, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function closedCases(on: Queryable, before: Uuid | null, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${caseColumns} FROM risk.cases WHERE closed_at IS NOT NULL AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}

export async function casesOf(on: Queryable, player: PlayerId, limit: number): Promise<readonly CaseRow[]> {
  const { rows } = await on.query<CaseRow>(
    `SELECT ${caseColumns} FROM risk.cases WHERE player_id = $1 ORDER BY id DESC LIMIT $2`,
    [player, limit],
  );
  return rows;
}

export async function countOpenCases(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ n: number }>("SELECT count(*)::int AS n FROM risk.cases WHERE closed_at IS NULL");
  return rows[0]?.n ?? 0;
}

/** Since when the first of them waits; null while none does. */
export async function oldestOpenCase(on: Queryable): Promise<Date | null> {
  const { rows } = await on.query<{ since: Date | null }>(
    "SELECT min(opened_at) AS since FROM risk.cases WHERE closed_at IS NULL",
  );
  return rows[0]?.since ?? null;
}

export interface NoteRow {
  readonly caseId: Uuid;
  readonly author: string;
  readonly text: string;
  readonly writtenAt: Date;
}

export async function insertNote(tx: Tx, id: Uuid, { caseId, author, text, writtenAt }: NoteRow): Promise<void> {
  await tx.query("INSERT INTO risk.case_notes (id, case_id, author, text, written_at) VALUES ($1, $2, $3, $4, $5)", [
    id,
    caseId,
    author,
    text,
    writtenAt,
  ]);
}

/** The first one first. */
export async function notesOf(on: Queryable, cases: readonly Uuid[]): Promise<readonly NoteRow[]> {
  const { rows } = await on.query<NoteRow>(
    `SELECT case_id AS "caseId", author, text, written_at AS "writtenAt" FROM risk.case_notes
     WHERE case_id = ANY ($1::uuid[]) ORDER BY id`,
    [uuidArray(cases)],
  );
  return rows;
}

/** What operators wrote; the cases and their outcomes stay. */
export async function redactNotes(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM risk.case_notes n USING risk.cases c WHERE c.id = n.case_id AND c.player_id = $1", [
    player,
  ]);
  await tx.query("UPDATE risk.cases SET reason = NULL WHERE player_id = $1", [player]);
}
