import { expect, test } from "vitest";
import { formatHundredths, parseHundredths } from "./hundredths.ts";

test("hundredths are written with two decimals and read back", () => {
  for (const value of [0, 5, 99, 100, 7248, 9999, 100_000_000]) {
    expect(parseHundredths(formatHundredths(value))).toBe(value);
  }
  expect(formatHundredths(7248)).toBe("72.48");
});

test("other texts are refused", () => {
  const wrong = [
    "",
    "1",
    "1.0",
    "1.000",
    "01.00",
    "-1.00",
    "+1.00",
    " 1.00",
    "1e3",
    "NaN",
    ".50",
    "1,00",
    "999999999.00",
  ];
  for (const text of wrong) expect(parseHundredths(text), text).toBeUndefined();
});
