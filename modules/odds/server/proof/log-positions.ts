import { textArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";

/** Where an event's log was when a slip was accepted, as stored with the slip. */
export interface LogMark {
  readonly event: string;
  /** The newest message of the event, and of the market: the one that set the price. */
  readonly eventN: bigint;
  readonly marketN: bigint;
  /** The head of the log, hexadecimal. */
  readonly head: string;
}

export interface LogPositions {
  /** Of the last message before the acceptance, and of the one that set the price. 0 where the log has none. */
  readonly position: number;
  readonly priced: number;
}

/** Positions of heads and prices in the logs of their events, in the order of the marks. */
export async function readLogPositions(db: Queryable, marks: readonly LogMark[]): Promise<readonly LogPositions[]> {
  if (marks.length === 0) return [];
  // The limit has the planner expect one mark and not ten, which makes the prepared plan dearer than a new one for each call (0257).
  const { rows } = await db.query<LogPositions>(
    `SELECT coalesce(p.position, 0)::int AS position,
       coalesce((SELECT max(m.position) FROM odds.messages m WHERE m.event = w.event AND m.n = w.market_n AND m.type = 'odds_change'
         AND m.position <= p.position), 0)::int AS priced
     FROM (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) WITH ORDINALITY AS w (event, event_n, market_n, head, place) LIMIT $5) w
     LEFT JOIN LATERAL (SELECT m.position FROM odds.messages m WHERE m.event = w.event AND m.head = decode(w.head, 'hex')
       AND m.position >= (SELECT min(f.position) FROM odds.messages f WHERE f.event = w.event AND f.n = w.event_n)
       ORDER BY m.position LIMIT 1) p ON true
     ORDER BY w.place`,
    [
      textArray(marks.map(({ event }) => event)),
      marks.map(({ eventN }) => eventN),
      marks.map(({ marketN }) => marketN),
      textArray(marks.map(({ head }) => head)),
      marks.length,
    ],
    "odds.log-positions",
  );
  return rows;
}
