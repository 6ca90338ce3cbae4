import type { Queryable } from "#kit/db/db.ts";
import type { FeedView } from "../../shared/contract.ts";

/** Which producers take bets: up, with a heartbeat within their limit by the database's clock. */
export async function feedState(db: Queryable): Promise<readonly FeedView[]> {
  const { rows } = await db.query<FeedView>(
    `SELECT p.producer, p.up AND coalesce(h.at > clock_timestamp() - h.limit_ms * interval '1 millisecond', false) AS up
     FROM odds.producers p LEFT JOIN odds.heartbeats h USING (producer) ORDER BY p.producer`,
  );
  return rows;
}
