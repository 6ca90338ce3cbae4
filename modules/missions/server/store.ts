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
}

export interface Mission extends NewMission {
  readonly taken: number;
  readonly state: "draft" | "open" | "closed";
  readonly createdBy: string;
  readonly openedBy: string | null;
  readonly openedAt: Date | null;
}

const columns = `m.id, m.title, m.goal, m.period, m.currency, m.prize, m.places, m.taken, m.state, m.ends_at AS "endsAt", m.created_by AS "createdBy",
  m.opened_by AS "openedBy", m.opened_at AS "openedAt"`;

export async function insertMission(tx: Tx, mission: NewMission, by: string, at: Date): Promise<void> {
  const { id, title, goal, period, currency, prize, places, endsAt } = mission;
  await tx.query(
    `INSERT INTO missions.missions (id, title, goal, period, currency, prize, places, state, ends_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'draft', $8, $9, $10)`,
    [id, JSON.stringify(title), JSON.stringify(goal), period, currency, prize, places, endsAt, by, at],
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

/** Those that players of this currency see, the oldest first: what still has prizes, and achievements. */
export async function openMissions(on: Queryable, currency: Currency | null, now: Date): Promise<readonly Mission[]> {
  const { rows } = await on.query<Mission>(
    `SELECT ${columns} FROM missions.missions m
     WHERE m.state = 'open' AND m.ends_at > $2 AND (m.prize IS NULL OR m.currency = $1) ORDER BY m.created_at, m.id LIMIT 50`,
    [currency, now],
  );
  return rows;
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
