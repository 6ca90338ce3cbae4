import { expect, test } from "vitest";
// @ts-expect-error: a plain file for third parties, without types
import { crashPoint, diceRoll, kenoNumbers } from "../verifier/fairhouse-verify.mjs";

const key = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0")).join("");

test("the code that the page shows gives the published golden values", async () => {
  expect(await diceRoll(key, "player-seed_1", 0)).toBe(970);
  expect(await diceRoll(key, "player-seed_1", 1)).toBe(9981);
  expect(await kenoNumbers(key, "player-seed_1", 0)).toEqual([10, 20, 7, 29, 24, 32, 21, 33, 15, 27]);
  expect(await crashPoint(key, 1, `${"0".repeat(63)}1`)).toBe(299);
});
