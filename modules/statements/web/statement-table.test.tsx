import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { TextContext, type TextStore } from "#kit/web/texts.tsx";
import { recipes } from "#modules/ledger/shared/recipes.ts";
import type { StatementLine } from "../shared/contract.ts";
import { MovementName } from "./statement-table.tsx";

const root = join(import.meta.dirname, "../../..");
const read = (module: string, locale: Locale) =>
  JSON.parse(readFileSync(join(root, "modules", module, "locale", `${locale}.json`), "utf8"));
const settled = Object.assign(Promise.resolve(), { status: "fulfilled" });

/** A movement's name, as the table shows it. */
function nameOf(line: StatementLine, locale: Locale): string {
  const store: TextStore = {
    language: locale === "kz" ? "kk" : locale,
    loaded: namespace => (namespace === "common" ? {} : read(namespace, locale)),
    load: () => settled,
  };
  const element = <MovementName line={line} />;
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element }], {
    hydrationData: { loaderData: { root: { locale, region: "KZ" } } },
  });
  const html = renderToStaticMarkup(
    <TextContext value={store}>
      <RouterProvider router={router} />
    </TextContext>,
  );
  return html.replace(/<[^>]+>/g, "");
}

const line = (kind: StatementLine["kind"], game: string | null = null): StatementLine => ({
  number: "1",
  at: "2026-11-21T10:00:00.000Z",
  kind,
  game,
  title: null,
  amount: "1",
  change: "1",
  balance: "1",
  bonus_balance: "0",
  vault_balance: "0",
});

const ofPlayers = Object.entries(recipes)
  .filter(([, { legs }]) => legs.flat().some(account => account.startsWith("player:")))
  .map(([kind]) => kind);

test.each(locales)("every movement of a player's money has a name of its own, in %s", locale => {
  const { other } = read("statements", locale).kinds;
  expect(ofPlayers.filter(kind => nameOf(line(kind), locale) === other)).toEqual([]);
});

test.each(locales)("a sports bet is named in the reader's language, in %s", locale => {
  const sport = read("lobby", locale).menu.betting;
  expect(nameOf(line("slip_stake", "betting"), locale)).toBe(
    `${read("statements", locale).kinds.slip_stake}, ${sport}`,
  );
});
