import type { Queryable } from "#kit/db/db.ts";
import type { EventState, EventStatus, StoredOutcome } from "../../shared/apply/event-model.ts";
import type { Incident } from "../../shared/facts.ts";
import type { MarketStatus } from "../../shared/feed.ts";

export interface ShownMarket {
  readonly kind: string;
  readonly spec: string;
  readonly grp: string;
  readonly producer: string;
  readonly status: MarketStatus;
  readonly open: boolean;
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
}

export interface ShownEvent {
  readonly id: string;
  readonly sport: string;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly status: Exclude<EventStatus, "unknown">;
  readonly plannedStart: Date | null;
  readonly state: EventState;
  /** Seconds that operators have added to the delay of live bets. */
  readonly addedDelayS: number;
  /** Number of markets on offer. */
  readonly markets: number;
  readonly shown: readonly ShownMarket[];
}

/** Markets that pages show: offered, or suspended for a while. A fault of ours closes one but leaves it in its place. */
const isOffered =
  "m.status IN ('active', 'suspended', 'handed_over') AND m.result IS NULL AND m.ruling IS NULL AND m.fault IS DISTINCT FROM 'unknown_market'";

/** Whether `legWindowSql` would accept a bet on it, apart from its producer's heartbeat. `now` is an expression. */
const isOpen = (
  now: string,
) => `m.status = 'active' AND m.fault IS NULL AND e.fault IS NULL AND num_nonnulls(m.hold, e.hold) = 0 AND e.status IN ('scheduled', 'live')
       AND NOT EXISTS (SELECT FROM odds.producers p WHERE p.producer = m.producer AND p.hold IS NOT NULL)
       AND (m.producer = 'live' OR coalesce(e.planned_start > ${now}, false))`;

const mainKinds = ["1x2", "winner", "total", "points_total", "games_total", "maps_total", "outright_winner"];

const marketJson = (
  now: string,
) => `jsonb_build_object('kind', m.kind, 'spec', m.spec, 'grp', m.grp, 'producer', m.producer,
       'status', m.status, 'open', ${isOpen(now)},
       'outcomes', CASE WHEN m.terms IS NULL THEN m.outcomes ELSE odds.offered_outcomes(m.outcomes, m.terms, ${now}) END)`;

const eventColumns = (
  now: string,
  kinds: string,
) => `e.id, e.sport, e.fixture, e.status, e.planned_start AS "plannedStart", e.state,
     e.added_delay_s AS "addedDelayS",
     (SELECT count(*)::int FROM odds.markets m WHERE m.event = e.id AND ${isOffered}) AS markets,
     coalesce((SELECT jsonb_agg(${marketJson(now)} ORDER BY m.id) FROM odds.markets m
       WHERE m.event = e.id AND ${isOffered} AND ${kinds}), '[]') AS shown`;

export interface EventFilter {
  /** Undefined: live and upcoming. */
  readonly state: "live" | "upcoming" | "ended" | undefined;
  /** Part of the name of a competitor or league. */
  readonly q: string | undefined;
  readonly sport: string | undefined;
  /** Undefined: both. Events that are named by id are listed whatever they are. */
  readonly kind: "match" | "outright" | undefined;
  readonly league: string | undefined;
  /** Events by id, by one of their teams or by league; one of them is enough. */
  readonly any?:
    | { readonly events: readonly string[]; readonly teams: readonly string[]; readonly leagues: readonly string[] }
    | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly after: { readonly start: Date; readonly id: string } | undefined;
}

/** Shown as results: those that were played, or were to be. */
const endedStatuses = "'ended', 'cancelled', 'postponed', 'abandoned', 'retired', 'walkover'";

const named = (of: string, part: string) => `position(lower(${part}) IN lower(${of})) > 0`;

/** In the order of start and id; those that have ended latest first. */
export async function listEventRows(
  db: Queryable,
  { state, q, sport, kind, league, any, from, to, after }: EventFilter,
  now: Date,
  limit: number,
): Promise<readonly ShownEvent[]> {
  const [order, beyond] = state === "ended" ? ["DESC", "<"] : ["ASC", ">"];
  const { rows } = await db.query<ShownEvent>(
    `SELECT ${eventColumns("$1::timestamptz", "m.kind = ANY($2)")}
     FROM odds.events e
     WHERE e.planned_start IS NOT NULL AND e.fault IS NULL AND ($15::boolean IS NULL OR (e.home IS NULL) = $15 OR e.id = ANY($12))
       AND CASE $3::text WHEN 'live' THEN e.status = 'live'
         WHEN 'ended' THEN e.status IN (${endedStatuses})
         WHEN 'upcoming' THEN e.status = 'scheduled' AND e.planned_start > $1
         ELSE e.status = 'live' OR (e.status = 'scheduled' AND e.planned_start > $1) END
       AND ($4::text IS NULL OR e.sport = $4) AND ($5::text IS NULL OR e.tournament = $5)
       AND ($6::timestamptz IS NULL OR e.planned_start >= $6) AND ($7::timestamptz IS NULL OR e.planned_start < $7)
       AND ($8::timestamptz IS NULL OR (e.planned_start, e.id) ${beyond} ($8, $9::text))
       AND ($11::text IS NULL OR ${named("e.fixture -> 'tournament' ->> 'name'", "$11")}
         OR EXISTS (SELECT FROM jsonb_array_elements(e.fixture -> 'competitors') c WHERE ${named("c ->> 'name'", "$11")}))
       AND ($12::text[] IS NULL OR e.id = ANY($12) OR e.home = ANY($13) OR e.away = ANY($13) OR e.tournament = ANY($14))
     ORDER BY e.planned_start ${order}, e.id ${order} LIMIT $10`,
    [
      now,
      mainKinds,
      state ?? null,
      sport ?? null,
      league ?? null,
      from ?? null,
      to ?? null,
      after?.start ?? null,
      after?.id ?? null,
      limit,
      q ?? null,
      any?.events ?? null,
      any?.teams ?? null,
      any?.leagues ?? null,
      kind === undefined ? null : kind === "outright",
    ],
  );
  return rows;
}

/** Events with their main markets, or with all of them. */
export async function readEventRows(
  db: Queryable,
  ids: readonly string[],
  now: Date,
  which: "main" | "all",
): Promise<readonly ShownEvent[]> {
  const { rows } = await db.query<ShownEvent>(
    `SELECT ${eventColumns("$1::timestamptz", "($2::text[] IS NULL OR m.kind = ANY($2))")}
     FROM odds.events e WHERE e.id = ANY($3) AND e.status <> 'unknown'`,
    [now, which === "all" ? null : mainKinds, ids],
  );
  return rows;
}

export async function readIncidents(
  db: Queryable,
  events: readonly string[],
): Promise<ReadonlyMap<string, readonly Incident[]>> {
  const { rows } = await db.query<{ event: string; incidents: readonly Incident[] }>(
    `SELECT event, jsonb_agg(incident ORDER BY place) AS incidents FROM (
       SELECT event, incident, row_number() OVER (PARTITION BY event ORDER BY (incident ->> 'at')::bigint DESC, id) AS place
       FROM odds.incidents WHERE event = ANY($1::text[]) AND cancelled_n IS NULL
         AND incident ->> 'kind' IN ('goal', 'yellow_card', 'red_card', 'set', 'map', 'retirement')) found
     WHERE place <= 100 GROUP BY event`,
    [events],
  );
  return new Map(rows.map(({ event, incidents }) => [event, incidents]));
}

export interface SportRow {
  readonly sport: string;
  readonly league: string;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly events: number;
  readonly live: number;
}

/** Leagues with their matches that are live or start within seven days. */
export async function countLeagues(db: Queryable, now: Date): Promise<readonly SportRow[]> {
  const { rows } = await db.query<SportRow>(
    `SELECT e.sport, e.tournament AS league, (array_agg(e.fixture ORDER BY e.id))[1] AS fixture, count(*)::int AS events,
       (count(*) FILTER (WHERE e.status = 'live'))::int AS live
     FROM odds.events e
     WHERE e.fault IS NULL AND e.home IS NOT NULL AND (e.status = 'live' OR (e.status = 'scheduled' AND e.planned_start > $1
       AND e.planned_start < $1::timestamptz + interval '7 days'))
     GROUP BY e.sport, e.tournament ORDER BY e.sport, e.tournament`,
    [now],
  );
  return rows;
}
