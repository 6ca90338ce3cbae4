import { expect, test } from "vitest";
import {
  emptyShelf,
  gameOfPath,
  isFound,
  knownGames,
  loadShelf,
  mergeFavourites,
  notePlayed,
  saveShelf,
  toggleFavourite,
  withMarks,
} from "./game-shelf.ts";
import { playersOf } from "./use-players-now.ts";

function memory(text?: string) {
  const values = new Map<string, string>(text === undefined ? [] : [["games:shelf", text]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("alice marks dice and keno, takes dice back, and finds it so after a reload", () => {
  const storage = memory();
  let shelf = toggleFavourite(toggleFavourite(emptyShelf, "dice"), "keno");
  shelf = toggleFavourite(shelf, "dice");
  saveShelf(storage, shelf);
  expect(loadShelf(storage)).toEqual({ favourites: ["keno"], recent: [] });
});

test("what alice presses before her list is read is done to the list, and the rest of it stays", () => {
  const marks = new Map([
    ["dice", true],
    ["keno", false],
    ["crash", true],
  ] as const);
  expect(withMarks(["keno", "hilo", "crash"], marks)).toEqual(["hilo", "crash", "dice"]);
  expect(withMarks(["keno", "hilo"], new Map())).toEqual(["keno", "hilo"]);
});

test("what was played last comes first, once, and only the last four are kept", () => {
  const played = (["dice", "keno", "crash", "dice", "cases", "coinflip"] as const).reduce(notePlayed, emptyShelf);
  expect(played.recent).toEqual(["coinflip", "cases", "dice", "crash"]);
  const storage = memory();
  saveShelf(storage, played);
  expect(loadShelf(storage)).toEqual(played);
});

test("what cannot be read, and games that there are not, are left out", () => {
  for (const text of ["", "{", "[]", "null", "1", '{"recent":5,"favourites":"dice"}'])
    expect(loadShelf(memory(text)), text).toEqual(emptyShelf);
  expect(loadShelf(memory('{"recent":["poker","dice","dice"],"favourites":["poker","keno"]}'))).toEqual({
    favourites: ["keno"],
    recent: ["dice"],
  });
});

test("a game is known by the address of its page, in every language", () => {
  expect(gameOfPath("/games/dice")).toBe("dice");
  expect(gameOfPath("/kz/games/cases/amber")).toBe("cases");
  for (const path of ["/games", "/en/games/", "/games/slots", "/verify/dice", "/games/dicex"])
    expect(gameOfPath(path), path).toBeUndefined();
});

test("the search finds by the beginning of words and by parts", () => {
  expect(isFound("Dice", "di")).toBe(true);
  expect(isFound("Рулетка", "рул")).toBe(true);
  expect(isFound("HiLo", "lo")).toBe(true);
  expect(isFound("Dice", "keno")).toBe(false);
  expect(isFound("Dice", "  ")).toBe(true);
});

test("a guest who signs in brings his marks along, after those he had; each game once", () => {
  expect(mergeFavourites(knownGames(["keno", "poker", "dice"]), ["crash", "dice"])).toEqual(["keno", "dice", "crash"]);
  expect(mergeFavourites([], [])).toEqual([]);
});

test("players now are told by game; a game that is not told of has none", () => {
  const players = playersOf({ data: [{ game: "dice", players: 3 }] });
  expect([players.dice, players.keno]).toEqual([3, undefined]);
});
