import { describe, expect, test } from "vitest";
import { daysOf } from "./days-of.ts";

const now = Date.parse("2026-03-10T15:00:00Z");

describe("a period of whole days", () => {
  test.each([
    [{}, "2026-03-04", "2026-03-10"],
    [{ from: "2026-03-10" }, "2026-03-10", "2026-03-10"],
    [{ to: "2026-01-03" }, "2025-12-28", "2026-01-03"],
    [{ days: "30" }, "2026-02-09", "2026-03-10"],
    [{ days: "30", from: "2026-03-09", to: "2026-03-09" }, "2026-03-09", "2026-03-09"],
    [{ from: "2024-01-01", to: "2024-12-31" }, "2024-01-01", "2024-12-31"],
  ])("%j is from %s to %s", (given, from, to) => {
    const days = daysOf(given, now);
    expect([days.from, days.to]).toEqual([from, to]);
    expect(days.begins.toISOString()).toBe(`${from}T00:00:00.000Z`);
    expect(days.ends.getTime() - Date.parse(`${to}T00:00:00Z`)).toBe(86_400_000);
  });

  test.each([
    { from: "2026-03-11" },
    { from: "2026-02-02", to: "2026-02-01" },
    { from: "2025-01-01", to: "2026-01-02" },
  ])("%j is refused", given => {
    expect(() => daysOf(given, now)).toThrow("validation_failed");
  });
});
