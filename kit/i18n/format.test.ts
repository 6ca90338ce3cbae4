import { describe, expect, it } from "vitest";
import { shortHash, showCountdown } from "./format.ts";
import { barePath, chooseLocale, languageOf, localePath } from "./locale.ts";

it("says time and hashes shortly", () => {
  expect(showCountdown(1122)).toBe("18:42");
  expect(showCountdown(3600 * 4 + 11 * 60 + 8)).toBe("04:11:08");
  expect(shortHash("ab".repeat(32))).toBe("abababababab…ababab");
});

describe("the language of a page", () => {
  it("is that of the prefix, then the cookie, then the browser, then English", () => {
    expect(chooseLocale({ prefix: "ru", cookie: "kz" })).toBe("ru");
    expect(chooseLocale({ cookie: "kz", acceptLanguage: "ru" })).toBe("kz");
    expect(chooseLocale({ cookie: "xx", acceptLanguage: "de-DE,kk;q=0.8,ru" })).toBe("kz");
    expect(chooseLocale({ acceptLanguage: "de" })).toBe("en");
    expect(languageOf("kz")).toBe("kk");
  });

  it("keeps the path when it is switched", () => {
    expect(localePath("kz", "/ru/games/crash")).toBe("/kz/games/crash");
    expect(localePath("en", "/")).toBe("/en");
    expect(barePath("/ru")).toBe("/");
    expect(barePath("/rules")).toBe("/rules");
  });
});
