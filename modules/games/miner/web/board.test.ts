import { expect, test } from "vitest";
import { ladderWindow, patternWith, randomTile, tileFrom } from "./board.ts";

test("arrow keys move over the board and stop at its edges", () => {
  expect(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map(key => tileFrom(12, key))).toEqual([13, 11, 17, 7]);
  expect([
    tileFrom(4, "ArrowRight"),
    tileFrom(5, "ArrowLeft"),
    tileFrom(2, "ArrowUp"),
    tileFrom(22, "ArrowDown"),
  ]).toEqual([4, 5, 2, 22]);
  expect([tileFrom(13, "Home"), tileFrom(13, "End"), tileFrom(13, "Tab")]).toEqual([10, 14, undefined]);
});

test("a random tile is one of the closed ones, each equally often from uniform bytes", () => {
  const opened = [0, 1, 2, 3, 4];
  const counts = new Map<number | undefined, number>();
  for (let byte = 0; byte < 240; byte++) {
    const tile = randomTile(opened, count => new Uint8Array(count).fill(byte));
    counts.set(tile, (counts.get(tile) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => n + 5));
  expect(new Set(counts.values())).toEqual(new Set([12]));
  expect(
    randomTile(
      Array.from({ length: 25 }, (_, n) => n),
      count => new Uint8Array(count),
    ),
  ).toBeUndefined();
});

test("a pattern has a fixed order and is never longer than there are gems", () => {
  expect(patternWith(patternWith([], 7, 3), 2, 3)).toEqual([7, 2]);
  expect(patternWith([7, 2], 7, 3)).toEqual([2]);
  expect(patternWith([0, 1], 2, 23)).toEqual([0, 1]);
});

test("the ladder shows the current step and its neighbours", () => {
  expect(ladderWindow(0, 22)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(ladderWindow(7, 22)).toEqual([5, 6, 7, 8, 9, 10, 11]);
  expect(ladderWindow(22, 22)).toEqual([16, 17, 18, 19, 20, 21, 22]);
  expect(ladderWindow(1, 1)).toEqual([1]);
});
