import { expect, test } from "vitest";
import { daySpan } from "./day-span.ts";

const at = (iso: string) => Date.parse(iso);

test("today, tomorrow and the next seven days are those of the viewer's zone", () => {
  const now = at("2026-11-23T20:30:00Z");
  expect(daySpan("any", now, "UTC")).toEqual({});
  expect(daySpan("today", now, "UTC")).toEqual({ from: "2026-11-23T00:00:00.000Z", to: "2026-11-24T00:00:00.000Z" });
  // In Almaty (UTC+5) it is already the 24th.
  expect(daySpan("today", now, "Asia/Almaty")).toEqual({
    from: "2026-11-23T19:00:00.000Z",
    to: "2026-11-24T19:00:00.000Z",
  });
  expect(daySpan("tomorrow", now, "America/New_York")).toEqual({
    from: "2026-11-24T05:00:00.000Z",
    to: "2026-11-25T05:00:00.000Z",
  });
  expect(daySpan("week", now, "Asia/Kolkata").to).toBe("2026-11-30T18:30:00.000Z");
});

test("a day on which the clocks change has 23 or 25 hours", () => {
  const hours = (iso: string, zone: string) => {
    const { from, to } = daySpan("today", at(iso), zone);
    return (at(to ?? "") - at(from ?? "")) / 3_600_000;
  };
  expect(hours("2026-03-29T12:00:00Z", "Europe/Berlin")).toBe(23);
  expect(hours("2026-10-25T12:00:00Z", "Europe/Berlin")).toBe(25);
  expect(hours("2026-10-26T12:00:00Z", "Europe/Berlin")).toBe(24);
});
