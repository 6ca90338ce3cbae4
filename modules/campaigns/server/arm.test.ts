import { expect, test } from "vitest";
import { isControl, placeOf } from "./arm.ts";

const player = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

test("places are those of the published example", () => {
  expect([1, 2, 3].map(n => placeOf("camp-1", player(n)))).toEqual([303, 624, 597]);
});

test("a tenth of the players are in a control group of 100 thousandths, others in another campaign", () => {
  const players = Array.from({ length: 10_000 }, (_, n) => player(n));
  const first = players.filter(each => isControl("camp-1", each, 100));
  expect(Math.abs(first.length - 1000)).toBeLessThan(120);
  const both = first.filter(each => isControl("camp-2", each, 100));
  expect(Math.abs(both.length - 100)).toBeLessThan(40);
  expect(players.some(each => isControl("camp-1", each, 0))).toBe(false);
});
