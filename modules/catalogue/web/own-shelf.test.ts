import { expect, test } from "vitest";
import type { CatalogueGame } from "../shared/contract.ts";
import { emptyShelf, loadShelf, played, saveShelf, toggled } from "./own-shelf.ts";

const game = (slug: string) => ({ kind: "slots", slug, provider: { id: "reels", title: "Reels" } }) as CatalogueGame;
const names = (games: readonly CatalogueGame[]) => games.map(({ slug }) => slug);

function storage(text?: string) {
  const map = new Map(text === undefined ? [] : [["catalogue:shelf", text]]);
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

test("a mark is set and taken away; a game that is played again moves to the front", () => {
  const marked = toggled(toggled([], game("a")), game("b"));
  expect(names(marked)).toEqual(["b", "a"]);
  expect(names(toggled(marked, game("a")))).toEqual(["b"]);
  expect(names(played([game("a"), game("b")], game("b")))).toEqual(["b", "a"]);
});

test("the device keeps at most 60 and 20, and what it cannot read is nothing", () => {
  const device = storage();
  const many = Array.from({ length: 70 }, (_, index) => game(`g-${index}`));
  saveShelf(device, { favourites: many, recent: many });
  const shelf = loadShelf(device);
  expect([shelf.favourites.length, shelf.recent.length]).toEqual([60, 20]);
  for (const text of ["", "null", "[]", '{"favourites":"x","recent":[1,null,{"slug":1}]}', "{"])
    expect(loadShelf(storage(text)), text).toEqual(emptyShelf);
});
