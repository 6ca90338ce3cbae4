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

test("alice marks dice and keno, unmarks dice, and sees that after a reload", () => {
  const storage = memory();
  let shelf = toggleFavourite(toggleFavourite(emptyShelf, "dice"), "keno");
  shelf = toggleFavourite(shelf, "dice");
  saveShelf(storage, shelf);
  expect(loadShelf(storage)).toEqual({ favourites: ["keno"], recent: [] });
});

test("changes made before the list has loaded are applied to it, and the rest of it stays", () => {
  const marks = new Map([
    ["dice", true],
    ["keno", false],
    ["crash", true],
  ] as const);
  expect(withMarks(["keno", "hilo", "crash"], marks)).toEqual(["hilo", "crash", "dice"]);
  expect(withMarks(["keno", "hilo"], new Map())).toEqual(["keno", "hilo"]);
});

test("the last played game comes first, once, and only the last four are listed", () => {
  const played = (["dice", "keno", "crash", "dice", "cases", "coinflip"] as const).reduce(notePlayed, emptyShelf);
  expect(played.recent).toEqual(["coinflip", "cases", "dice", "crash"]);
  const storage = memory();
  saveShelf(storage, played);
  expect(loadShelf(storage)).toEqual(played);
});

test("invalid storage and unknown games are ignored", () => {
  for (const text of ["", "{", "[]", "null", "1", '{"recent":5,"favourites":"dice"}'])
    expect(loadShelf(memory(text)), text).toEqual(emptyShelf);
  expect(loadShelf(memory('{"recent":["poker","dice","dice"],"favourites":["poker","keno"]}'))).toEqual({
    favourites: ["keno"],
    recent: ["dice"],
  });
});

test("a game is identified by the path of its page, in every language", () => {
  expect(gameOfPath("/games/dice")).toBe("dice");
  expect(gameOfPath("/kz/games/cases/amber")).toBe("cases");
  for (const path of ["/games", "/en/games/", "/games/slots", "/verify/dice", "/games/dicex"])
    expect(gameOfPath(path), path).toBeUndefined();
});

test("the search matches prefixes of words and parts", () => {
  expect(isFound("Dice", "di")).toBe(true);
  expect(isFound("Рулетка", "рул")).toBe(true);
  expect(isFound("HiLo", "lo")).toBe(true);
  expect(isFound("Dice", "keno")).toBe(false);
  expect(isFound("Dice", "  ")).toBe(true);
});

test("a guest who signs in adds the marks of this device after the existing ones; each game once", () => {
  expect(mergeFavourites(knownGames(["keno", "poker", "dice"]), ["crash", "dice"])).toEqual(["keno", "dice", "crash"]);
  expect(mergeFavourites([], [])).toEqual([]);
});

test("active players are listed by game; a missing game has none", () => {
  const players = playersOf({ data: [{ game: "dice", players: 3 }] });
  expect([players.dice, players.keno]).toEqual([3, undefined]);
});
