import { expect, test } from "vitest";
import { spotById } from "./spots.ts";
import { calledLayouts, neighbours, wheelOrder } from "./wheel.ts";

const covered = (layout: Readonly<Record<string, number>>) =>
  new Set(Object.keys(layout).flatMap(spot => spotById.get(spot)?.numbers ?? []));

test("has every pocket once", () => {
  expect(new Set(wheelOrder).size).toBe(37);
});

test("gives the neighbours of a number across zero", () => {
  expect(neighbours(0, 2)).toEqual([3, 26, 0, 32, 15]);
  expect(neighbours(26, 1)).toEqual([3, 26, 0]);
});

test("called bets lie on spots of the layout and cover the pockets that they are named for", () => {
  for (const layout of Object.values(calledLayouts)) {
    for (const spot of Object.keys(layout)) expect(spotById.has(spot), spot).toBe(true);
  }
  // 22 to 25 around zero, 27 to 33 opposite, and the eight between.
  expect(covered(calledLayouts.voisins)).toEqual(new Set([...wheelOrder.slice(28), ...wheelOrder.slice(0, 8)]));
  expect(covered(calledLayouts.tiers)).toEqual(new Set([27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33]));
  expect(covered(calledLayouts.orphelins)).toEqual(new Set([1, 20, 14, 31, 9, 17, 34, 6]));
  expect(covered(calledLayouts.zero)).toEqual(new Set([0, 3, 26, 12, 15, 32, 35]));
});
