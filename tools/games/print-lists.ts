import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";
import type { Game, TileFigure } from "#modules/games/game.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";

/** What each environment loads of the games, by path: printed from `modules/games/index.ts`, so that no page loads the rules of all. */
export function printLists(games: readonly Game[]): Readonly<Record<string, string>> {
  return {
    "modules/games/printed/menu.ts": menuList(games),
    "modules/games/printed/hues.css": hueSheet(games),
    "modules/games/printed/wagering.ts": wageringList(games),
    "modules/games/printed/kinds.ts": kindList(games),
    "modules/games/printed/server.ts": serverList(games),
    "modules/games/printed/web.ts": pageList(games),
    "modules/games/printed/office.ts": officeList(games),
    "modules/games/testing/games.ts": testingList(games),
  };
}

const heading = "Printed by `npm run games` from modules/games/index.ts. Do not edit.";

const propertyLines = (indent: string, properties: object): string[] =>
  Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${indent}${key}: ${typeof value === "string" ? JSON.stringify(value) : value},`);

function menuList(games: readonly Game[]): string {
  const entries = games.flatMap(({ name, art }) => {
    if (!art) return [];
    const { glyph, glyphWidth, figures } = art;
    const own = propertyLines("    ", { game: name, glyph, glyphWidth });
    return ["  {", ...own, ...figureLines(figures), "  },"];
  });
  const below = games.flatMap(({ name, under }) =>
    under === undefined ? [] : [`  ${name}: ${JSON.stringify(under)},`],
  );
  return lines(
    `/** ${heading} The games with entries of their own, in the order in which they are shown. */`,
    "export const menuGames = [",
    ...entries,
    "] as const;",
    "",
    "/** Games that are played below the page of another one. */",
    "export const gamesBelow = {",
    ...below,
    "} as const;",
  );
}

function figureLines(figures: readonly TileFigure[] | undefined): string[] {
  if (!figures) return [];
  const each = figures.flatMap(figure => ["      {", ...propertyLines("        ", figure), "      },"]);
  return ["    figures: [", ...each, "    ],"];
}

function wageringList(games: readonly Game[]): string {
  const entries = games.flatMap(({ name, exampleBets = [] }) => {
    if (exampleBets.length === 0) return [];
    const bets = exampleBets.flatMap(({ id, odds, returned }) => [
      "    {",
      ...propertyLines("      ", { id, rate: rateOf(returned), odds: oddsText(odds) }),
      "    },",
    ]);
    return [`  ${name}: [`, ...bets, "  ],"];
  });
  return lines(
    "/**",
    ` * ${heading} The games whose stakes may take bonus money, with bets whose worth is shown: their rate in`,
    " * thousandths, and their outcomes as `weight:numerator/denominator` of equally likely draws.",
    " */",
    "export const wageringBets = {",
    ...entries,
    "} as const;",
  );
}

/** For forms of the back office, which offer the games that the server accepts (`apps/server/scored-bets.ts`). */
function kindList(games: readonly Game[]): string {
  const entries = games.map(({ name, engine, proofs }) => {
    const hasSeeds = proofs.some(({ kind }) => kind === "seeds");
    return `  ${name}: { isMultiplayer: ${engine === "multiplayer"}, hasSeeds: ${hasSeeds} },`;
  });
  return lines(
    `/** ${heading} Which games are between players, and which have bets that the player's own seeds decide. */`,
    "export const gameKinds: Readonly<Record<string, { readonly isMultiplayer: boolean; readonly hasSeeds: boolean }>> = {",
    ...entries,
    "};",
  );
}

const oddsText = ({ outcomes }: BetOdds): string =>
  outcomes
    .map(({ weight, multiplier: { numerator, denominator } }) => `${weight}:${numerator}/${denominator}`)
    .join(" ");

function hueSheet(games: readonly Game[]): string {
  const rules = games.flatMap(({ name, art }) => {
    if (!art) return [];
    const below = games.filter(({ under }) => under === name).map(each => each.name);
    return [`${[name, ...below].map(each => `.g-${each}`).join(",\n")} {`, `  --h: ${art.hue};`, "}"];
  });
  return lines(`/* ${heading} */`, ...rules);
}

function serverList(games: readonly Game[]): string {
  const created = ({ name }: Game) => `create${capital(name)}`;
  return lines(
    ...imports(
      games.flatMap(game => [
        `import { payoutChecks as ${game.name}Payouts } from "../${game.name}/game.ts";`,
        `import { ${created(game)} } from "../${game.name}/server/index.ts";`,
      ]),
    ),
    "",
    `/** ${heading} What makes each game's server side. */`,
    "export const gameServers = {",
    ...games.map(game => `  ${game.name}: ${created(game)},`),
    "};",
    "",
    "/** What each game's bets are audited with. */",
    "export const gamePayouts = {",
    ...games.map(({ name }) => `  ${name}: ${name}Payouts,`),
    "};",
  );
}

function pageList(games: readonly Game[]): string {
  return lines(
    ...imports([
      'import type { GamePage } from "../game.ts";',
      ...games.map(({ name }) => `import { pages as ${name} } from "../${name}/web/index.ts";`),
    ]),
    "",
    `/** ${heading} The pages of each game. */`,
    "export const gamePages: Readonly<Record<string, readonly GamePage[]>> = {",
    ...games.map(({ name }) => `  ${name},`),
    "};",
  );
}

function officeList(games: readonly Game[]): string {
  return lines(
    ...imports([
      'import type { GameOffice } from "#modules/bets/shared/game-office.ts";',
      ...games.map(({ name }) => `import { office as ${name} } from "../${name}/office/index.ts";`),
    ]),
    "",
    `/** ${heading} What operators see of each game alone. */`,
    "export const gameOffices: Readonly<Record<string, GameOffice>> = {",
    ...games.map(({ name }) => `  ${name},`),
    "};",
  );
}

function testingList(games: readonly Game[]): string {
  return lines(
    ...imports([
      'import type { GameName } from "../index.ts";',
      'import type { GameTesting } from "./game-testing.ts";',
      ...games.map(({ name }) => `import { testing as ${name} } from "../${name}/testing/index.ts";`),
    ]),
    "",
    `/** ${heading} What simulator, benchmarks and printed documents need of each game. */`,
    "export const gameTesting: Readonly<Record<GameName, GameTesting>> = {",
    ...games.map(({ name }) => `  ${name},`),
    "};",
  );
}

/** In the formatter's order: by the file they name. */
function imports(unsorted: readonly string[]): readonly string[] {
  const named = unsorted.map(line => ({ line, file: line.slice(line.indexOf('"')) }));
  return named.sort((a, b) => (a.file < b.file ? -1 : 1)).map(({ line }) => line);
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const lines = (...all: string[]): string => `${all.join("\n")}\n`;
