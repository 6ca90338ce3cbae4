import { expect, test } from "vitest";
import { showCount, showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal as m } from "./amount.ts";
import { showCoins, showMoney, showMoneyExactly } from "./show.ts";

const nb = "\u00a0";

test("money is formatted for each language", () => {
  expect(showMoney(m("12480.5"), "RUB", "ru")).toBe(`12${nb}480,50${nb}₽`);
  expect(showMoney(m("12480.5"), "RUB", "en")).toBe("₽12,480.50");
  expect(showMoney(m("384250"), "KZT", "kk")).toBe(`384${nb}250${nb}₸`);
  expect(showMoney(m("1248.5"), "USD", "en")).toBe("$1,248.50");
  expect(showMoney(m("124500"), "INR", "en")).toBe("₹1,24,500.00");
  expect(showMoney(m("124500"), "INR", "ru")).toBe(`1${nb}24${nb}500,00${nb}₹`);
});
test("is cut, never rounded up, and exact where a float is not", () => {
  expect(showMoney(m("0.999999"), "USD", "en")).toBe("$0.99");
  expect(showMoney(m("9007199254740993.01"), "USD", "en")).toBe("$9,007,199,254,740,993.01");
  expect(showMoney(m("-0.009"), "USD", "en", { signed: true })).toBe("$0.00");
});
test("brief amounts, signs, counts and multipliers", () => {
  expect(showMoney(m("5000"), "INR", "en", { brief: true })).toBe("₹5,000");
  expect(showMoney(m("5"), "USD", "en", { brief: true })).toBe("$5.00");
  expect(showMoney(m("1214"), "INR", "en", { signed: true })).toBe("+₹1,214.00");
  expect(showMoney(m("-5.5"), "EUR", "ru", { signed: true })).toBe(`\u22125,50${nb}€`);
  expect(showCount(4_218_907, "ru")).toBe(`4${nb}218${nb}907`);
  expect(showMultiplier("12.47", "kk")).toBe("12,47×");
});

test("amounts of coins keep their digits", () => {
  expect(showCoins("0.00311144", "ru")).toBe("0,00311144");
  expect(showCoins("0.00311144", "en")).toBe("0.00311144");
  expect(showCoins("12345.678901", "ru")).toBe(`12${nb}345,678901`);
  expect(showCoins("1234567.000000000000000001", "en")).toBe("1,234,567.000000000000000001");
  expect(["2", "999", "1000"].map(text => showCoins(text, "kk"))).toEqual(["2", "999", `1${nb}000`]);
});

test.each([
  // RUB, INR, USD and EUR always have their hundredths; tenge only where there are tiyn.
  ["0", "RUB", "ru", `0,00${nb}₽`],
  ["0", "KZT", "kk", `0${nb}₸`],
  ["0.5", "KZT", "ru", `0,50${nb}₸`],
  ["1234567.89", "KZT", "en", "₸1,234,567.89"],
  ["999", "USD", "ru", `999,00${nb}$`],
  ["1000", "EUR", "kk", `1${nb}000,00${nb}€`],
  ["1000000", "EUR", "en", "€1,000,000.00"],
  ["-12480.5", "RUB", "en", "\u2212₽12,480.50"],
  // Rupees by lakh and crore, whatever the language.
  ["999", "INR", "en", "₹999.00"],
  ["99999", "INR", "en", "₹99,999.00"],
  ["100000", "INR", "en", "₹1,00,000.00"],
  ["12345678.9", "INR", "en", "₹1,23,45,678.90"],
  ["12345678.9", "INR", "ru", `1${nb}23${nb}45${nb}678,90${nb}₹`],
  ["12345678.9", "INR", "kk", `1${nb}23${nb}45${nb}678,90${nb}₹`],
] as const)("%s %s in %s is %s", (sum, currency, language, text) => {
  expect(showMoney(m(sum), currency, language)).toBe(text);
});

test("a prize below the smallest coin keeps its digits, others are shown as money", () => {
  expect(showMoneyExactly(m("0.0005"), "USD", "en")).toBe("$0.0005");
  expect(showMoneyExactly(m("0.0005"), "EUR", "ru")).toBe("0,0005\u00a0€");
  expect(showMoneyExactly(m("0.25"), "KZT", "kk")).toBe(showMoney(m("0.25"), "KZT", "kk"));
});
