import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { DepositDay } from "#modules/limits/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { noRates, pricesOfDay, pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted, type DayPrices, type Sum, totalIn } from "#modules/rates/shared/day-prices.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import type { VerificationLevel } from "#modules/verification/shared/level.ts";
import { verificationRequired } from "../shared/errors.ts";
import { type LevelTotals, levelFor, levelTotals } from "../shared/level-limits.ts";

/** Provides the verification level of a player; without verification there are no totals. */
export type Levels = Pick<Verification, "levelOf" | "require">;

interface Question {
  readonly player: PlayerId;
  /** Currency of the movement in question; all results are in it. */
  readonly currency: Currency;
  readonly now: Date;
}

/** An all-time total over all wallets, in the shape of a daily limit. */
export interface LevelTotal extends DepositDay {
  /** The lowest level at which so much in all may come in, or go out. */
  levelFor(sum: bigint): VerificationLevel;
}

interface PastSum extends Sum {
  readonly day: number;
}

/** The player's deposits of all time against the total that their verification level allows. The caller has locked their deposits. */
export async function depositsOfLevel(
  levels: Levels | undefined,
  tx: Tx,
  question: Question,
  reserved: readonly Sum[],
): Promise<LevelTotal> {
  const level = levels ? await levels.levelOf(tx, question.player) : 3;
  if (levelTotals(level, question.currency).deposits === null) return noTotal;
  const { rows } = await tx.query<PastSum>(
    `SELECT currency, ${dayOfSql("received_at")} AS day, sum(amount - held)::bigint AS amount FROM payments.receipts
     WHERE player_id = $1 AND disposition = 'credited' GROUP BY 1, 2`,
    [question.player],
  );
  return totalOf(tx, "deposits", level, question, rows, reserved);
}

/** What was paid out or is being paid out, in all currencies. The payout in question is included. */
export async function checkPayoutTotal(levels: Levels | undefined, tx: Tx, question: Question): Promise<void> {
  const level = levels ? await levels.levelOf(tx, question.player) : 3;
  if (levelTotals(level, question.currency).payouts === null) return;
  // Payouts of two currencies lock no row in common: of two at once the second sees the first.
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2::text))", [payoutTotalLock, question.player]);
  const { rows } = await tx.query<PastSum>(
    `SELECT currency, ${dayOfSql("created_at")} AS day, sum(amount)::bigint AS amount FROM payments.payouts
     WHERE player_id = $1 AND status IN (1, 2, 3) GROUP BY 1, 2`,
    [question.player],
  );
  const { limit, credited: sum, levelFor } = await totalOf(tx, "payouts", level, question, rows, []);
  if (limit === null || sum <= limit) return;
  fail(verificationRequired, { data: { level: levelFor(sum), limit: formatAmount(limit) } });
}

const payoutTotalLock = 0x7061796f;
const noTotal: LevelTotal = { limit: null, credited: micros(0n), reserved: micros(0n), levelFor: () => 0 };
const dayOfSql = (column: string) => `floor(extract(epoch FROM ${column}) / 86400)::int`;

/**
 * Converts everything to the currency in question: past sums at the rates of their day, pending ones at today's. In one currency
 * a level's totals are its round numbers; with several, the total is in euros, so that switching currency gains nothing.
 */
async function totalOf(
  tx: Tx,
  direction: keyof LevelTotals,
  level: VerificationLevel,
  { currency, now }: Question,
  past: readonly PastSum[],
  open: readonly Sum[],
): Promise<LevelTotal> {
  const used = [currency, ...[...past, ...open].filter(({ amount }) => amount !== 0n).map(sum => sum.currency)];
  const isOneCurrency = new Set(used).size === 1;
  const prices = isOneCurrency ? undefined : await pricesOfDay(tx, dayOf(now));
  const days = past.map(({ day }) => day);
  const pastPrices = isOneCurrency ? new Map<number, DayPrices>() : await pricesOfPastDays(tx, days);
  const dated = past.map(({ day, ...sum }) => ({ ...sum, prices: pastPrices.get(day) }));
  const most = (at: VerificationLevel) => {
    const of = isOneCurrency ? currency : "EUR";
    const amount = levelTotals(at, of)[direction];
    return amount === null ? null : micros(converted({ amount, currency: of }, currency, prices) ?? noRates());
  };
  return {
    limit: most(level),
    credited: micros(totalIn(currency, dated) ?? noRates()),
    reserved: micros(
      totalIn(
        currency,
        open.map(sum => ({ ...sum, prices })),
      ) ?? noRates(),
    ),
    levelFor: sum => levelFor(sum, most),
  };
}

/** The profile requests documents from the first refusal for the lack of them. */
export async function withDocumentsRequest<T>(
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
