import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { DepositDay } from "#modules/limits/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import { verificationRequired } from "../shared/errors.ts";
import { levelFor, levelTotals } from "../shared/level-limits.ts";

/** Who knows how well a person is known; a house without verification sets no totals. */
export type Levels = Pick<Verification, "levelOf" | "require">;

interface Total {
  readonly player: PlayerId;
  readonly currency: Currency;
}

/**
 * Where a player stands with the deposits of all time that his level of verification allows, as a day's limit is told.
 * The caller holds his deposits of this currency.
 */
export async function depositsOfLevel(
  levels: Levels | undefined,
  tx: Tx,
  { player, currency }: Total,
  reserved: Micros,
): Promise<DepositDay> {
  const limit = levels ? levelTotals(await levels.levelOf(tx, player), currency).deposits : null;
  if (limit === null) return { limit, credited: micros(0n), reserved };
  const { rows } = await tx.query<{ credited: Micros }>(
    `SELECT coalesce(sum(amount - held), 0)::bigint AS credited FROM payments.receipts
     WHERE player_id = $1 AND currency = $2 AND disposition = 'credited'`,
    [player, currency],
  );
  return { limit, credited: must(rows[0], "a sum is always there").credited, reserved };
}

/** What has gone out, or is on its way. The payout in question is among it. */
export async function checkPayoutTotal(levels: Levels | undefined, tx: Tx, total: Total): Promise<void> {
  if (!levels) return;
  const { player, currency } = total;
  const most = levelTotals(await levels.levelOf(tx, player), currency).payouts;
  const sum = most === null ? 0n : await paidOutEver(tx, total);
  if (most === null || sum <= most) return;
  fail(verificationRequired, { data: { level: levelFor("payouts", currency, sum), limit: formatAmount(most) } });
}

async function paidOutEver(db: Queryable, { player, currency }: Total): Promise<bigint> {
  const { rows } = await db.query<{ sum: bigint }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM payments.payouts
     WHERE player_id = $1 AND currency = $2 AND status IN (1, 2, 3)`,
    [player, currency],
  );
  return must(rows[0], "a sum is always there").sum;
}

/** The profile asks for documents from the moment somebody was refused for the lack of them. */
export async function askingForDocuments<T>(
  { db }: Pick<Host, "db">,
  levels: Levels | undefined,
  player: PlayerId,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (levels && isVerificationRequired(error)) await db.tx(tx => levels.require(tx, player));
    throw error;
  }
}

function isVerificationRequired(error: unknown): boolean {
  return error instanceof Failure && error.error === verificationRequired;
}
