import { describe, expect, it } from "vitest";
import { formatCountdown, formatDecimal, formatMoney, formatRange, quickAmounts, shortHash } from "./format.ts";
import { barePath, chooseLocale, localePath } from "./locale.ts";

const space = (text: string) => text.replaceAll("\u00a0", " ");

describe("amounts on screens", () => {
  it("stand as the language writes them", () => {
    expect(space(formatMoney("12480.5", "RUB", "ru"))).toBe("12 480,50 ₽");
    expect(formatMoney("12480.5", "RUB", "en")).toBe("₽12,480.50");
    expect(space(formatMoney("384250", "KZT", "kz"))).toBe("384 250 ₸");
    expect(formatMoney("384250.25", "KZT", "en")).toBe("₸384,250.25");
    expect(space(formatMoney("124500", "INR", "ru"))).toBe("1 24 500,00 ₹");
    expect(formatMoney("124500", "INR", "en")).toBe("₹1,24,500.00");
    expect(formatMoney("12345678", "INR", "en")).toBe("₹1,23,45,678.00");
    expect(formatMoney("-3.5", "USD", "en")).toBe("−$3.50");
    expect(formatMoney("24.1", "USD", "en", { plus: true })).toBe("+$24.10");
  });

  it("are cut, never rounded up", () => {
    expect(formatMoney("0.999999", "USD", "en")).toBe("$0.99");
    expect(formatMoney("0.009", "KZT", "en")).toBe("₸0");
    expect(formatDecimal("2.9999", "en", 2)).toBe("2.99");
  });

  it("leave out empty decimals of stakes and limits only", () => {
    expect(formatMoney("500", "USD", "en", { style: "short" })).toBe("$500");
    expect(formatMoney("0.01", "USD", "en", { style: "short" })).toBe("$0.01");
    expect(space(formatRange("1", "10000", "RUB", "ru"))).toBe("1 – 10 000 ₽");
    expect(quickAmounts("RUB", "200", "1000")).toEqual(["500", "1000"]);
  });

  it("say time and hashes shortly", () => {
    expect(formatCountdown(1122)).toBe("18:42");
    expect(formatCountdown(3600 * 4 + 11 * 60 + 8)).toBe("04:11:08");
    expect(shortHash("ab".repeat(32))).toBe("abababababab…ababab");
  });
});

describe("the language of a page", () => {
  it("is that of the prefix, then the cookie, then the browser, then English", () => {
    expect(chooseLocale({ prefix: "ru", cookie: "kz" })).toBe("ru");
    expect(chooseLocale({ cookie: "kz", acceptLanguage: "ru" })).toBe("kz");
    expect(chooseLocale({ cookie: "xx", acceptLanguage: "de-DE,kk;q=0.8,ru" })).toBe("kz");
    expect(chooseLocale({ acceptLanguage: "de" })).toBe("en");
  });

  it("keeps the path when it is switched", () => {
    expect(localePath("kz", "/ru/games/crash")).toBe("/kz/games/crash");
    expect(localePath("en", "/")).toBe("/en");
    expect(barePath("/ru")).toBe("/");
    expect(barePath("/rules")).toBe("/rules");
  });
});
