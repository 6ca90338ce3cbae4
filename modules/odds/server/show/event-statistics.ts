import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import { decodeMessage } from "../../shared/sandbox/decode-message.ts";
import type { EventStatistics } from "../../shared/statistics-contract.ts";
import { fixtureNames } from "./fixture-names.ts";

const mostPoints = 80;
const mostPlayed = 5;
const mostPlaces = 40;

interface TablePoints {
  readonly win: number;
  readonly draw: number;
  /** The lead up to which the winner gives up a point to the loser. */
  readonly sharedAt?: number;
}

/** Sports whose leagues have a table, with the points of a win and of a draw. */
const tables: Readonly<Record<string, TablePoints>> = {
  football: { win: 3, draw: 1 },
  ice_hockey: { win: 2, draw: 1 },
  basketball: { win: 2, draw: 1 },
  volleyball: { win: 3, draw: 0, sharedAt: 1 },
  cs2: { win: 1, draw: 0 },
  dota2: { win: 1, draw: 0 },
};

interface EventRow {
  readonly sport: string;
  readonly tournament: string;
  /** Season of the tournament; null where the provider names none. */
  readonly season: string | null;
  readonly home: string | null;
  readonly away: string | null;
}

export async function readStatistics(db: Queryable, id: string): Promise<EventStatistics> {
  const { rows } = await db.query<EventRow>(
    "SELECT sport, tournament, fixture -> 'tournament' ->> 'season' AS season, home, away FROM odds.events WHERE id = $1 AND status <> 'unknown'",
    [id],
  );
  const event = rows[0] ?? fail(notFound);
  const { home, away } = event;
  const [chances, ownForm, otherForm, meetings, table] = await Promise.all([
    readChances(db, id),
    readPlayed(db, id, home, null),
    readPlayed(db, id, away, null),
    readPlayed(db, id, home, away),
    readTable(db, event),
  ]);
  return {
    chances,
    form: { home: formOf(ownForm, home), away: formOf(otherForm, away) },
    meetings: viewsOf(meetings),
    table,
  };
}

interface SaidRow {
  readonly message: string;
  readonly offsetMs: number;
}

/** Chances from prices before and during the match: as many as a chart shows, spread evenly, and the newest. */
async function readChances(db: Queryable, id: string): Promise<EventStatistics["chances"]> {
  const { rows } = await db.query<SaidRow>(
    `WITH said AS (SELECT position, row_number() OVER (ORDER BY position DESC) - 1 AS back, count(*) OVER () AS total
         FROM odds.messages WHERE event = $1 AND type = 'odds_change' AND skipped IS NULL)
     SELECT m.message, m.offset_ms AS "offsetMs" FROM odds.messages m JOIN said USING (position)
     WHERE m.event = $1 AND m.message IS NOT NULL AND said.back % greatest(1, ceil(said.total::numeric / $2))::int = 0
     ORDER BY m.position`,
    [id, mostPoints],
  );
  return rows.flatMap(row => pointOf(row) ?? []);
}

function pointOf({ message: text, offsetMs }: SaidRow): EventStatistics["chances"][number] | undefined {
  const message = decodeMessage(JSON.parse(text));
  if (message.type !== "odds_change") return undefined;
  const market = message.markets.find(({ id }) => id === "1x2" || id === "winner");
  const chanceOf = (id: string) => market?.outcomes.find(each => each.id === id)?.p?.win;
  const [home, draw, away] = [chanceOf("home"), chanceOf("draw"), chanceOf("away")];
  if (home === undefined || away === undefined || (market?.id === "1x2" && draw === undefined)) return undefined;
  return { at: new Date(message.at + offsetMs).toISOString(), home, draw: draw ?? null, away };
}

interface PlayedRow {
  readonly id: string;
  readonly home: string;
  readonly away: string;
  readonly start: Date | null;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly score: readonly [number, number];
}

/** Ended matches of a team, of two against each other if another one is given. */
async function readPlayed(
  db: Queryable,
  without: string,
  team: string | null,
  other: string | null,
): Promise<readonly PlayedRow[]> {
  if (team === null) return [];
  const of = (own: "home" | "away", opponent: "home" | "away") =>
    `(SELECT id, home, away, planned_start, fixture, state FROM odds.events WHERE ${own} = $1 AND ($2::text IS NULL OR ${opponent} = $2)
       AND status = 'ended' AND state -> 'score' -> 'total' IS NOT NULL AND id <> $3 ORDER BY planned_start DESC LIMIT $4)`;
  const { rows } = await db.query<PlayedRow>(
    `SELECT id, home, away, planned_start AS start, fixture, state -> 'score' -> 'total' AS score
     FROM (${of("home", "away")} UNION ALL ${of("away", "home")}) played ORDER BY planned_start DESC, id LIMIT $4`,
    [team, other, without, mostPlayed],
  );
  return rows;
}

const viewsOf = (rows: readonly PlayedRow[]) => rows.flatMap(row => playedView(row) ?? []);

function playedView({ id, start, fixture, score }: PlayedRow): EventStatistics["meetings"][number] | undefined {
  const [home, away] = fixtureNames(fixture)?.competitors ?? [];
  if (!home || !away) return undefined;
  return { event: id, start: start?.toISOString() ?? null, home: home.name, away: away.name, score: [...score] };
}

function formOf(rows: readonly PlayedRow[], team: string | null): EventStatistics["form"]["home"] {
  return rows.flatMap(row => {
    const view = playedView(row);
    const [home, away] = row.score;
    const lead = row.home === team ? home - away : away - home;
    return view ? [Object.assign(view, { result: lead > 0 ? "won" : lead < 0 ? "lost" : "drawn" } as const)] : [];
  });
}

interface PlaceRow {
  readonly id: string;
  readonly name: string;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly scored: number;
  readonly conceded: number;
}

interface SharedRow extends PlaceRow {
  readonly closeWins: number;
  readonly closeLosses: number;
}

async function readTable(db: Queryable, { sport, tournament, season }: EventRow): Promise<EventStatistics["table"]> {
  const worth = tables[sport];
  if (!worth) return [];
  const { rows } = await db.query<SharedRow>(
    `WITH played AS (SELECT home, away, fixture, (state -> 'score' -> 'total' ->> 0)::int AS h, (state -> 'score' -> 'total' ->> 1)::int AS a
         FROM odds.events WHERE tournament = $1 AND fixture -> 'tournament' ->> 'season' IS NOT DISTINCT FROM $2 AND status = 'ended' AND home IS NOT NULL AND away IS NOT NULL),
       sides AS (SELECT home AS id, fixture -> 'competitors' -> 0 ->> 'name' AS name, h AS own, a AS other FROM played
         UNION ALL SELECT away, fixture -> 'competitors' -> 1 ->> 'name', a, h FROM played)
     SELECT id, max(name) AS name, count(*)::int AS played, (count(*) FILTER (WHERE own > other))::int AS won,
       (count(*) FILTER (WHERE own = other))::int AS drawn, (count(*) FILTER (WHERE own < other))::int AS lost,
       sum(own)::int AS scored, sum(other)::int AS conceded, (count(*) FILTER (WHERE own - other = $3))::int AS "closeWins",
       (count(*) FILTER (WHERE other - own = $3))::int AS "closeLosses"
     FROM sides WHERE own IS NOT NULL AND other IS NOT NULL AND name IS NOT NULL GROUP BY id ORDER BY id`,
    [tournament, season, worth.sharedAt ?? null],
  );
  return rows
    .map(({ closeWins, closeLosses, ...row }) =>
      Object.assign({ points: worth.win * row.won + worth.draw * row.drawn - closeWins + closeLosses }, row),
    )
    .sort(
      (a, b) =>
        b.points - a.points ||
        b.scored - b.conceded - (a.scored - a.conceded) ||
        b.scored - a.scored ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, mostPlaces);
}
