import { expect, test } from "vitest";
import { decimalMark, groupDigits, showCount, showDecimal, showMultiplier, showPercent, showShare } from "./numbers.ts";

test("numbers have the marks of each language", () => {
  expect([showDecimal("0.5", "en"), showDecimal("0.5", "kk"), decimalMark("ru")]).toEqual(["0.5", "0,5", ","]);
  expect([showPercent("96.20", "en"), showPercent("96.20", "ru")]).toEqual(["96.20%", "96,20%"]);
  expect([showMultiplier("12.47", "en"), showMultiplier("12.47", "kk")]).toEqual(["12.47×", "12,47×"]);
  expect([showCount(4_218_907, "en"), showCount(4_218_907, "kk")]).toEqual(["4,218,907", "4\u00a0218\u00a0907"]);
  expect([groupDigits("12500", "en"), groupDigits("999", "ru")]).toEqual(["12,500", "999"]);
});

test("a share has the minus sign of mathematics, and none when it rounds to zero", () => {
  expect(showShare(-0.0399, "en")).toBe("\u22123.99%");
  expect(showShare(-0.00001, "en")).toBe("0.00%");
  expect(showShare(0.973, "en")).toBe("97.30%");
  expect(showShare(0.3, "en", { maximumFractionDigits: 1 })).toBe("30.0%");
  expect(showShare(0.1234, "en", { signDisplay: "exceptZero" })).toBe("+12.34%");
});

test("every percentage of a language has one form", () => {
  expect([showShare(0.424, "ru"), showPercent("42.40", "ru")]).toEqual(["42,40%", "42,40%"]);
  expect([showShare(0.424, "kk"), showPercent("42.40", "kk")]).toEqual(["42,40%", "42,40%"]);
});
