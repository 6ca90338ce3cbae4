/** Why a leg cannot be accepted now, in the order in which a slip reports them. */
export const windowRefusals = ["feed_down", "event_closed", "market_suspended", "event_changed"] as const;
export type WindowRefusal = (typeof windowRefusals)[number];

export interface LegWindowInput {
  /** A relation of the caller's statement: (leg integer, event text, kind text, spec text, outcome text, counter integer or null). */
  readonly legs: string;
  /** The time of our clock as an SQL expression: `$4::timestamptz`. */
  readonly now: string;
}

/**
 * Common table expressions for a statement that accepts bets; the last one, `odds_windows`, has a row for each leg:
 *
 *     leg, market (id), producer, refusal (null: open), price (thousandths), p (jsonb or null),
 *     market_n, version, event_n, event_head, event_state, incident_counter, terms (jsonb or null)
 *
 * Producer, event and market rows stay locked FOR SHARE until the transaction ends, each in the order of their ids, so a closing
 * message waits for the bets in flight and nothing is accepted after it. Everything returned comes from the locked rows: after a
 * lock wait a joined table would still show its older state. The heartbeat alone is read unlocked.
 */
export function legWindowSql({ legs, now }: LegWindowInput): string {
  return `
  odds_producers AS MATERIALIZED (
    SELECT producer, up, hold FROM odds.producers ORDER BY producer FOR SHARE
  ),
  odds_events AS MATERIALIZED (
    SELECT id, status, fault, hold, planned_start, n, head, state, incident_counter FROM odds.events
    WHERE id IN (SELECT event FROM ${legs}) AND (SELECT count(*) FROM odds_producers) >= 0
    ORDER BY id FOR SHARE
  ),
  odds_markets AS MATERIALIZED (
    SELECT id, event, kind, spec, producer, status, fault, hold, outcomes, terms, n, version, result, ruling FROM odds.markets
    WHERE (event, kind, spec) IN (SELECT event, kind, spec FROM ${legs}) AND (SELECT count(*) FROM odds_events) >= 0
    ORDER BY id FOR SHARE
  ),
  odds_windows AS MATERIALIZED (
    SELECT l.leg, m.id AS market, m.producer, m.n AS market_n, m.version, e.n AS event_n, e.head AS event_head,
      e.state AS event_state, e.incident_counter, m.outcomes -> l.outcome -> 'p' AS p, m.terms,
      CASE WHEN m.terms IS NULL THEN (m.outcomes -> l.outcome ->> 'price')::integer
        ELSE odds.offered_price(m.outcomes -> l.outcome, m.terms, l.outcome, ${now}) END AS price,
      CASE
        WHEN m.id IS NOT NULL AND NOT (coalesce(p.up, false)
          AND coalesce(h.at > clock_timestamp() - h.limit_ms * interval '1 millisecond', false)) THEN 'feed_down'
        WHEN e.id IS NULL OR e.fault IS NOT NULL OR e.hold = 'closed' OR e.status NOT IN ('scheduled', 'live') THEN 'event_closed'
        WHEN m.producer <> 'live' AND (e.planned_start IS NULL OR e.planned_start <= ${now}) THEN 'event_closed'
        WHEN m.id IS NULL OR m.status <> 'active' OR m.fault IS NOT NULL OR m.result IS NOT NULL OR m.ruling IS NOT NULL
          OR num_nonnulls(m.hold, e.hold, p.hold) > 0
          OR m.outcomes -> l.outcome ->> 'price' IS NULL THEN 'market_suspended'
        WHEN l.counter <> e.incident_counter THEN 'event_changed'
      END AS refusal
    FROM ${legs} l
    LEFT JOIN odds_events e ON e.id = l.event
    LEFT JOIN odds_markets m ON m.event = l.event AND m.kind = l.kind AND m.spec = l.spec
    LEFT JOIN odds_producers p ON p.producer = m.producer
    LEFT JOIN odds.heartbeats h ON h.producer = m.producer
  )`;
}
