import type { Queryable } from "#kit/db/db.ts";
import { type FixtureNames, fixtureNames } from "./fixture-names.ts";

export type NamedKind = "event" | "team" | "league";

export interface Named {
  readonly id: string;
  readonly name: string;
}

const newest = "ORDER BY planned_start DESC NULLS LAST LIMIT 1";
const ofTeam = (side: "home" | "away") =>
  `(SELECT fixture, planned_start FROM odds.events WHERE ${side} = given.id ORDER BY planned_start DESC LIMIT 1)`;

/** A fixture that names it. */
const fixtures: Readonly<Record<NamedKind, string>> = {
  event: "SELECT fixture FROM odds.events WHERE id = given.id AND status <> 'unknown'",
  team: `SELECT fixture FROM (${ofTeam("home")} UNION ALL ${ofTeam("away")}) found ${newest}`,
  league: `SELECT fixture FROM odds.events WHERE tournament = given.id ${newest}`,
};

/** The ids among these that the feed has named, in their order. */
export async function namedIds(db: Queryable, kind: NamedKind, ids: readonly string[]): Promise<readonly Named[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<{ id: string; fixture: Readonly<Record<string, unknown>> }>(
    `SELECT given.id, found.fixture FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place)
     CROSS JOIN LATERAL (${fixtures[kind]}) found ORDER BY given.place`,
    [ids],
  );
  return rows.flatMap(({ id, fixture }) => {
    const names = fixtureNames(fixture);
    const name = names && nameOf(names, kind, id);
    return name === undefined ? [] : [{ id, name }];
  });
}

function nameOf({ tournament, competitors }: FixtureNames, kind: NamedKind, id: string): string | undefined {
  if (kind === "league") return tournament.name;
  if (kind === "team") return competitors.find(each => each.id === id)?.name;
  const [home, away] = competitors;
  return home && away && competitors.length === 2 ? `${home.name} – ${away.name}` : tournament.name;
}
