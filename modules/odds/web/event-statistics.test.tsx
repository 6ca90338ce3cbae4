import { expect, test } from "vitest";
import type { EventView } from "../shared/contract.ts";
import type { EventStatistics } from "../shared/statistics-contract.ts";
import { renderElement } from "../testing/render-element.tsx";
import { EventHistory } from "./event-statistics.tsx";

const place = { played: 2, won: 1, drawn: 0, lost: 1, scored: 5, conceded: 4, points: 3 };
const statistics: EventStatistics = {
  chances: [],
  form: { home: [], away: [] },
  meetings: [],
  table: [Object.assign({ id: "k:1", name: "Ash" }, place), Object.assign({ id: "k:2", name: "Birch" }, place)],
};

async function columnsOf(sport: EventView["sport"]) {
  const event = { sport, league: { id: "l:1", name: "Cup" }, home: null, away: null } as unknown as EventView;
  const element = <EventHistory event={event} statistics={statistics} />;
  const html = await renderElement(element);
  const heads = [...html.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, text]) => text);
  const cells = html.match(/<td/g)?.length ?? 0;
  return { heads, cells };
}

test("a table has a column of draws only where a match may end in one", async () => {
  expect(await columnsOf("football")).toEqual({ heads: ["#", "Team", "P", "W", "D", "L", "+:−", "Pts"], cells: 16 });
  for (const sport of ["volleyball", "basketball", "ice_hockey", "cs2", "dota2"] as const)
    expect(await columnsOf(sport), sport).toEqual({ heads: ["#", "Team", "P", "W", "L", "+:−", "Pts"], cells: 14 });
});
