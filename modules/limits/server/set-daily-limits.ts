import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { changeLimits, type DailyLimits, type LimitState } from "../shared/daily-limits.ts";

interface CounterRow {
  wager_limit: Micros | null;
  loss_limit: Micros | null;
  next_wager_limit: Micros | null;
  next_loss_limit: Micros | null;
  next_from: Date | null;
}

/** Sets the daily limits of one wallet: what is tighter holds from the commit, what is looser after 24 hours. */
export async function setDailyLimits(
  tx: Tx,
  change: { player: PlayerId; currency: Currency; limits: DailyLimits; now: Date },
): Promise<LimitState> {
  const { player, currency, limits, now } = change;
  const { rows } = await tx.query<CounterRow>(
    `SELECT wager_limit, loss_limit, next_wager_limit, next_loss_limit, next_from
     FROM limits.counters WHERE player_id = $1 AND currency = $2 FOR UPDATE`,
    [player, currency],
  );
  const next = changeLimits(stateOf(must(rows[0], "limits of a wallet that was never opened")), limits, now);
  await tx.query(
    `UPDATE limits.counters SET wager_limit = $3, loss_limit = $4, next_wager_limit = $5, next_loss_limit = $6, next_from = $7
     WHERE player_id = $1 AND currency = $2`,
    [
      player,
      currency,
      next.current.wager,
      next.current.loss,
      next.later?.limits.wager ?? null,
      next.later?.limits.loss ?? null,
      next.later?.from ?? null,
    ],
  );
  return next;
}

function stateOf(row: CounterRow): LimitState {
  const limits = { wager: row.next_wager_limit, loss: row.next_loss_limit };
  return {
    current: { wager: row.wager_limit, loss: row.loss_limit },
    later: row.next_from && { limits, from: row.next_from },
  };
}
