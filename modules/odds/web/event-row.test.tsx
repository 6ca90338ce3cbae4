import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { showTimesIn } from "#kit/i18n/time-zone.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import type { EventView } from "../shared/contract.ts";
import { EventRow, EventRowsHead } from "./event-row.tsx";
import { FavouriteContext } from "./favourite-star.tsx";

const eventOf = (sport: EventView["sport"], kind: string, ids: readonly string[]) =>
  ({
    id: "m:1",
    sport,
    slug: "a-b",
    league: { id: "l:1", name: "Cup" },
    home: { id: "t:1", name: "Ada", short: "ADA" },
    away: { id: "t:2", name: "Bo", short: "BO" },
    status: "scheduled",
    start: "2026-11-24T12:00:00.000Z",
    play: null,
    markets: 3,
    main: [{ kind, spec: "", status: "active", producer: "pre", outcomes: ids.map(id => ({ id, price: "1.9" })) }],
  }) as unknown as EventView;

async function rendered(event: EventView, language: "en" | "ru" = "en"): Promise<string> {
  const texts = async () => JSON.parse(readFileSync(`modules/odds/locale/${language}.json`, "utf8"));
  const store = createTextStore(language, texts);
  await store.load("odds");
  const element = (
    <>
      <EventRowsHead title="Cup" sport={event.sport} />
      <EventRow event={event} feed={[]} />
    </>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", element, loader: () => null }], {
    hydrationData: { loaderData: { root: { locale: language, siteOrigin: "" } } },
  });
  return renderToString(
    <TextContext value={store}>
      <FavouriteContext value={{ has: () => false, toggle: () => undefined }}>
        <RouterProvider router={router} />
      </FavouriteContext>
    </TextContext>,
  );
}

const cells = (html: string) => html.match(/class="bet-cell"/g)?.length;

test("a sport without a draw has two columns and no empty one; football has three", async () => {
  const tennis = await rendered(eventOf("tennis", "winner", ["home", "away"]));
  expect(cells(tennis)).toBe(2);
  expect(tennis.replace(/<[^>]*>/g, " ")).not.toMatch(/\bX\b/);
  expect(cells(await rendered(eventOf("football", "1x2", ["home", "draw", "away"])))).toBe(3);
});

test("a list has room for the part of a match: a Russian quarter is abbreviated", async () => {
  const clock = { period: 3, seconds: 1500, running: true, at: "2026-11-24T12:25:00.000Z", pace: 1 };
  const play = { clock, status: "live", score: [60, 58], periods: [], points: null, serving: null };
  const event = Object.assign(eventOf("basketball", "winner", ["home", "away"]), { status: "live", play });
  const html = await rendered(event, "ru");
  expect(html).toContain("3-я четв.");
  expect(html).not.toContain("четверть");
});

test("the star of a row is no cell of wide screens only", async () => {
  const html = await rendered(eventOf("tennis", "winner", ["home", "away"]));
  expect(html).toMatch(/<span class="bet-follows"><button[^>]*aria-pressed="false"/);
});

test("a server renders starts in UTC, whatever its own zone: hydration finds the same text, and shows the player's zone after it", async () => {
  showTimesIn("Asia/Almaty");
  try {
    expect(await rendered(eventOf("tennis", "winner", ["home", "away"]))).toMatch(/<time[^>]*>.*12:00<\/span><\/time>/);
  } finally {
    showTimesIn(null);
  }
});
