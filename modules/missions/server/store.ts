import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Goal, Period } from "../shared/goal.ts";

/** Every SQL statement of missions. */

export interface NewMission {
  readonly id: Uuid;
  readonly title: Readonly<Record<Locale, string>>;
  readonly goal: Goal;
  readonly period: Period;
  /** All three, or none: an achievement. */
  readonly currency: Currency | null;
  readonly prize: Micros | null;
  readonly places: number | null;
  readonly endsAt: Date;
  /** Started by campaigns for the players they choose; others do not see it. */
  readonly targeted?: boolean;
}

export interface Mission extends NewMission {
  readonly targeted: boolean;
  /** Players for whom it was started: each has a place. */
  readonly started: number;
  readonly taken: number;
  readonly state: "draft" | "open" | "closed";
  readonly createdBy: string;
  readonly openedBy: string | null;
  readonly openedAt: Date | null;
}

const columns = `m.id, m.title, m.goal, m.period, m.currency, m.prize, m.places, m.targeted, m.started, m.taken, m.state, m.ends_at AS "endsAt", m.created_by AS "createdBy",
  m.opened_by AS "openedBy", m.opened_at AS "openedAt"`;

export async function insertMission(tx: Tx, mission: NewMission, by: string, at: Date): Promise<void> {
  const { id, title, goal, period, currency, prize, places, endsAt, targeted = false } = mission;
  await tx.query(
    `INSERT INTO missions.missions (id, title, goal, period, currency, prize, places, targeted, state, ends_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', $9, $10, $11)`,
    [id, JSON.stringify(title), JSON.stringify(goal), period, currency, prize, places, targeted, endsAt, by, at],
  );
}

export async function readMissions(on: Queryable, limit: number): Promise<readonly Mission[]> {
  const { rows } = await on.query<Mission>(
    `SELECT ${columns} FROM missions.missions m ORDER BY m.created_at DESC, m.id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function missionById(
  on: Queryable,
  id: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<Mission | undefined> {
  const { rows } = await on.query<Mission>(`SELECT ${columns} FROM missions.missions m WHERE m.id = $1 ${lock}`, [id]);
  return rows[0];
}

/** As a player sees it. */
export interface OpenMission extends Mission {
  /** Of a targeted one: when it was started for the player. */
  readonly startedAt: Date | null;
}

/** Those that a player sees in this currency, the oldest first: what still has prizes, targeted ones that were started for them, and achievements. */
export async function openMissions(
  on: Queryable,
  { player, currency }: { readonly player: PlayerId; readonly currency: Currency | null },
  now: Date,
): Promise<readonly OpenMission[]> {
  const { rows } = await on.query<OpenMission>(
    `SELECT ${columns}, s.started_at AS "startedAt" FROM missions.missions m
     LEFT JOIN missions.starts s ON s.mission_id = m.id AND s.player_id = $3
     WHERE m.state = 'open' AND m.ends_at > $2 AND (m.prize IS NULL OR m.currency = $1) AND (NOT m.targeted OR s.started_at IS NOT NULL)
     ORDER BY m.created_at, m.id LIMIT 50`,
    [currency, now, player],
  );
  return rows;
}

/** Targeted missions that are open, the newest first. */
export async function openTargeted(on: Queryable, now: Date, limit: number): Promise<readonly Mission[]> {
  const { rows } = await on.query<Mission>(
    `SELECT ${columns} FROM missions.missions m WHERE m.state = 'open' AND m.targeted AND m.ends_at > $1 ORDER BY m.created_at DESC, m.id LIMIT $2`,
    [now, limit],
  );
  return rows;
}

export async function titlesOf(
  on: Queryable,
  missions: readonly Uuid[],
): Promise<ReadonlyMap<string, Mission["title"]>> {
  const { rows } = await on.query<Pick<Mission, "id" | "title">>(
    "SELECT id, title FROM missions.missions WHERE id = ANY ($1::uuid[])",
    [uuidArray(missions)],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

interface Start {
  readonly mission: Uuid;
  readonly at: Date;
}

/** What was started for a player, the newest first. */
export async function startsOf(on: Queryable, player: PlayerId): Promise<readonly Start[]> {
  const { rows } = await on.query<Start>(
    "SELECT mission_id AS mission, started_at AS at FROM missions.starts WHERE player_id = $1 ORDER BY started_at DESC, mission_id",
    [player],
  );
  return rows;
}

/** When a mission was started for a player; undefined if it was not. */
export async function startedFor(on: Queryable, mission: Uuid, player: PlayerId): Promise<Date | undefined> {
  const { rows } = await on.query<{ at: Date }>(
    "SELECT started_at AS at FROM missions.starts WHERE mission_id = $1 AND player_id = $2",
    [mission, player],
  );
  return rows[0]?.at;
}

export async function setState(
  tx: Tx,
  id: Uuid,
  { state, by, at }: { readonly state: "open" | "closed"; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE missions.missions SET state = $2, opened_by = CASE WHEN $2 = 'open' THEN $3 ELSE opened_by END,
       opened_at = CASE WHEN $2 = 'open' THEN $4 ELSE opened_at END WHERE id = $1`,
    [id, state, by, at],
  );
}

export interface Prize {
  readonly id: Uuid;
  readonly mission: Uuid;
  readonly player: PlayerId;
  /** `YYYY-MM-DD`. */
  readonly periodFrom: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly at: Date;
}

const prizeColumns = `p.id, p.mission_id AS mission, p.player_id AS player, p.period_from::text AS "periodFrom", p.currency, p.amount, p.collected_at AS at`;

/** The prizes of a player, the newest first. */
export async function prizesOf(on: Queryable, player: PlayerId, limit = 500): Promise<readonly Prize[]> {
  const { rows } = await on.query<Prize>(
    `SELECT ${prizeColumns} FROM missions.prizes p WHERE p.player_id = $1 ORDER BY p.collected_at DESC, p.id LIMIT $2`,
    [player, limit],
  );
  return rows;
}

/** Takes one of the places; false when none is left, or the mission is not open. */
export async function takePlace(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE missions.missions SET taken = taken + 1 WHERE id = $1 AND state = 'open' AND ends_at > $2 AND taken < places",
    [id, now],
  );
  return rowCount === 1;
}

export async function insertPrize(tx: Tx, prize: Prize): Promise<void> {
  await tx.query(
    `INSERT INTO missions.prizes (id, mission_id, player_id, period_from, currency, amount, collected_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [prize.id, prize.mission, prize.player, prize.periodFrom, prize.currency, prize.amount, prize.at],
  );
}

/** The prize that the player has of this period. */
export async function prizeIn(
  on: Queryable,
  { mission, player, periodFrom }: Pick<Prize, "mission" | "player" | "periodFrom">,
): Promise<Prize | undefined> {
  const { rows } = await on.query<Prize>(
    `SELECT ${prizeColumns} FROM missions.prizes p WHERE p.mission_id = $1 AND p.player_id = $2 AND p.period_from = $3`,
    [mission, player, periodFrom],
  );
  return rows[0];
}
