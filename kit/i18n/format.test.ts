import { describe, expect, it } from "vitest";
import { showCountdown } from "#kit/std/countdown.ts";
import { shortHash } from "#kit/std/short-hash.ts";
import { dateFormat, showDay, showDayAndTime } from "./format.ts";
import { barePath, chooseLocale, languageOf, localePath } from "./locale.ts";
import { showTimesIn } from "./time-zone.ts";

it("formats durations and hashes", () => {
  expect(showCountdown(1122)).toBe("18:42");
  expect(showCountdown(3600 * 4 + 11 * 60 + 8)).toBe("04:11:08");
  expect(shortHash("ab".repeat(32))).toBe("abababababab…ababab");
});

it("shows times in the zone of the profile, and in the machine's zone if that is unknown", () => {
  const moment = "2026-01-01T20:05:09Z";
  const own = showDayAndTime(moment, "ru");
  showTimesIn("Asia/Almaty");
  expect([showDay(moment, "en"), showDayAndTime(moment, "kk")]).toEqual(["02/01/2026", "02.01.2026 01:05"]);
  expect(showDayAndTime(moment, "ru", { timeZone: "UTC", seconds: true })).toBe("01.01.2026 20:05:09");
  for (const none of ["Mars/Olympus", null]) {
    showTimesIn(none);
    expect(showDayAndTime(moment, "ru")).toBe(own);
  }
});

it("shows months and days without a year in digits: browsers have no Kazakh names of months", () => {
  expect(
    (["en", "ru", "kk"] as const).map(language => dateFormat(language, "month", "UTC")("2026-11-01T00:00:00Z")),
  ).toEqual(["11/2026", "11.2026", "11.2026"]);
  expect(dateFormat("kk", "day_no_year", "UTC")("2026-11-29T00:00:00Z")).toBe("29.11");
});

describe("the language of a page", () => {
  it("is that of the prefix, then the cookie, then the browser, then English", () => {
    expect(chooseLocale({ prefix: "ru", cookie: "kz" })).toBe("ru");
    expect(chooseLocale({ cookie: "kz", acceptLanguage: "ru" })).toBe("kz");
    expect(chooseLocale({ cookie: "xx", acceptLanguage: "de-DE,kk;q=0.8,ru" })).toBe("kz");
    expect(chooseLocale({ acceptLanguage: "de" })).toBe("en");
    expect(languageOf("kz")).toBe("kk");
  });

  it("keeps the path when the language changes", () => {
    expect(localePath("kz", "/ru/games/crash")).toBe("/kz/games/crash");
    expect(localePath("en", "/")).toBe("/en");
    expect(barePath("/ru")).toBe("/");
    expect(barePath("/rules")).toBe("/rules");
  });
});
