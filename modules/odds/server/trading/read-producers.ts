import type { Queryable } from "#kit/db/db.ts";
import type { Hold } from "./hold.ts";

export interface ProducerState {
  readonly producer: string;
  readonly up: boolean;
  /** Why it is down; null while it is up. */
  readonly reason: string | null;
  /** Since when it takes bets or does not. A silent one takes none from the end of its limit, which is before anybody noticed. */
  readonly since: Date;
  readonly hold: Hold | null;
  /** Milliseconds since the newest frame, by the database's clock; null before the first. */
  readonly silentMs: number | null;
  readonly limitMs: number;
  /** Up, heard within its limit, and not held: it takes bets. */
  readonly takesBets: boolean;
}

export async function readProducers(db: Queryable): Promise<readonly ProducerState[]> {
  const { rows } = await db.query<ProducerState>(
    `SELECT p.producer, p.up, p.reason, p.hold, coalesce(h.limit_ms, 0) AS "limitMs",
       CASE WHEN silent_from > clock_timestamp() AND p.up THEN p.since WHEN p.up THEN coalesce(silent_from, p.since)
         ELSE least(silent_from, p.since) END AS since,
       CASE WHEN h.at > '-infinity' THEN greatest(0, round(extract(epoch FROM clock_timestamp() - h.at) * 1000))::int END AS "silentMs",
       p.up AND p.hold IS NULL AND coalesce(h.at > clock_timestamp() - h.limit_ms * interval '1 millisecond', false) AS "takesBets"
     FROM odds.producers p LEFT JOIN odds.heartbeats h USING (producer)
     CROSS JOIN LATERAL (SELECT nullif(h.at, '-infinity') + h.limit_ms * interval '1 millisecond' AS silent_from) s ORDER BY p.producer`,
  );
  return rows;
}
