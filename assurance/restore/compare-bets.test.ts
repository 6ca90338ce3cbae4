import { expect, test } from "vitest";
import type { Entry } from "#assurance/cluster/journal.ts";
import { compareAt, holesOf } from "./compare-bets.ts";

const bet = (key: string, began: number, ended: number | undefined, status: number | undefined): Entry => ({
  player: 1,
  key,
  path: "/api/v1/games/dice/bets",
  body: {},
  began,
  ...(ended !== undefined && { ended }),
  ...(status !== undefined && { status }),
});
const moment = { before: 100, after: 110 };
const booked = (...keys: string[]) => new Map(keys.map(key => [key, 1]));

test("a bet confirmed before the moment has to be there, one sent after it must not", () => {
  const entries = [bet("early", 10, 20, 201), bet("during", 90, 105, 201), bet("late", 120, 130, 201)];
  const right = compareAt(entries, booked("early"), moment);
  expect(right).toEqual({ expected: 1, lost: [], late: [], doubled: [] });
  expect(compareAt(entries, booked("early", "during"), moment)).toEqual(right);
  const wrong = compareAt(entries, booked("late"), moment);
  expect(wrong.lost.map(({ key }) => key)).toEqual(["early"]);
  expect(wrong.late.map(({ key }) => key)).toEqual(["late"]);
});

test("a bet in the books twice, or refused and in the books, is doubled", () => {
  const entries = [bet("twice", 10, 20, 201), bet("refused", 10, 20, 409), bet("unanswered", 10, undefined, undefined)];
  const { doubled } = compareAt(entries, new Map([...booked("refused", "unanswered"), ["twice", 2]]), moment);
  expect(doubled.map(({ key }) => key)).toEqual(["twice", "refused"]);
});

test("a lost bet before one that is there is a hole, a lost end is none", () => {
  const entries = [bet("a", 10, 20, 201), bet("b", 30, 40, 201), bet("c", 50, 60, 201)];
  const [a, b, c] = entries as [Entry, Entry, Entry];
  expect(holesOf(entries, [b, c], booked("a"))).toBe(0);
  expect(holesOf(entries, [a, b], booked("c"))).toBe(2);
});
