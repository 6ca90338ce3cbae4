import type { Queryable } from "#kit/db/db.ts";

/** An event with an open 1X2 at 2.00 that needs no feed: its heartbeat is an hour ahead. For tests of other things than the feed. */
export async function openStandingMatch(db: Queryable, event: string, start: Date): Promise<void> {
  await db.query(
    "INSERT INTO odds.producers (producer, up) VALUES ('pre', true) ON CONFLICT (producer) DO UPDATE SET up = true, reason = NULL",
  );
  await db.query(
    `INSERT INTO odds.heartbeats (producer, at, limit_ms) VALUES ('pre', clock_timestamp() + interval '1 hour', 3000)
     ON CONFLICT (producer) DO UPDATE SET at = excluded.at`,
  );
  await db.query(
    `INSERT INTO odds.events (id, sport, category, tournament, home, away, fixture, status, planned_start, head)
     VALUES ($1, 'football', 'c:1', 't:1', 'k:1', 'k:2', '{}', 'scheduled', $2, decode(repeat('00', 32), 'hex'))`,
    [event, start],
  );
  await db.query(
    `INSERT INTO odds.markets (event, kind, spec, grp, producer, status, outcomes, n)
     VALUES ($1, '1x2', '', 'main', 'pre', 'active',
       '{"home": {"price": 2000, "p": null}, "draw": {"price": 2000, "p": null}, "away": {"price": 2000, "p": null}}', 1)`,
    [event],
  );
}
