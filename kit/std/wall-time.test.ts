import { expect, test } from "vitest";
import { isZone } from "./is-zone.ts";
import { hasHalfHours, instantOf } from "./wall-time.ts";

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

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

test.each([
  ["UTC", true],
  ["Asia/Kolkata", true],
  ["Australia/Lord_Howe", true],
  ["Asia/Kathmandu", false],
  ["Pacific/Chatham", false],
])("the days of %s begin at a half hour: %s", (zone, does) => expect(hasHalfHours(zone)).toBe(does));

test("a zone is one that this machine knows", () => {
  expect(["Asia/Almaty", "Europe/Moscow", "UTC"].every(isZone)).toBe(true);
  expect(["", "Mars/Base", "Asia/Almaty; DROP TABLE"].some(isZone)).toBe(false);
});
