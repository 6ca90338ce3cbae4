import { expect, test } from "vitest";
import { brief, randomPicks, stepFrom, toggled } from "./board.ts";

test("a number is selected and deselected; an eleventh is refused", () => {
  expect(toggled([], 7)).toEqual([7]);
  expect(toggled([7, 24], 3)).toEqual([3, 7, 24]);
  expect(toggled([3, 7, 24], 7)).toEqual([3, 24]);
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(toggled(ten, 40)).toEqual(ten);
  expect(toggled(ten, 10)).toHaveLength(9);
});

test("random picks are different numbers of the board, each equally often from uniform bytes", () => {
  const counts = new Map<number, number>();
  for (let byte = 0; byte < 256; byte++) {
    // A source that gives one byte and then all others in turn.
    let next = byte;
    const [pick = 0] = randomPicks(1, count => Uint8Array.from({ length: count }, () => next++ % 256));
    if (byte < 240) counts.set(pick, (counts.get(pick) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 40 }, () => 6));
  const ten = randomPicks(10, count => Uint8Array.from({ length: count }, (_, index) => (7 * index) % 256));
  expect(new Set(ten).size).toBe(10);
  expect(ten).toEqual([...ten].sort((a, b) => a - b));
});

test("arrow keys move over the board and stop at its edges", () => {
  expect(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map(key => stepFrom(12, key))).toEqual([13, 11, 20, 4]);
  expect([
    stepFrom(8, "ArrowRight"),
    stepFrom(9, "ArrowLeft"),
    stepFrom(3, "ArrowUp"),
    stepFrom(37, "ArrowDown"),
  ]).toEqual([8, 9, 3, 37]);
  expect([stepFrom(20, "Home"), stepFrom(20, "End"), stepFrom(20, "Tab")]).toEqual([17, 24, undefined]);
});

test("multipliers on the ladder have no trailing zeros", () => {
  expect([0, 55, 153, 950, 1600, 445_000].map(brief)).toEqual(["0", "0.55", "1.53", "9.5", "16", "4450"]);
});
