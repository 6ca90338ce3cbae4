import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { changeLimits, type LimitState, limitsAt } from "../shared/daily-limits.ts";

interface Row {
  readonly deposit_limit: Micros | null;
  readonly next_limit: Micros | null;
  readonly next_from: Date | null;
}

/**
 * The player's daily limit of deposits in force at `now`, null for none. Holds his deposits of this currency and changes
 * of the limit until `tx` ends, so that what is decided by it stays right.
 */
export async function holdDepositLimit(
  tx: Tx,
  player: PlayerId,
  currency: Currency,
  now: Date,
): Promise<Micros | null> {
  return limitsAt(await lockState(tx, player, currency), now).deposit;
}

/** Sets the daily limit of deposits: tighter from the commit, looser after 24 hours. */
export async function setDepositLimit(
  tx: Tx,
  change: { player: PlayerId; currency: Currency; limit: Micros | null; now: Date },
): Promise<LimitState<"deposit">> {
  const { player, currency, limit, now } = change;
  const next = changeLimits(await lockState(tx, player, currency), { deposit: limit }, now);
  await tx.query(
    `UPDATE limits.deposit_limits SET deposit_limit = $3, next_limit = $4, next_from = $5
     WHERE player_id = $1 AND currency = $2`,
    [player, currency, next.current.deposit, next.later?.limits.deposit ?? null, next.later?.from ?? null],
  );
  return next;
}

/** The limits of deposits by currency; a currency without one is not there. */
export async function depositLimitsOf(
  db: Queryable,
  player: PlayerId,
): Promise<ReadonlyMap<Currency, LimitState<"deposit">>> {
  const { rows } = await db.query<Row & { currency: Currency }>(
    "SELECT currency, deposit_limit, next_limit, next_from FROM limits.deposit_limits WHERE player_id = $1",
    [player],
  );
  return new Map(rows.map(row => [row.currency, stateOf(row)]));
}

async function lockState(tx: Tx, player: PlayerId, currency: Currency): Promise<LimitState<"deposit">> {
  await tx.query("INSERT INTO limits.deposit_limits (player_id, currency) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    player,
    currency,
  ]);
  const { rows } = await tx.query<Row>(
    `SELECT deposit_limit, next_limit, next_from FROM limits.deposit_limits
     WHERE player_id = $1 AND currency = $2 FOR UPDATE`,
    [player, currency],
  );
  return stateOf(must(rows[0], "inserted above"));
}

function stateOf({ deposit_limit, next_limit, next_from }: Row): LimitState<"deposit"> {
  return {
    current: { deposit: deposit_limit },
    later: next_from && { limits: { deposit: next_limit }, from: next_from },
  };
}
