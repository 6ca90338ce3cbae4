import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Room } from "../shared/contract.ts";

/** Every SQL statement of budgets, rains and tips. */

export interface BudgetRow {
  readonly id: Uuid;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly given: bigint;
  /** Reserved for open rains. */
  readonly reserved: bigint;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly reason: string;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

const budgetColumns = `id, currency, amount, given, reserved, asked_by AS "askedBy", approved_by AS "approvedBy", reason,
  opened_at AS "openedAt", closed_at AS "closedAt"`;

export const leftOf = ({ amount, given, reserved }: BudgetRow): bigint => amount - given - reserved;

/** The newest first. */
export async function newestBudgets(on: Queryable): Promise<readonly BudgetRow[]> {
  const { rows } = await on.query<BudgetRow>(
    `SELECT ${budgetColumns} FROM community_chat.budgets ORDER BY opened_at DESC, id LIMIT 50`,
  );
  return rows;
}

/** Locked until `tx` ends. */
export async function lockBudget(tx: Tx, id: Uuid): Promise<BudgetRow | undefined> {
  const { rows } = await tx.query<BudgetRow>(
    `SELECT ${budgetColumns} FROM community_chat.budgets WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function insertBudget(
  tx: Tx,
  row: Pick<BudgetRow, "id" | "currency" | "amount" | "askedBy" | "approvedBy" | "reason" | "openedAt">,
): Promise<void> {
  await tx.query(
    `INSERT INTO community_chat.budgets (id, currency, amount, asked_by, approved_by, reason, opened_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.currency, row.amount, row.askedBy, row.approvedBy, row.reason, row.openedAt],
  );
}

/** Both may be below zero. */
export async function addToBudget(
  tx: Tx,
  id: Uuid,
  change: { readonly given: bigint; readonly reserved: bigint },
): Promise<void> {
  await tx.query("UPDATE community_chat.budgets SET given = given + $2, reserved = reserved + $3 WHERE id = $1", [
    id,
    change.given,
    change.reserved,
  ]);
}

export async function markBudgetClosed(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE community_chat.budgets SET closed_at = $2 WHERE id = $1", [id, at]);
}

export interface RainRow {
  readonly id: Uuid;
  readonly budgetId: Uuid;
  readonly room: Room;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly endsAt: Date;
  readonly state: "open" | "paid";
  readonly share: bigint | null;
  /** How many got a share; while it is open, how many take part. */
  readonly players: number;
}

const rainColumns = `r.id, r.budget_id AS "budgetId", r.room, r.currency, r.amount, r.ends_at AS "endsAt", r.state, r.share,
  coalesce(r.players, (SELECT count(*) FROM community_chat.collections c WHERE c.rain_id = r.id)::int) AS players`;

export async function rainsOf(on: Queryable, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, RainRow>> {
  const { rows } = await on.query<RainRow>(
    `SELECT ${rainColumns} FROM community_chat.rains r WHERE r.id = ANY ($1::uuid[])`,
    [uuidArray(ids)],
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Locked until `tx` ends: players join and the rain ends one at a time. */
export async function lockRain(tx: Tx, id: Uuid): Promise<RainRow | undefined> {
  await tx.query("SELECT FROM community_chat.rains WHERE id = $1 FOR UPDATE", [id]);
  return (await rainsOf(tx, [id])).get(id);
}

export async function hasOpenRain(on: Queryable, room: Room): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM community_chat.rains WHERE room = $1 AND state = 'open'", [room]);
  return rowCount > 0;
}

export async function overdueRains(on: Queryable, now: Date): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT id FROM community_chat.rains WHERE state = 'open' AND ends_at <= $1 ORDER BY ends_at",
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function insertRain(
  tx: Tx,
  row: Pick<RainRow, "id" | "budgetId" | "room" | "currency" | "amount" | "endsAt"> & {
    readonly startedBy: string;
    readonly startedAt: Date;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO community_chat.rains (id, budget_id, room, currency, amount, started_by, started_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.budgetId, row.room, row.currency, row.amount, row.startedBy, row.startedAt, row.endsAt],
  );
}

export async function markRainPaid(
  tx: Tx,
  id: Uuid,
  end: { readonly share: bigint; readonly players: number; readonly at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE community_chat.rains SET state = 'paid', share = $2, players = $3, ended_at = $4 WHERE id = $1",
    [id, end.share, end.players, end.at],
  );
}

/** Ordered by id: wallets are locked in this order everywhere. */
export async function collectorsOf(on: Queryable, rain: Uuid): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM community_chat.collections WHERE rain_id = $1 ORDER BY player_id`,
    [rain],
  );
  return rows.map(({ playerId }) => playerId);
}

export async function insertCollection(tx: Tx, rain: Uuid, player: PlayerId, at: Date): Promise<void> {
  await tx.query("INSERT INTO community_chat.collections (rain_id, player_id, collected_at) VALUES ($1, $2, $3)", [
    rain,
    player,
    at,
  ]);
}

/** Stores the share of those who are paid, and for the others the reason why they are not. */
export async function endCollections(
  tx: Tx,
  rain: Uuid,
  share: bigint,
  refused: ReadonlyMap<PlayerId, string>,
): Promise<void> {
  for (const [player, why] of refused)
    await tx.query("UPDATE community_chat.collections SET refused = $3 WHERE rain_id = $1 AND player_id = $2", [
      rain,
      player,
      why,
    ]);
  if (share > 0n)
    await tx.query("UPDATE community_chat.collections SET got = $2 WHERE rain_id = $1 AND refused IS NULL", [
      rain,
      share,
    ]);
}

/** Open rains that a player takes part in. */
export async function openRainsOf(on: Queryable, player: PlayerId): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    `SELECT r.id FROM community_chat.rains r JOIN community_chat.collections c ON c.rain_id = r.id
     WHERE r.state = 'open' AND c.player_id = $1`,
    [player],
  );
  return rows.map(({ id }) => id);
}

export interface TipRow {
  readonly id: Uuid;
  readonly budgetId: Uuid;
  readonly playerId: PlayerId;
  readonly room: Room;
  readonly currency: Currency;
  readonly amount: Micros;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly givenBy: string;
  readonly givenAt: Date;
}

/** False when the player has had one on that day. */
export async function insertTip(tx: Tx, row: TipRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO community_chat.tips (id, budget_id, player_id, room, currency, amount, day, given_by, given_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player_id, day) DO NOTHING`,
    [row.id, row.budgetId, row.playerId, row.room, row.currency, row.amount, row.day, row.givenBy, row.givenAt],
  );
  return rowCount === 1;
}

export async function tipsOf(on: Queryable, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, TipRow>> {
  const { rows } = await on.query<TipRow>(
    `SELECT id, budget_id AS "budgetId", player_id AS "playerId", room, currency, amount, day, given_by AS "givenBy", given_at AS "givenAt"
     FROM community_chat.tips WHERE id = ANY ($1::uuid[])`,
    [uuidArray(ids)],
  );
  return new Map(rows.map(row => [row.id, row]));
}
