import { expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import { converted, type DayPrices, totalIn } from "./day-prices.ts";

const price = fc.bigInt(10n ** 6n, 10n ** 24n);
const prices: fc.Arbitrary<DayPrices> = fc.record({ USD: price, EUR: price, RUB: price, KZT: price, INR: price });
const amount = fc.bigInt(0n, 10n ** 15n);

test("one currency needs no prices, several do", () => {
  expect(converted({ amount: 5n, currency: "USD" }, "USD", undefined)).toBe(5n);
  expect(converted({ amount: 5n, currency: "USD" }, "EUR", undefined)).toBeUndefined();
  expect(totalIn("USD", [{ amount: 5n, currency: "USD", prices: undefined }])).toBe(5n);
  expect(totalIn("USD", [{ amount: 5n, currency: "EUR", prices: undefined }])).toBeUndefined();
  expect(totalIn("USD", [{ amount: 0n, currency: "EUR", prices: undefined }])).toBe(0n);
});

test("usage is never above its rounded total, and a limit never below its conversion", () => {
  fc.assert(
    fc.property(prices, amount, amount, (day, euros, tenge) => {
      const sums = [
        { amount: euros, currency: "EUR" as const, prices: day },
        { amount: tenge, currency: "KZT" as const, prices: day },
      ];
      const total = totalIn("RUB", sums) ?? 0n;
      expect(total * day.RUB).toBeGreaterThanOrEqual(euros * day.EUR + tenge * day.KZT);
      expect((total - 1n) * day.RUB).toBeLessThan(euros * day.EUR + tenge * day.KZT + 1n);
      const limit = converted({ amount: euros, currency: "EUR" }, "RUB", day) ?? 0n;
      expect(limit * day.RUB).toBeLessThanOrEqual(euros * day.EUR);
    }),
  );
});
