import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { LimitCause, OperatorLimitKind, OperatorLimitValue } from "../shared/operator-limits.ts";

/** A limit that an operator set on a player's account. */
export interface OperatorLimit {
  readonly kind: OperatorLimitKind;
  /** Null once it was removed. */
  readonly limit: OperatorLimitValue | null;
  readonly cause: LimitCause;
  /** Rises with each change, also over a removal. */
  readonly version: number;
  readonly setAt: Date;
  /** The operator's name. */
  readonly setBy: string;
  /** For operators only. */
  readonly reason: string;
}

interface OperatorLimitRow extends Omit<OperatorLimit, "limit"> {
  readonly amount: Micros | null;
  readonly currency: Currency | null;
  readonly minutes: number | null;
}

const columns = `kind, amount, currency, minutes, cause, version, set_at AS "setAt", set_by AS "setBy", reason`;

/** Limits in force that operators have set for a player. */
export async function operatorLimitsOf(on: Queryable, player: PlayerId): Promise<readonly OperatorLimit[]> {
  const { rows } = await on.query<OperatorLimitRow>(
    `SELECT ${columns} FROM limits.operator WHERE player_id = $1 AND (amount IS NOT NULL OR minutes IS NOT NULL)`,
    [player],
  );
  return rows.map(limitFrom);
}

/** An operator's limit as it is stored, even if it was removed. */
export async function operatorLimitOf(
  on: Queryable,
  player: PlayerId,
  kind: OperatorLimitKind,
): Promise<OperatorLimit | undefined> {
  const { rows } = await on.query<OperatorLimitRow>(
    `SELECT ${columns} FROM limits.operator WHERE player_id = $1 AND kind = $2`,
    [player, kind],
  );
  return rows[0] && limitFrom(rows[0]);
}

/** The kind is locked. */
export async function writeOperatorLimit(tx: Tx, player: PlayerId, row: OperatorLimit): Promise<void> {
  const { kind, limit, cause, version, setAt, setBy, reason } = row;
  const isTime = limit !== null && "minutes" in limit;
  await tx.query(
    `INSERT INTO limits.operator (player_id, kind, amount, currency, minutes, cause, version, set_at, set_by, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (player_id, kind) DO UPDATE SET amount = $3, currency = $4, minutes = $5, cause = $6, version = $7, set_at = $8,
       set_by = $9, reason = $10`,
    [
      player,
      kind,
      limit === null || isTime ? null : limit.amount,
      limit === null || isTime ? null : limit.currency,
      isTime ? limit.minutes : null,
      cause,
      version,
      setAt,
      setBy,
      reason,
    ],
  );
}

function limitFrom({ amount, currency, minutes, ...row }: OperatorLimitRow): OperatorLimit {
  const sum = amount === null || currency === null ? null : { amount, currency };
  return { ...row, limit: minutes === null ? sum : { minutes } };
}
