import { expect, test } from "vitest";
import { instantOf, isZone, nextTime, type Schedule } from "./schedule.ts";

const iso = (at: number | undefined) => at && new Date(at).toISOString().slice(0, 16);

test.each([
  ["Asia/Almaty", "2026-11-24", "10:00", "2026-11-24T05:00"],
  ["Asia/Kolkata", "2026-11-24", "10:00", "2026-11-24T04:30"],
  ["Europe/Berlin", "2026-07-01", "10:00", "2026-07-01T08:00"],
  ["Europe/Berlin", "2026-12-01", "10:00", "2026-12-01T09:00"],
  // The clocks go from 02:00 to 03:00, and back from 03:00 to 02:00.
  ["Europe/Berlin", "2026-03-29", "01:59", "2026-03-29T00:59"],
  ["Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:30"],
  ["Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T01:00"],
  ["Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30"],
  ["Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T02:00"],
  ["America/New_York", "2026-03-08", "02:30", "2026-03-08T07:30"],
  ["America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30"],
  // Half an hour, from 02:00 to 02:30.
  ["Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45"],
  ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45"],
  // Its clocks went back an hour for good.
  ["Asia/Almaty", "2024-03-01", "10:00", "2024-03-01T05:00"],
  ["Asia/Almaty", "2024-02-29", "23:30", "2024-02-29T17:30"],
])("in %s %s %s is %s", (zone, day, time, instant) => {
  expect(iso(instantOf(day, time, zone))).toBe(instant);
});

function timesOf(
  schedule: Schedule,
  zone: string,
  from: string,
  count: number,
): readonly (string | number | undefined)[] {
  const times: (string | number | undefined)[] = [];
  let at: number | undefined = Date.parse(from);
  for (let index = 0; index < count && at !== undefined; index++) {
    at = nextTime(schedule, zone, at);
    times.push(iso(at));
  }
  return times;
}

test("a daily time comes once on the days on which the clocks change", () => {
  const daily = { kind: "daily", time: "02:30" } as const;
  expect(timesOf(daily, "Europe/Berlin", "2026-03-27T12:00Z", 3)).toEqual([
    "2026-03-28T01:30",
    "2026-03-29T01:30",
    "2026-03-30T00:30",
  ]);
  expect(timesOf(daily, "Europe/Berlin", "2026-10-24T12:00Z", 3)).toEqual([
    "2026-10-25T00:30",
    "2026-10-26T01:30",
    "2026-10-27T01:30",
  ]);
});

test("a weekly time follows the zone's own days", () => {
  // 20:00 UTC on Sunday is 01:00 on Monday.
  const weekly = { kind: "weekly", weekday: 1, time: "01:00" } as const;
  expect(timesOf(weekly, "Asia/Almaty", "2026-11-24T00:00Z", 2)).toEqual(["2026-11-29T20:00", "2026-12-06T20:00"]);
  expect(timesOf(weekly, "Asia/Almaty", "2026-11-29T19:59Z", 1)).toEqual(["2026-11-29T20:00"]);
  expect(timesOf(weekly, "Asia/Almaty", "2026-11-29T20:00Z", 1)).toEqual(["2026-12-06T20:00"]);
});

test("a single time comes once", () => {
  const once = { kind: "once", day: "2026-11-24", time: "10:00" } as const;
  expect(timesOf(once, "Asia/Almaty", "2026-11-24T04:59Z", 2)).toEqual(["2026-11-24T05:00", undefined]);
});

test("a zone is a place", () => {
  expect(["Asia/Almaty", "Europe/Moscow"].every(isZone)).toBe(true);
  expect(["", "Mars/Base", "+05:00", "EST", "Asia/Almaty; DROP TABLE"].some(isZone)).toBe(false);
});
