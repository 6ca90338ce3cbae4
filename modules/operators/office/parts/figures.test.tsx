import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { calendarDay, calendarMonth, Moment } from "./figures.tsx";

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

test("a moment in brief is the clock alone on the day itself, and has its day afterwards", () => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.useFakeTimers({ now: Date.parse("2026-12-01T00:10:00Z") });
  const shown = (at: string) => renderToStaticMarkup(<Moment at={at} brief />).replace(/<[^>]+>/g, "");
  expect(shown("2026-12-01T00:05:07.000Z")).toBe("00:05:07");
  expect(shown("2026-11-30T23:59:07.000Z")).toBe("30/11 23:59");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
