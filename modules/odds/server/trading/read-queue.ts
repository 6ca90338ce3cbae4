import type { Queryable } from "#kit/db/db.ts";
import { type TradedMarket, tradedMarketColumns } from "./market-facts.ts";

export type QueueReason = "disputed" | "uncertain" | "late";

export interface QueuedMarket extends TradedMarket {
  readonly why: QueueReason;
  /** Since when it waits, as far as the feed says. */
  readonly since: Date | null;
  readonly slips: number;
  /** Payouts of its open slips at most, in micro-dollars. */
  readonly payout: bigint;
}

interface QueueLimits {
  readonly now: Date;
  /** Unconfirmed results that are older wait for people. */
  readonly uncertainMs: number;
  /** So long after its end an event without a result is late. */
  readonly lateMs: number;
}

/** Statuses of events from which results are due. */
const ended = "('ended', 'abandoned', 'retired', 'cancelled', 'walkover')";
/** Older ones are not searched. */
const searchedDays = 30;

/**
 * Markets that do not settle by themselves: disputed ones, unconfirmed ones, and those without a result after the end. Without those that
 * were settled by hand or cancelled as a whole. The oldest first.
 */
export async function readSettlementQueue(
  db: Queryable,
  { now, uncertainMs, lateMs }: QueueLimits,
  limit: number,
): Promise<readonly QueuedMarket[]> {
  const { rows } = await db.query<QueuedMarket>(
    `SELECT ${tradedMarketColumns("$1::timestamptz")}, q.why, q.since, coalesce(x.slips, 0) AS slips, coalesce(x.payout, 0) AS payout
     FROM (
       SELECT id, 'disputed' AS why, decided_at AS since FROM odds.markets WHERE disputed AND ruling IS NULL
       UNION ALL
       SELECT id, 'uncertain', decided_at FROM odds.markets
       WHERE certainty = 1 AND NOT disputed AND ruling IS NULL AND decided_at < $1::timestamptz - $2 * interval '1 millisecond'
       UNION ALL
       SELECT m.id, 'late', o.ended_at FROM (
         SELECT id, timestamptz 'epoch' + coalesce((state ->> 'at')::double precision, 0) * interval '1 millisecond' AS ended_at
         FROM odds.events WHERE status IN ${ended} AND planned_start > $1::timestamptz - ${searchedDays} * interval '1 day') o
       JOIN odds.markets m ON m.event = o.id
       WHERE o.ended_at < $1::timestamptz - $3 * interval '1 millisecond' AND m.result IS NULL AND m.ruling IS NULL
         AND NOT EXISTS (SELECT FROM odds.cancels c WHERE c.market = m.id AND c.rolled_back_n IS NULL AND c.from_at IS NULL AND c.to_at IS NULL)
     ) q
     JOIN odds.markets m ON m.id = q.id JOIN odds.events e ON e.id = m.event
     LEFT JOIN LATERAL (SELECT sum(slips)::int AS slips, max(payout_usd)::bigint AS payout FROM odds.exposures WHERE market = m.id) x ON true
     WHERE q.why = 'disputed' OR x.slips > 0
     ORDER BY q.since NULLS FIRST, m.id LIMIT $4`,
    [now, uncertainMs, lateMs, limit],
  );
  return rows;
}
