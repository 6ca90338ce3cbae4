import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { changeLimits, type DailyLimits, type LimitState, wishedLimits } from "../shared/daily-limits.ts";
import { counters } from "./counter-sql.ts";

interface LimitRow {
  wager_limit: Micros | null;
  loss_limit: Micros | null;
  next_wager_limit: Micros | null;
  next_loss_limit: Micros | null;
  next_from: Date | null;
}

/** The limits of stakes in one currency, and what a day has seen. */
export interface Counters extends LimitState {
  readonly currency: Currency;
  readonly wagered: Micros;
  /** Below zero for a gain. */
  readonly lost: Micros;
}

/** Sets daily limits of one wallet: what is tighter holds from the commit, what is looser after 24 hours. One left out stays as asked for last. */
export async function setDailyLimits(
  tx: Tx,
  change: { player: PlayerId; currency: Currency; limits: Partial<DailyLimits>; now: Date },
): Promise<LimitState> {
  const { player, currency, limits, now } = change;
  const { rows } = await tx.query<LimitRow>(
    `SELECT wager_limit, loss_limit, next_wager_limit, next_loss_limit, next_from
     FROM ${counters} WHERE player_id = $1 AND currency = $2 FOR UPDATE`,
    [player, currency],
  );
  const before = stateOf(must(rows[0], "limits of a wallet that was never opened"));
  const next = changeLimits(before, { ...wishedLimits(before), ...limits }, now);
  await tx.query(
    `UPDATE ${counters} SET wager_limit = $3, loss_limit = $4, next_wager_limit = $5, next_loss_limit = $6, next_from = $7
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

/** The counters of all wallets of a player on the day of `now`, in order of currency. */
export async function readCounters(db: Queryable, player: PlayerId, now: Date): Promise<readonly Counters[]> {
  const { rows } = await db.query<LimitRow & { currency: Currency; wagered: Micros; lost: Micros }>(
    `SELECT currency, wager_limit, loss_limit, next_wager_limit, next_loss_limit, next_from,
       CASE WHEN day >= $2 THEN wagered ELSE 0 END AS wagered, CASE WHEN day >= $2 THEN lost ELSE 0 END AS lost
     FROM ${counters} WHERE player_id = $1 ORDER BY currency`,
    [player, Math.floor(now.getTime() / 86_400_000)],
  );
  return rows.map(row => ({ ...stateOf(row), currency: row.currency, wagered: row.wagered, lost: row.lost }));
}

function stateOf(row: LimitRow): LimitState {
  const limits = { wager: row.next_wager_limit, loss: row.next_loss_limit };
  return {
    current: { wager: row.wager_limit, loss: row.loss_limit },
    later: row.next_from && { limits, from: row.next_from },
  };
}
