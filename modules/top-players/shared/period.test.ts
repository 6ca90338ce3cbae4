import { expect, test } from "vitest";
import { daysOf, instantOf, type Period } from "./period.ts";

test.each<readonly [Period, at: string, first: string, last: string]>([
  ["day", "2026-11-24T00:00:00.000Z", "2026-11-24", "2026-11-24"],
  ["day", "2026-11-23T23:59:59.999Z", "2026-11-23", "2026-11-23"],
  ["week", "2026-11-23T00:00:00.000Z", "2026-11-23", "2026-11-29"],
  ["week", "2026-11-29T23:59:59.999Z", "2026-11-23", "2026-11-29"],
  ["week", "2026-01-01T12:00:00.000Z", "2025-12-29", "2026-01-04"],
  ["month", "2026-11-24T00:00:00.000Z", "2026-11-01", "2026-11-30"],
  ["month", "2028-02-29T23:59:59.999Z", "2028-02-01", "2028-02-29"],
  ["month", "2026-12-31T23:59:59.999Z", "2026-12-01", "2026-12-31"],
])("the %s of %s is from %s to %s", (period, at, first, last) => {
  const days = daysOf(period, Date.parse(at));
  expect([days.first, days.last].map(day => instantOf(day).toISOString().slice(0, 10))).toEqual([first, last]);
});
