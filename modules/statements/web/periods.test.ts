import { expect, test } from "vitest";
import { daysOf, instantsOf } from "./periods.ts";

const noon = new Date(2026, 2, 1, 12, 30);

test("the last days include today, also across the end of a month", () => {
  expect(daysOf("week", noon)).toEqual({ first: "2026-02-23", last: "2026-03-01" });
  expect(daysOf("month", noon)).toEqual({ first: "2026-01-31", last: "2026-03-01" });
  expect(daysOf("own", new Date(2026, 10, 21))).toEqual({ first: "2026-11-01", last: "2026-11-21" });
});

test("both days are included whole", () => {
  const period = instantsOf({ first: "2026-02-28", last: "2026-02-28" });
  expect(period).toEqual({ from: new Date(2026, 1, 28).toISOString(), to: new Date(2026, 2, 1).toISOString() });
});

test.each([
  { first: "2026-03-02", last: "2026-03-01" },
  { first: "", last: "2026-03-01" },
  { first: "0020-01-01", last: "2026-03-01" },
])("%j is no period", days => {
  expect(instantsOf(days)).toBeNull();
});
