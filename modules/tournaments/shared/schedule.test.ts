import { expect, test } from "vitest";
import { type Schedule, startAfter } from "./schedule.ts";

const daily = (zone: string, time: string): Schedule => ({ every: "day", zone, time, weekday: null });
const weekly = (zone: string, time: string, weekday: number): Schedule => ({ every: "week", zone, time, weekday });

test.each<readonly [string, Schedule, after: string, start: string]>([
  ["the same day", daily("Asia/Almaty", "18:00"), "2026-11-24T12:59:59.999Z", "2026-11-24T13:00:00.000Z"],
  ["not the instant itself", daily("Asia/Almaty", "18:00"), "2026-11-24T13:00:00Z", "2026-11-25T13:00:00.000Z"],
  ["a day that began before UTC's", daily("Asia/Kolkata", "00:00"), "2026-11-24T19:00:00Z", "2026-11-25T18:30:00.000Z"],
  ["west of Greenwich", daily("America/New_York", "20:00"), "2026-11-24T01:00:00Z", "2026-11-25T01:00:00.000Z"],
  ["Monday", weekly("Europe/Berlin", "12:00", 1), "2026-11-24T00:00:00Z", "2026-11-30T11:00:00.000Z"],
  ["later on the weekday", weekly("Europe/Berlin", "12:00", 2), "2026-11-24T10:00:00Z", "2026-11-24T11:00:00.000Z"],
  ["a week later", weekly("Europe/Berlin", "12:00", 2), "2026-11-24T11:00:00Z", "2026-12-01T11:00:00.000Z"],
  ["Sunday", weekly("UTC", "00:00", 7), "2026-11-24T00:00:00Z", "2026-11-29T00:00:00.000Z"],
  // Berlin: 2027-03-28 has no 02:00 to 03:00, 2026-10-25 has it twice.
  [
    "the day before clocks go forward",
    daily("Europe/Berlin", "12:00"),
    "2027-03-27T00:00:00Z",
    "2027-03-27T11:00:00.000Z",
  ],
  ["23 hours later", daily("Europe/Berlin", "12:00"), "2027-03-27T11:00:00Z", "2027-03-28T10:00:00.000Z"],
  ["a time that is skipped", daily("Europe/Berlin", "02:30"), "2027-03-28T00:00:00Z", "2027-03-28T01:30:00.000Z"],
  ["the day after it", daily("Europe/Berlin", "02:30"), "2027-03-28T01:30:00Z", "2027-03-29T00:30:00.000Z"],
  ["25 hours later", daily("Europe/Berlin", "12:00"), "2026-10-24T10:00:00Z", "2026-10-25T11:00:00.000Z"],
  [
    "the first of a time that comes twice",
    daily("Europe/Berlin", "02:30"),
    "2026-10-24T23:00:00Z",
    "2026-10-25T00:30:00.000Z",
  ],
  ["not the second of it", daily("Europe/Berlin", "02:30"), "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
  [
    "a zone that moves by half an hour",
    daily("Australia/Lord_Howe", "02:15"),
    "2026-10-03T12:00:00Z",
    "2026-10-03T15:45:00.000Z",
  ],
])("%s", (_what, schedule, after, start) => {
  expect(new Date(startAfter(schedule, Date.parse(after))).toISOString()).toBe(start);
});

test("starts of a year follow each other by whole days on the zone's clocks", () => {
  const schedule = daily("America/Sao_Paulo", "23:30");
  const hours = new Set<number>();
  let at = Date.parse("2018-06-01T00:00:00Z");
  for (let n = 0; n < 365; n++) {
    const next = startAfter(schedule, at);
    if (n > 0) hours.add((next - at) / 3_600_000);
    at = next;
  }
  expect([...hours].sort()).toEqual([23, 24, 25]);
});
