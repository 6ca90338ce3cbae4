import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import type { EventView } from "../shared/contract.ts";
import type { EventStatistics } from "../shared/statistics-contract.ts";
import { EventHistory } from "./event-statistics.tsx";

const place = { played: 2, won: 1, drawn: 0, lost: 1, scored: 5, conceded: 4, points: 3 };
const statistics: EventStatistics = {
  chances: [],
  form: { home: [], away: [] },
  meetings: [],
  table: [Object.assign({ id: "k:1", name: "Ash" }, place), Object.assign({ id: "k:2", name: "Birch" }, place)],
};

async function columnsOf(sport: EventView["sport"]) {
  const store = createTextStore("en", async () => JSON.parse(readFileSync("modules/odds/locale/en.json", "utf8")));
  await store.load("odds");
  const event = { sport, league: { id: "l:1", name: "Cup" }, home: null, away: null } as unknown as EventView;
  const element = <EventHistory event={event} statistics={statistics} />;
  const router = createMemoryRouter([{ id: "root", path: "*", element, loader: () => null }], {
    hydrationData: { loaderData: { root: { locale: "en", siteOrigin: "" } } },
  });
  const html = renderToString(
    <TextContext value={store}>
      <RouterProvider router={router} />
    </TextContext>,
  );
  const heads = [...html.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, text]) => text);
  const cells = html.match(/<td/g)?.length ?? 0;
  return { heads, cells };
}

test("a table has a column of draws only where a match may end in one", async () => {
  expect(await columnsOf("football")).toEqual({ heads: ["#", "Team", "P", "W", "D", "L", "+:−", "Pts"], cells: 16 });
  for (const sport of ["volleyball", "basketball", "ice_hockey", "cs2", "dota2"] as const)
    expect(await columnsOf(sport), sport).toEqual({ heads: ["#", "Team", "P", "W", "L", "+:−", "Pts"], cells: 14 });
});
