import { expect, test } from "vitest";
import { nextTime, type Schedule } from "./schedule.ts";

const iso = (at: number | undefined) => at && new Date(at).toISOString().slice(0, 16);

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
