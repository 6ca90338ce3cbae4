import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { languageOf, locales } from "#kit/i18n/locale.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { sports } from "#modules/odds/shared/facts.ts";
import { kindsOfSport } from "#modules/odds/shared/market-guide.ts";
import RulesPage from "./rules-page.tsx";
import SportRulesPage from "./sport-rules-page.tsx";

const folders = {
  odds: "modules/odds/locale",
  betting: "modules/betting/locale",
  rules: "modules/betting/web/rules/locale",
};

async function rendered(locale: (typeof locales)[number], page: React.ReactElement, data: object): Promise<string> {
  const texts = async (namespace: string) =>
    JSON.parse(readFileSync(`${folders[namespace as keyof typeof folders]}/${locale}.json`, "utf8"));
  const store = createTextStore(languageOf(locale), texts);
  await Promise.all(Object.keys(folders).map(namespace => store.load(namespace)));
  const routes = [
    {
      id: "root",
      path: "/",
      element: <Outlet />,
      loader: () => null,
      children: [{ id: "page", path: "*", element: page, loader: () => null }],
    },
  ];
  const router = createMemoryRouter(routes, {
    initialEntries: ["/betting/rules"],
    hydrationData: { loaderData: { root: { locale, siteOrigin: "" }, page: data } },
  });
  return renderToString(
    <TextContext value={store}>
      <RouterProvider router={router} />
    </TextContext>,
  );
}

/** A text that is missing is shown by its key. */
const keys = /(?:rules|odds|shapes|scopes|results|bets|limits|settlement|irregular|boost|markets|outcomes)[.:][a-z]/;

test.each(locales)("in %s the rules have a text for everything, and the limits of the server", async locale => {
  const html = await rendered(locale, <RulesPage />, { overview: null });
  expect(html.replace(/<[^>]*>/g, " ")).not.toMatch(keys);
  expect(html).toContain("+20%");
  expect(html.match(/50[\s,.\u00a0]?000/g)?.length).toBeGreaterThanOrEqual(2);
});

test.each(sports)("the rules of %s have every market, which links of pages name", async sport => {
  for (const locale of locales) {
    const html = await rendered(locale, <SportRulesPage />, { sport, overview: null });
    expect(html.replace(/<[^>]*>/g, " ")).not.toMatch(keys);
    for (const { id } of kindsOfSport(sport)) expect(html, id).toContain(`id="${id}"`);
  }
});

test("players of tennis and teams of e-sports have numbers, only other teams play at home", async () => {
  const named = async (sport: string) =>
    (await rendered("en", <SportRulesPage />, { sport, overview: null })).replace(/<[^>]*>/g, " ");
  expect(await named("tennis")).toContain("Player 2 +1.5");
  expect(await named("tennis")).not.toMatch(/Home|Away|Team/);
  expect(await named("cs2")).toContain("Team 2 +1.5");
  expect(await named("football")).toContain("Home");
});
