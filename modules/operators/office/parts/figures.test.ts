import { expect, test, vi } from "vitest";
import { calendarDay, calendarMonth } from "./figures.tsx";

test.each([
  ["en", "30/11/2026", "11/2026"],
  ["ru", "30.11.2026", "11.2026"],
  ["kk", "30.11.2026", "11.2026"],
])("days and months of reports are in the digits of %s", (lang, day, month) => {
  vi.stubGlobal("document", { documentElement: { lang } });
  expect(calendarDay("2026-11-30")).toBe(day);
  expect(calendarMonth("2026-11")).toBe(month);
  vi.unstubAllGlobals();
});
