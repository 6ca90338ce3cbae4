import { expect, test } from "vitest";
import { addMonths } from "./breaks.ts";

test.each([
  ["2026-11-21T13:05:00.000Z", 6, "2027-05-21T13:05:00.000Z"],
  ["2026-08-31T23:59:59.999Z", 6, "2027-02-28T23:59:59.999Z"],
  ["2027-08-31T00:00:00.000Z", 6, "2028-02-29T00:00:00.000Z"],
  ["2028-02-29T00:00:00.000Z", 12, "2029-02-28T00:00:00.000Z"],
  ["2026-12-31T10:00:00.000Z", 60, "2031-12-31T10:00:00.000Z"],
])("%s and %i months is %s", (from, months, until) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(until);
});
