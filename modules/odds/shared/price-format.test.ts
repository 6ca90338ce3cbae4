import { expect, test } from "vitest";
import { formatPrice } from "./price-format.ts";

test.each([
  ["2.5", "3/2", "+150"],
  ["2.50", "3/2", "+150"],
  ["1.5", "1/2", "-200"],
  ["2", "1/1", "+100"],
  ["1.91", "91/100", "-110"],
  ["1.95", "19/20", "-105"],
  ["15.00", "14/1", "+1400"],
  ["1000", "999/1", "+99900"],
  // No denominator up to 100 gives these exactly.
  ["1.333", "≈1/3", "-300"],
  ["1.001", "≈1/100", "-100000"],
  ["1.008", "≈1/100", "-12500"],
])("a price of %s is %s and %s", (price, fractional, american) => {
  expect(formatPrice(price, "decimal")).toBe(Number(price).toFixed(price.split(".")[1]?.length === 3 ? 3 : 2));
  expect(formatPrice(price, "fractional")).toBe(fractional);
  expect(formatPrice(price, "american")).toBe(american);
});

test("a fraction without the sign of an estimate is exact, and one with it is the nearest", () => {
  const denominators = Array.from({ length: 100 }, (_, index) => index + 1);
  for (let won = 1; won < 4_000; won += 7) {
    const price = `${1 + Math.floor(won / 1000)}.${String(won % 1000).padStart(3, "0")}`;
    const text = formatPrice(price, "fractional");
    const [numerator = 0, denominator = 0] = text.replace("≈", "").split("/").map(Number);
    expect(denominator).toBeLessThanOrEqual(100);
    const off = Math.abs(numerator / denominator - won / 1000);
    expect(text.startsWith("≈") ? off > 0 : off < 1e-12, price).toBe(true);
    const offs = denominators.map(each => Math.abs(Math.max(1, Math.round((won * each) / 1000)) / each - won / 1000));
    expect(Math.min(...offs) + 1e-12, price).toBeGreaterThan(off);
  }
});

test.each(["1", "0.5", "1e3", "", "-2", "1.0001", "no"])("text that is not a price is returned unchanged: %s", text => {
  expect(formatPrice(text, "american")).toBe(text);
});
