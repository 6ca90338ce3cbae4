import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type DailyLimitState, type LimitKind, limitsAt, noLimit, type SetLimit } from "../shared/daily-limits.ts";

interface DailyRow {
  readonly playerId: PlayerId;
  readonly kind: LimitKind;
  readonly amount: Micros | null;
  readonly currency: Currency | null;
  readonly nextAmount: Micros | null;
  readonly nextCurrency: Currency | null;
  readonly nextFrom: Date | null;
}

export type DailyLimits = Readonly<Record<LimitKind, DailyLimitState>>;

const columns = `player_id AS "playerId", kind, amount, currency, next_amount AS "nextAmount", next_currency AS "nextCurrency",
  next_from AS "nextFrom"`;

/** The daily limits that these players set themselves, and those that operators set, as far as they are in force. */
export type LimitsInForce = Readonly<Record<LimitKind, readonly SetLimit[]>>;

/** Players without any limit are absent. One statement reads both tables, and locks neither. */
export async function limitsInForce(
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, LimitsInForce>> {
  const { rows } = await on.query<DailyRow>(
    `SELECT ${columns} FROM limits.daily WHERE player_id = ANY ($1::uuid[])
     UNION ALL SELECT player_id, kind, amount, currency, NULL, NULL, NULL FROM limits.operator
       WHERE player_id = ANY ($1::uuid[]) AND amount IS NOT NULL`,
    [uuidArray(players)],
    "limits.in-force",
  );
  const found = new Map<PlayerId, Record<LimitKind, SetLimit[]>>();
  for (const row of rows) {
    const known = found.get(row.playerId) ?? { wager: [], loss: [], deposit: [] };
    const { limit } = limitsAt(stateOf(row), now);
    if (limit) known[row.kind].push(limit);
    found.set(row.playerId, known);
  }
  return found;
}

/** The daily limits that a player set. */
export async function dailyLimitsOf(on: Queryable, player: PlayerId): Promise<DailyLimits> {
  const { rows } = await on.query<DailyRow>(`SELECT ${columns} FROM limits.daily WHERE player_id = $1`, [player]);
  const found: Record<LimitKind, DailyLimitState> = { wager: noLimit, loss: noLimit, deposit: noLimit };
  for (const row of rows) found[row.kind] = stateOf(row);
  return found;
}

/** Locks a limit of the player until `tx` ends, so that decisions based on it stay valid. */
export async function lockDailyLimit(tx: Tx, player: PlayerId, kind: LimitKind): Promise<DailyLimitState> {
  await tx.query("INSERT INTO limits.daily (player_id, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING", [player, kind]);
  const { rows } = await tx.query<DailyRow>(
    `SELECT ${columns} FROM limits.daily WHERE player_id = $1 AND kind = $2 FOR UPDATE`,
    [player, kind],
  );
  return rows[0] ? stateOf(rows[0]) : noLimit;
}

export async function writeDailyLimit(
  tx: Tx,
  player: PlayerId,
  kind: LimitKind,
  { current: { limit }, later }: DailyLimitState,
): Promise<void> {
  const next = later?.limits.limit ?? null;
  await tx.query(
    `UPDATE limits.daily SET amount = $3, currency = $4, next_amount = $5, next_currency = $6, next_from = $7
     WHERE player_id = $1 AND kind = $2`,
    [
      player,
      kind,
      limit?.amount ?? null,
      limit?.currency ?? null,
      next?.amount ?? null,
      next?.currency ?? null,
      later?.from ?? null,
    ],
  );
}

function stateOf(row: DailyRow): DailyLimitState {
  return {
    current: { limit: limitOf(row.amount, row.currency) },
    later: row.nextFrom && { limits: { limit: limitOf(row.nextAmount, row.nextCurrency) }, from: row.nextFrom },
  };
}

function limitOf(amount: Micros | null, currency: Currency | null): SetLimit | null {
  return amount === null || currency === null ? null : { amount, currency };
}
