import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { ByHour, type Figures, Headlines, Revenue } from "./figure-panels.tsx";
import { type FigureFilter, useFigureFilter } from "./use-figure-filter.ts";

beforeEach(() => vi.stubGlobal("document", { documentElement: { lang: "en" } }));
afterEach(() => void vi.unstubAllGlobals());

const sums = {
  ggr: "10",
  ngr: "8",
  wagered: "200",
  bets: 3,
  deposits: "50",
  deposit_count: 1,
  payouts: "0",
  payout_count: 0,
  active: 2,
  first_deposits: 1,
};
const data = {
  at: "2026-03-29T21:00:00.000Z",
  from: "2026-03-29",
  to: "2026-03-29",
  zone: "Asia/Kolkata",
  in: "EUR",
  complete: true,
  folding: false,
  begins: "2026-03-28T18:30:00.000Z",
  ends: "2026-03-29T18:30:00.000Z",
  hours: 24,
  now: sums,
  before: { ...sums, ggr: "5" },
  before_from: "2026-03-28",
  before_to: "2026-03-28",
  by: "half_hour",
  buckets: [{ at: "2026-03-28T18:30:00.000Z", ggr: "10", ngr: "8", before: "5" }],
  lines: [],
  by_game: [],
  by_hour: [],
  by_currency: [],
} satisfies Figures;

/** The English page at this address. */
async function shown(address: string, page: (filter: FigureFilter) => ReactNode): Promise<string> {
  const file = join(import.meta.dirname, "../../../apps/office/locale/en.json");
  const store = createTextStore("en", async () => JSON.parse(readFileSync(file, "utf8")));
  await store.load("office");
  const Page = () => page(useFigureFilter());
  return renderToStaticMarkup(
    <TextContext value={store}>
      <MemoryRouter initialEntries={[address]}>
        <Page />
      </MemoryRouter>
    </TextContext>,
  );
}

test("each headline opens its list with the filters of the page", async () => {
  const html = await shown("/?zone=Asia%2FKolkata&period=yesterday", filter => (
    <Headlines data={data} filter={filter} />
  ));
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to?.replaceAll("&amp;", "&"));
  const query = "?zone=Asia%2FKolkata&period=yesterday";
  expect(links).toEqual([
    ...["ggr", "ngr", "wagered", "deposits", "payouts"].map(name => `/figures/${name}${query}`),
    `/active-players${query}`,
    `/first-deposits${query}`,
  ]);
  expect(html).toContain("+100.0%");
});

test("half hours are named by the clock of the zone; a period that has not begun has no chart", async () => {
  expect(await shown("/", () => <Revenue data={data} />)).toContain("00:00");
  const html = await shown("/", () => <Revenue data={{ ...data, buckets: [] }} />);
  expect(html).toContain("No activity.");
  expect(html).not.toContain("<svg");
});

test("the axis of revenue has its currency, in the language of the page", async () => {
  expect(await shown("/", () => <Revenue data={data} />)).toContain(">€10</text>");
  vi.stubGlobal("document", { documentElement: { lang: "ru" } });
  expect(await shown("/", () => <Revenue data={data} />)).toContain(">10\u00a0€</text>");
  const small = { ...data, buckets: [{ at: data.begins, ggr: "0", ngr: "0", before: "0" }] };
  expect(await shown("/", () => <Revenue data={small} />)).toContain(">0,50\u00a0€</text>");
});

test("each figure of an hour opens the list of that hour", async () => {
  const hour = { at: "2026-03-29T18:30:00.000Z", bets: 2, wagered: "7", ggr: "3", deposits: "0", payouts: "0" };
  const html = await shown("/?zone=Asia%2FKolkata", filter => (
    <ByHour data={{ ...data, by_hour: [hour] }} filter={filter} />
  ));
  expect(html).toContain('href="/figures/ggr?zone=Asia%2FKolkata&amp;hour=2026-03-29T18%3A30%3A00.000Z"');
  expect(html).toContain("00:00");
});

test("values of the address that are none are left out", async () => {
  let filter: FigureFilter | undefined;
  await shown("/?zone=Mars&currency=XXX&period=ever&tests=maybe", read => {
    filter = read;
    return null;
  });
  expect(filter?.query).toEqual({ zone: "UTC" });
});
