import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { SlipName } from "#modules/wallet/server/index.ts";

const named = (slips: readonly SlipName[]) => [
  uuidArray(slips.map(({ player }) => player)),
  uuidArray(slips.map(({ key }) => key)),
];
export const slipNameText = ({ player, key }: SlipName) => `${player}/${key}`;

/** Which of these slips are void whatever their legs become, as `player/key`, and why: operators voided them, or their players undid them. */
export async function readVoided(
  db: Queryable,
  slips: readonly SlipName[],
): Promise<ReadonlyMap<string, "by_hand" | "undone">> {
  const { rows } = await db.query<SlipName & { readonly isUndone: boolean }>(
    `SELECT player_id AS player, key, undo_number IS NOT NULL AS "isUndone" FROM betting.voided_slips
     WHERE (player_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    named(slips),
    "betting.voided-slips",
  );
  return new Map(rows.map(row => [slipNameText(row), row.isUndone ? "undone" : "by_hand"]));
}

export async function insertVoided(tx: Tx, { player, key }: SlipName, request: Uuid, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO betting.voided_slips (player_id, key, request, at) VALUES ($1, $2, $3, $4) ON CONFLICT (player_id, key) DO NOTHING",
    [player, key, request, at],
  );
  return rowCount === 1;
}

/** The slip that a request voided or undid. */
export async function readVoidedBy(db: Queryable, request: Uuid): Promise<SlipName | undefined> {
  const { rows } = await db.query<SlipName>(
    "SELECT player_id AS player, key FROM betting.voided_slips WHERE request = $1",
    [request],
  );
  return rows[0];
}

/** How many slips the player has undone on this day, in days since 1970 (UTC). */
export async function countUndone(db: Queryable, player: PlayerId, day: number): Promise<number> {
  const { rows } = await db.query<{ undone: number }>(
    "SELECT count(*)::int AS undone FROM betting.voided_slips WHERE player_id = $1 AND undo_day = $2",
    [player, day],
  );
  return rows[0]?.undone ?? 0;
}

/** False when the slip is void already, or when another slip has this number of the day or the request. */
export async function insertUndone(
  tx: Tx,
  { player, key }: SlipName,
  {
    request,
    at,
    day,
    number,
  }: { readonly request: Uuid; readonly at: Date; readonly day: number; readonly number: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO betting.voided_slips (player_id, key, request, at, undo_day, undo_number) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [player, key, request, at, day, number],
  );
  return rowCount === 1;
}

/** The settlement that a correction would give a slip. */
export interface HeldResult {
  readonly kind: "settled" | "voided" | "reopened";
  /** Micro-units, as text. */
  readonly payout: string;
  readonly boost: string;
}

export interface HeldCorrection extends SlipName {
  readonly id: Uuid;
  /** The current revision. */
  readonly after: number;
  readonly result: HeldResult;
  readonly reason: string;
  readonly market: bigint;
  readonly why: "late" | "withdrawn";
  readonly since: Date;
  readonly decision: "apply" | "keep" | null;
}

const columns = `id, player_id AS player, key, after, result, reason, market, why, since, decision`;

export async function readHeld(db: Queryable, slips: readonly SlipName[]): Promise<readonly HeldCorrection[]> {
  const { rows } = await db.query<HeldCorrection>(
    `SELECT ${columns} FROM betting.held_corrections WHERE (player_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    named(slips),
    "betting.held-corrections",
  );
  return rows;
}

export async function readHeldById(db: Queryable, id: Uuid): Promise<HeldCorrection | undefined> {
  const { rows } = await db.query<HeldCorrection>(`SELECT ${columns} FROM betting.held_corrections WHERE id = $1`, [
    id,
  ]);
  return rows[0];
}

/** The corrections that wait, oldest first. */
export async function listHeld(db: Queryable, limit: number): Promise<readonly HeldCorrection[]> {
  const { rows } = await db.query<HeldCorrection>(
    `SELECT ${columns} FROM betting.held_corrections WHERE decision IS NULL ORDER BY since, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function saveHeld(db: Queryable, held: HeldCorrection): Promise<void> {
  const { id, player, key, after, result, reason, market, why, since } = held;
  await db.query(
    `INSERT INTO betting.held_corrections (id, player_id, key, after, result, reason, market, why, since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player_id, key) DO UPDATE SET id = excluded.id, after = excluded.after,
       result = excluded.result, reason = excluded.reason, market = excluded.market, why = excluded.why, since = excluded.since,
       decision = NULL, request = NULL`,
    [id, player, key, after, JSON.stringify(result), reason, market, why, since],
  );
}

/** Removes corrections of these slips that still wait although nothing is left to correct. */
export async function removeHeld(db: Queryable, slips: readonly SlipName[]): Promise<void> {
  await db.query(
    `DELETE FROM betting.held_corrections
     WHERE decision IS NULL AND (player_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    named(slips),
    "betting.remove-held",
  );
}

/** False when it was decided before, or replaced by another correction. */
export async function decideHeld(tx: Tx, id: Uuid, decision: "apply" | "keep", request: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE betting.held_corrections SET decision = $2, request = $3 WHERE id = $1 AND decision IS NULL",
    [id, decision, request],
  );
  return rowCount === 1;
}

export interface PlayerFactor {
  /** Thousandths. */
  readonly factor: number;
  readonly n: number;
}

export async function readFactor(db: Queryable, player: PlayerId): Promise<PlayerFactor> {
  const { rows } = await db.query<PlayerFactor>(
    "SELECT factor, n FROM betting.player_factors WHERE player_id = $1",
    [player],
    "betting.player-factor",
  );
  return rows[0] ?? { factor: 1000, n: 0 };
}

export async function saveFactor(tx: Tx, player: PlayerId, factor: number, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO betting.player_factors AS f (player_id, factor, n, at) VALUES ($1, $2, 1, $3)
     ON CONFLICT (player_id) DO UPDATE SET factor = excluded.factor, n = f.n + 1, at = excluded.at`,
    [player, factor, at],
  );
}
