import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { games } from "#modules/games/index.ts";
import { root } from "./source.ts";

/** Where a game may be named outside its folder, and why. */
const allowed: readonly (readonly [RegExp, string])[] = [
  [/^modules\/games\/(index\.ts|printed\/|testing\/games\.ts)/, "the list of games and what is printed from it"],
  [/^apps\/text-registry\.ts$/, "printed from the folders of texts"],
  [
    /\.test\.tsx?$|^apps\/server\/testing\/planted\/|^modules\/wallet\/testing\/model-operations\.ts$/,
    "tests, the rows that they plant and the operations that they play",
  ],
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
  text.toLowerCase().includes(game) &&
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
    .flatMap(path => {
      const code = withoutComments(textOf(path));
      return own.filter(name => names(code, name)).map(name => `${path}: ${name}`);
    });
  expect(found).toEqual([]);
});

test("nothing but the list of games lists them", () => {
  const product = files.filter(path => /^(kit|modules|apps|tools)\//.test(path) && !isAllowed(path));
  const lists = product.filter(path => {
    const code = withoutComments(textOf(path));
    return games.filter(({ name }) => names(code, name)).length > games.length / 2;
  });
  expect(lists).toEqual([]);
});

const all = new Set<string>(games.map(({ name }) => name));

/** Arrays, unions and objects that name two games or more, outside `all`: a list that a new game would be missing from. */
function partialLists(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const check = (values: readonly unknown[], start: number) => {
    const named = values.filter(value => all.has(String(value)));
    if (named.length > 1) found.push(`${path}:${text.slice(0, start).split("\n").length}: ${named.join(", ")}`);
  };
  new Visitor({
    ArrayExpression: ({ elements, start }) =>
      check(
        elements.map(each => each?.type === "Literal" && each.value),
        start,
      ),
    TSUnionType: ({ types, start }) =>
      check(
        types.map(each => each.type === "TSLiteralType" && each.literal.type === "Literal" && each.literal.value),
        start,
      ),
    ObjectExpression: ({ properties, start }) =>
      check(
        properties.map(each => each.type === "Property" && each.key.type === "Identifier" && each.key.name),
        start,
      ),
  }).visit(parseSync(path, text).program);
  return found;
}

/** Places that name some games for another reason than to list them. */
const notLists: readonly (readonly [RegExp, string])[] = [
  [/^modules\/games\//, "games that build on one another"],
  [/^modules\/lobby\/module\.ts:/, "modules whose parts the home page shows"],
  [/^modules\/catalogue\/shared\/facts\.ts:/, "kinds of tables of providers"],
];
const quoted = new RegExp(`"(?:${[...all].join("|")})"|\\b(?:${[...all].join("|")}):`, "g");

test("no code outside the list keeps a list of some games", () => {
  const code = files.filter(path => /^(?:kit|modules|apps)\/(?!.*\/testing\/).*\.tsx?$/.test(path) && !isAllowed(path));
  const found = code.flatMap(path => {
    const text = textOf(path);
    return (text.match(quoted)?.length ?? 0) > 1 ? partialLists(path, text) : [];
  });
  expect(found.filter(place => !notLists.some(([path]) => path.test(place)))).toEqual([]);
  for (const [path] of notLists)
    expect(
      found.some(place => path.test(place)),
      String(path),
    ).toBe(true);
});

test.each([
  ['const withoutSeeds = ["crash", "rooms"];', ["a.ts:1: crash, rooms"]],
  ['type Shared = "crash" | "roulette";', ["a.ts:1: crash, roulette"]],
  ["const numbers = { dice: 1, keno: 2 };", ["a.ts:1: dice, keno"]],
  ['const one = ["crash", "lobby"];', []],
])("%s: lists %j", (text, found) => {
  expect(partialLists("a.ts", text)).toEqual(found);
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
