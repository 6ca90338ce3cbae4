import { expect, test } from "vitest";
import { isFollowed, loadFavourites, noFavourites, saveFavourites, toggledFavourites } from "./device-favourites.ts";

const team = (id: string) => ({ kind: "team", id, name: `Team ${id}` }) as const;

function storage(text?: string) {
  const map = new Map(text === undefined ? [] : [["betting:favourites", text]]);
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

test("a mark is set in its own list, marked last first, and taken away again", () => {
  const both = toggledFavourites(toggledFavourites(noFavourites, team("a")), team("b"));
  expect(both.teams.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(isFollowed(both, team("a"))).toBe(true);
  expect(isFollowed(both, { kind: "league", id: "a", name: "" })).toBe(false);
  expect(toggledFavourites(both, team("b"))).toEqual({ events: [], teams: [{ id: "a", name: "Team a" }], leagues: [] });
});

test("a device keeps fifty of a kind, and what it cannot read is nothing", () => {
  let many = noFavourites;
  for (let i = 0; i < 60; i++) many = toggledFavourites(many, team(`${i}`));
  const device = storage();
  saveFavourites(device, many);
  const read = loadFavourites(device);
  expect([read.teams.length, read.teams[0]?.id, read.events.length]).toEqual([50, "59", 0]);
  for (const text of ["", "null", "[]", '{"teams":"x","events":[1,null,{"id":1}]}', "{"])
    expect(loadFavourites(storage(text)), text).toEqual(noFavourites);
});
