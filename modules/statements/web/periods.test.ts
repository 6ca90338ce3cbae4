import { expect, test } from "vitest";
import { daysOf, instantsOf } from "./periods.ts";

const noon = new Date("2026-03-01T12:30Z");
const evening = new Date("2026-11-28T20:30Z");

test("the last days include today, also across the end of a month", () => {
  expect(daysOf("week", noon, "UTC")).toEqual({ first: "2026-02-23", last: "2026-03-01" });
  expect(daysOf("month", noon, "UTC")).toEqual({ first: "2026-01-31", last: "2026-03-01" });
  expect(daysOf("year", noon, "UTC")).toEqual({ first: "2025-03-02", last: "2026-03-01" });
  expect(daysOf("own", evening, "UTC")).toEqual({ first: "2026-11-01", last: "2026-11-28" });
});

test("today is the day in the reader's zone, not in the device's", () => {
  expect(daysOf("own", evening, "Asia/Almaty").last).toBe("2026-11-29");
  expect(daysOf("own", evening, "America/New_York").last).toBe("2026-11-28");
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(daysOf("week", evening, undefined)).toEqual(daysOf("week", evening, device));
});

test("both days are included whole, from midnight to midnight of the reader's zone", () => {
  expect(instantsOf({ first: "2026-11-29", last: "2026-11-29" }, "Asia/Almaty")).toEqual({
    from: "2026-11-28T19:00:00.000Z",
    to: "2026-11-29T19:00:00.000Z",
  });
  // Of 23 hours: the clocks change.
  expect(instantsOf({ first: "2026-03-29", last: "2026-03-29" }, "Europe/Berlin")).toEqual({
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-29T22:00:00.000Z",
  });
});

test.each([
  { first: "2026-03-02", last: "2026-03-01" },
  { first: "", last: "2026-03-01" },
  { first: "0020-01-01", last: "2026-03-01" },
  { first: "2026-03-01", last: "2026-13-01" },
])("%j is no period", days => {
  expect(instantsOf(days, "UTC")).toBeNull();
});
