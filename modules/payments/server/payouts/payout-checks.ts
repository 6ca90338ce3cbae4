import { type Failure, fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { instrumentCooling } from "../../shared/errors.ts";
import type { Instrument } from "./store.ts";

/** How long an instrument added after others is new: an attacker with access to an account cannot empty it to their own card. */
export const coolingMs = 24 * 3_600_000;

export interface PayoutToCheck {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  /** The bonuses that the player gives up with it. */
  readonly giveUpBonuses: readonly string[];
}

/** Another module's objection to a payout, such as a bonus that is still to be wagered; undefined when it has none. */
export type PayoutCheck = (tx: Tx, payout: PayoutToCheck) => Promise<Failure | undefined>;

/** Fails with the first objection. */
export async function runPayoutChecks(checks: readonly PayoutCheck[], tx: Tx, payout: PayoutToCheck): Promise<void> {
  for (const check of checks) {
    const failure = await check(tx, payout);
    if (failure) throw failure;
  }
}

/** Fails with `instrument_cooling` while the instrument is new and not the player's first. */
export async function checkCooling(db: Queryable, player: PlayerId, instrument: Instrument, now: Date): Promise<void> {
  const { rows } = await db.query<{ seen: Date; first: boolean }>(
    `SELECT first_paid_at AS seen, NOT EXISTS (SELECT FROM payments.instruments o
       WHERE o.player_id = $2 AND o.first_paid_at < i.first_paid_at) AS first
     FROM payments.instruments i WHERE id = $1`,
    [instrument.id, player],
  );
  const [row] = rows;
  if (!row || row.first) return;
  const from = new Date(row.seen.getTime() + coolingMs);
  if (from > now) fail(instrumentCooling, { data: { from: from.toISOString() } });
}
