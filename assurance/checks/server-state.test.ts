import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { readSources, type Source } from "./source.ts";

const sources = readSources().filter(({ path }) => !/\.test\.tsx?$/.test(path));
const ofPages = sources.filter(({ path }) => /^modules\/.*\/web\/|^apps\/site\/|^kit\/ui\//.test(path));

/** Files that call the API without the query library, each for a reason of decision 0068. */
const direct = [
  // Bets: intents, their keys and recovery.
  "modules/bets/web/place-intent.ts",
  "modules/engines/multiplayer/web/use-multiplayer.ts",
  "modules/engines/stepwise/web/use-rounds.ts",
  "modules/fairness/web/client-seed.ts",
  "modules/games/crash/web/crash-page.tsx",
  "modules/games/crash/web/use-crash.ts",
  "modules/games/rooms/web/use-rooms.ts",
  "modules/games/rooms/web/use-shares.ts",
  "modules/games/roulette/web/roulette-panel.tsx",
  // A provider's game session, which opens once.
  "modules/catalogue/web/game-frame.tsx",
  "modules/providers/web/prepare-seeds.ts",
  // The frame, the home page and what every page loads after it.
  "apps/site/life/mirrors.ts",
  "apps/site/visit/companion.tsx",
  "modules/accounts/web/use-arrival.ts",
  "modules/accounts/web/use-log-out.ts",
  "modules/accounts/web/use-settings.ts",
  "modules/captcha/web/solve.ts",
  "modules/lobby/web/use-game-shelf.ts",
  "modules/lobby/web/use-players-now.ts",
  "modules/notifications/web/unread-store.ts",
];

test("pages read and change server state through the query library, except for the files named here", () => {
  const found = ofPages.filter(({ text }) => /\bapi\.call\(/.test(text) || importsCall(text)).map(({ path }) => path);
  expect(found.sort()).toEqual([...direct].sort());
});

function importsCall(text: string): boolean {
  return /import \{[^}]*\bcall\b[^}]*\} from "#kit\/web\/use-api\.ts"/.test(text);
}

/** What a page loads before it is alive, and what every page loads after that. */
const entries = [
  "apps/site/entry.client.tsx",
  "apps/site/root.tsx",
  "apps/site/layout.tsx",
  "apps/site/later.tsx",
  "modules/lobby/web/home-page.tsx",
];

test("the query library is not loaded by the frame or the home page", () => {
  const byPath = new Map(sources.map(source => [source.path, source]));
  const seen = new Set<string>();
  const take = (path: string) => {
    const source = byPath.get(path);
    if (!source || seen.has(path)) return;
    seen.add(path);
    for (const next of loadedBy(source)) take(next);
  };
  for (const entry of entries) {
    expect(byPath.has(entry), entry).toBe(true);
    take(entry);
  }
  expect([...seen].filter(path => path.startsWith("kit/web/query/"))).toEqual([]);
});

/** Files that a file imports at once, apart from types. */
function loadedBy({ path, text }: Source): readonly string[] {
  const folder = path.replace(/[^/]*$/, "");
  return parseSync(path, text)
    .module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest: { value } }) =>
      value.startsWith("#") ? value.slice(1) : new URL(value, `file:///${folder}`).pathname.slice(1),
    );
}
