import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { RuleEffect, RuleMode } from "../shared/rules.ts";
import type { Signal } from "../shared/signals.ts";

/** Every SQL statement of rules. */

export interface RuleRow {
  readonly id: Uuid;
  readonly name: string;
  /** The newest. */
  readonly version: number;
  readonly shadowVersion: number | null;
  readonly shadowSince: Date | null;
  readonly liveVersion: number | null;
  readonly liveSince: Date | null;
  readonly pausedAt: Date | null;
}

export interface VersionRow {
  readonly version: number;
  /** The rule as it was saved: parsed again before each use, because facts may have been renamed since. */
  readonly rule: unknown;
  readonly effect: RuleEffect;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly shadowedAt: Date | null;
  readonly livedAt: Date | null;
}

const ruleColumns = `id, name, version, shadow_version AS "shadowVersion", shadow_since AS "shadowSince",
  live_version AS "liveVersion", live_since AS "liveSince", paused_at AS "pausedAt"`;
const versionColumns = `version, rule, effect, created_by AS "createdBy", created_at AS "createdAt",
  shadowed_at AS "shadowedAt", lived_at AS "livedAt"`;

export async function readRules(on: Queryable, limit: number): Promise<readonly RuleRow[]> {
  const { rows } = await on.query<RuleRow>(
    `SELECT ${ruleColumns} FROM risk.rules ORDER BY live_version IS NULL, shadow_version IS NULL, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function ruleById(on: Queryable, id: string, lock: "" | "FOR UPDATE" = ""): Promise<RuleRow | undefined> {
  const { rows } = await on.query<RuleRow>(`SELECT ${ruleColumns} FROM risk.rules WHERE id = $1 ${lock}`, [id]);
  return rows[0];
}

export async function insertRule(tx: Tx, id: Uuid, name: string): Promise<void> {
  await tx.query("INSERT INTO risk.rules (id, name, version) VALUES ($1, $2, 1)", [id, name]);
}

export async function nameRule(tx: Tx, id: Uuid, { name, version }: Pick<RuleRow, "name" | "version">): Promise<void> {
  await tx.query("UPDATE risk.rules SET name = $2, version = $3 WHERE id = $1", [id, name, version]);
}

export async function insertVersion(
  tx: Tx,
  id: Uuid,
  { version, rule, effect, createdBy, createdAt }: Omit<VersionRow, "shadowedAt" | "livedAt">,
): Promise<void> {
  await tx.query(
    "INSERT INTO risk.rule_versions (rule_id, version, rule, effect, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, version, JSON.stringify(rule), effect, createdBy, createdAt],
  );
}

export async function versionsOf(on: Queryable, id: Uuid): Promise<readonly VersionRow[]> {
  const { rows } = await on.query<VersionRow>(
    `SELECT ${versionColumns} FROM risk.rule_versions WHERE rule_id = $1 ORDER BY version DESC`,
    [id],
  );
  return rows;
}

export async function versionOf(on: Queryable, id: Uuid, version: number): Promise<VersionRow | undefined> {
  const { rows } = await on.query<VersionRow>(
    `SELECT ${versionColumns} FROM risk.rule_versions WHERE rule_id = $1 AND version = $2`,
    [id, version],
  );
  return rows[0];
}

export async function runInShadow(tx: Tx, id: Uuid, version: number, now: Date): Promise<void> {
  await tx.query("UPDATE risk.rules SET shadow_version = $2, shadow_since = $3 WHERE id = $1", [id, version, now]);
  await tx.query(
    "UPDATE risk.rule_versions SET shadowed_at = coalesce(shadowed_at, $3) WHERE rule_id = $1 AND version = $2",
    [id, version, now],
  );
}

/** From then on the shadow of this version has nothing to show that the live one does not. */
export async function runLive(tx: Tx, id: Uuid, version: number, now: Date): Promise<void> {
  await tx.query(
    `UPDATE risk.rules SET live_version = $2, live_since = $3, paused_at = NULL,
       shadow_since = CASE WHEN shadow_version <> $2 THEN shadow_since END,
       shadow_version = CASE WHEN shadow_version <> $2 THEN shadow_version END WHERE id = $1`,
    [id, version, now],
  );
  await tx.query(
    "UPDATE risk.rule_versions SET lived_at = coalesce(lived_at, $3) WHERE rule_id = $1 AND version = $2",
    [id, version, now],
  );
}

export async function stopRule(tx: Tx, id: Uuid): Promise<void> {
  await tx.query(
    `UPDATE risk.rules SET live_version = NULL, live_since = NULL, shadow_version = NULL, shadow_since = NULL, paused_at = NULL
     WHERE id = $1`,
    [id],
  );
}

export async function pauseRule(on: Queryable, id: Uuid, now: Date): Promise<void> {
  await on.query("UPDATE risk.rules SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL", [id, now]);
}

export interface RunningRule {
  readonly id: Uuid;
  readonly name: string;
  readonly version: number;
  readonly mode: RuleMode;
  readonly rule: unknown;
  readonly effect: RuleEffect;
}

/** Versions that run now; those that paused themselves do not. */
export async function runningRules(on: Queryable): Promise<readonly RunningRule[]> {
  const { rows } = await on.query<RunningRule>(
    `SELECT r.id, r.name, v.version, m.mode, v.rule, v.effect FROM risk.rules r
     CROSS JOIN LATERAL (VALUES ('live', CASE WHEN r.paused_at IS NULL THEN r.live_version END), ('shadow', r.shadow_version)) m(mode, version)
     JOIN risk.rule_versions v ON v.rule_id = r.id AND v.version = m.version ORDER BY r.id, m.mode`,
  );
  return rows;
}

export interface Hit {
  readonly player: PlayerId;
  readonly facts: Readonly<Record<string, Json>>;
}

/** @returns the players whom this version had not matched before */
export async function recordHits(
  tx: Tx,
  { id, version, mode }: Pick<RunningRule, "id" | "version" | "mode">,
  hits: readonly Hit[],
  now: Date,
): Promise<readonly PlayerId[]> {
  const { rows } = await tx.query<{ playerId: PlayerId; isNew: boolean }>(
    `INSERT INTO risk.rule_hits (rule_id, version, mode, player_id, facts, hit_at, last_at)
     SELECT $1, $2, $3, h.player, h.facts, $4, $4 FROM jsonb_to_recordset($5::jsonb) AS h(player uuid, facts jsonb) ORDER BY h.player
     ON CONFLICT (rule_id, version, mode, player_id) DO UPDATE SET last_at = excluded.last_at
     RETURNING player_id AS "playerId", hit_at = last_at AS "isNew"`,
    [id, version, mode, now, JSON.stringify(hits)],
  );
  return rows.filter(({ isNew }) => isNew).map(({ playerId }) => playerId);
}

export async function newHitsSince(
  on: Queryable,
  { id, version, mode }: Pick<RunningRule, "id" | "version" | "mode">,
  since: Date,
): Promise<number> {
  const { rows } = await on.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM risk.rule_hits WHERE rule_id = $1 AND version = $2 AND mode = $3 AND hit_at > $4",
    [id, version, mode, since],
  );
  return rows[0]?.n ?? 0;
}

/** The players among these with an open case of this rule, or one that was closed since. */
export async function playersSeen(
  on: Queryable,
  rule: Uuid,
  players: readonly PlayerId[],
  since: Date,
): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT DISTINCT player_id AS "playerId" FROM risk.cases
     WHERE rule_id = $1 AND player_id = ANY ($2::uuid[]) AND kind = 'rule' AND (closed_at IS NULL OR closed_at > $3)`,
    [rule, uuidArray(players), since],
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

export interface RuleFigures {
  readonly rule: Uuid;
  readonly version: number;
  readonly shadowHits: number;
  readonly liveHits: number;
  readonly opened: number;
  readonly held: number;
  readonly fraud: number;
  readonly notFraud: number;
  readonly waiting: number;
  readonly lastHitAt: Date | null;
}

/** What versions of these rules have matched and done. */
export async function figuresOf(on: Queryable, rules: readonly Uuid[]): Promise<readonly RuleFigures[]> {
  const { rows } = await on.query<RuleFigures>(
    `SELECT v.rule_id AS rule, v.version, h."shadowHits", h."liveHits", h."lastHitAt", c.opened, c.held, c.fraud, c."notFraud", c.waiting
     FROM risk.rule_versions v
     CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE mode = 'shadow')::int AS "shadowHits",
       count(*) FILTER (WHERE mode = 'live')::int AS "liveHits", max(last_at) AS "lastHitAt"
       FROM risk.rule_hits h WHERE h.rule_id = v.rule_id AND h.version = v.version) h
     CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE kind = 'rule')::int AS opened, count(*) FILTER (WHERE kind = 'claim')::int AS held,
       count(*) FILTER (WHERE outcome = 'fraud')::int AS fraud, count(*) FILTER (WHERE outcome = 'not_fraud')::int AS "notFraud",
       count(*) FILTER (WHERE outcome IS NULL)::int AS waiting
       FROM risk.cases c WHERE c.rule_id = v.rule_id AND c.rule_version = v.version) c
     WHERE v.rule_id = ANY ($1::uuid[]) ORDER BY v.rule_id, v.version DESC`,
    [uuidArray(rules)],
  );
  return rows;
}

export interface HitRow {
  readonly playerId: PlayerId;
  readonly version: number;
  readonly mode: RuleMode;
  readonly facts: Readonly<Record<string, boolean | number | string | null>>;
  readonly hitAt: Date;
  readonly lastAt: Date;
}

export async function hitsOf(on: Queryable, rule: Uuid, limit: number): Promise<readonly HitRow[]> {
  const { rows } = await on.query<HitRow>(
    `SELECT player_id AS "playerId", version, mode, facts, hit_at AS "hitAt", last_at AS "lastAt" FROM risk.rule_hits
     WHERE rule_id = $1 ORDER BY hit_at DESC, player_id LIMIT $2`,
    [rule, limit],
  );
  return rows;
}

export interface DecidedCase {
  readonly playerId: PlayerId;
  readonly score: number;
  readonly signals: readonly Signal[];
  readonly openedAt: Date;
  readonly isFraud: boolean;
}

/** Cases that people decided, the newest first. */
export async function decidedCases(on: Queryable, since: Date, limit: number): Promise<readonly DecidedCase[]> {
  const { rows } = await on.query<DecidedCase>(
    `SELECT player_id AS "playerId", score, signals, opened_at AS "openedAt", outcome = 'fraud' AS "isFraud" FROM risk.cases
     WHERE closed_at > $1 AND outcome IN ('fraud', 'not_fraud') ORDER BY closed_at DESC, id LIMIT $2`,
    [since, limit],
  );
  return rows;
}

/** When the last run that was completed began. */
export async function lastRun(on: Queryable): Promise<Date | null> {
  const { rows } = await on.query<{ ranAt: Date }>('SELECT ran_at AS "ranAt" FROM risk.rule_runs');
  return rows[0]?.ranAt ?? null;
}

export async function noteRun(on: Queryable, began: Date): Promise<void> {
  await on.query(
    "INSERT INTO risk.rule_runs (ran_at) VALUES ($1) ON CONFLICT (one) DO UPDATE SET ran_at = greatest(rule_runs.ran_at, $1)",
    [began],
  );
}
