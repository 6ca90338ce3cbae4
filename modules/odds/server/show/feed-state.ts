import type { Queryable } from "#kit/db/db.ts";
import type { FeedView } from "../../shared/contract.ts";

/** How often the state of the feed is published to pages, ms. */
export const feedMs = 500;

/**
 * Which producers take bets: up, with a heartbeat that stays within its limit until the next publication, by the database's clock. So a late
 * heartbeat locks the pages' prices before it refuses bets, not after.
 */
export async function feedState(db: Queryable): Promise<readonly FeedView[]> {
  const { rows } = await db.query<FeedView>(
    `SELECT p.producer, p.up AND coalesce(h.at > clock_timestamp() - (h.limit_ms - $1::integer) * interval '1 millisecond', false) AS up
     FROM odds.producers p LEFT JOIN odds.heartbeats h USING (producer) ORDER BY p.producer`,
    [feedMs],
  );
  return rows;
}
