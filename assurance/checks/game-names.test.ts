import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { games } from "#modules/games/index.ts";
import { root } from "./source.ts";

/** Where a game may be named outside its folder, and why. */
const allowed: readonly (readonly [RegExp, string])[] = [
  [/^modules\/games\/(index\.ts|printed\/|testing\/games\.ts)/, "the list of games and what is printed from it"],
  [/^apps\/text-registry\.ts$/, "printed from the folders of texts"],
  [/\.test\.tsx?$|^apps\/server\/testing\/planted\//, "tests, and the rows that they plant"],
  [/\/locale\/|\.md$|^docs\/|^tools\/verify\.ts$/, "texts"],
  [/^modules\/content\/server\/migrations\/761-documents\.sql$/, "texts of the site, as they were before versions"],
  [/^modules\/ledger\/shared\/chart\.ts$/, "its number in the ledger"],
  [/^modules\/fairness\/verifier\/|^assurance\/second-verifier\//, "the second verifier"],
  [
    /^assurance\/(coverage\/|known-failures\/(rows|by-hand)\.ts$|mutations\/|checks\/dynamic-texts\.ts$)/,
    "tables that quote tests",
  ],
];

const isAllowed = (path: string) => allowed.some(([pattern]) => pattern.test(path));
const files = globSync("{kit,modules,apps,studio,assurance,tools,e2e}/**/*.{ts,tsx,mjs,css,sql,json,py,patch,d.ts}", {
  cwd: root,
}).filter(path => !/(^|\/)(\.react-router|__pycache__|node_modules)\//.test(path));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*/g, "");
/** A name as a word of its own or as a part of another one: `keno`, `kenoRules`, `createKeno`, `keno-page`. */
const names = (text: string, game: string) =>
  new RegExp(`\\b${game}(?![a-z])|(?<![A-Z])${game[0]?.toUpperCase()}${game.slice(1)}(?![a-z])`).test(text);

describe.each(["keno", "hilo"] as const)("%s", game => {
  test("is named outside its folder only where a game may be", () => {
    expect(games.map(({ name }) => name)).toContain(game);
    const elsewhere = files.filter(path => !path.startsWith(`modules/games/${game}/`) && !isAllowed(path));
    expect(elsewhere.length).toBeGreaterThan(1_000);
    expect(elsewhere.filter(path => names(textOf(path), game))).toEqual([]);
  });
});

/** Everyday words too, which the product says of other things: a server's crash, test cases. */
const everyday = new Set<string>(["crash", "cases", "rooms"]);

test("kit names no game", () => {
  const own = games.map(({ name }) => name).filter(name => !everyday.has(name));
  const found = files
    .filter(path => path.startsWith("kit/") && !isAllowed(path))
    .flatMap(path => own.filter(name => names(withoutComments(textOf(path)), name)).map(name => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test("nothing but the list of games lists them", () => {
  const product = files.filter(path => /^(kit|modules|apps|tools)\//.test(path) && !isAllowed(path));
  const lists = product.filter(
    path => games.filter(({ name }) => names(withoutComments(textOf(path)), name)).length > games.length / 2,
  );
  expect(lists).toEqual([]);
});

test.each([
  ['const games = ["keno"];', true],
  ["kenoRules", true],
  ["createKeno(host)", true],
  ["keno-page", true],
  ["kenosis", false],
])("%s: named %s", (text, named) => {
  expect(names(text, "keno")).toBe(named);
});
