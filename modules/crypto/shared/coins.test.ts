import { expect, test } from "vitest";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { parsePrice, rateOf, readRate } from "#modules/rates/shared/rate.ts";
import { coins, coinValue, showUnits, unitsFor } from "./coins.ts";

const price = (text: string) => required(parsePrice(text), text);

test("coins convert at the recorded rate, cut to a micro-unit", () => {
  expect(coinValue(coins.eth, 500_000_000_000_000_001n, readRate("1500000.25"))).toBe(parseDecimal("750000.125"));
  expect(coinValue(coins.usdt, 12_345_678n, readRate("500"))).toBe(parseDecimal("6172.839"));
  expect(unitsFor(coins.eth, parseDecimal("3000"), readRate("0.000333"))).toBe(999_000_000_000_000_000n);
  expect(showUnits(coins.eth, 1_500_000_000_000_000_000n)).toBe("1.5");
  expect(showUnits(coins.usdt, 7n)).toBe("0.000007");
});

test("converting back and forth never gains money", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const prices = fc.bigInt({ min: 10n ** 15n, max: 10n ** 23n });
  fc.assert(
    fc.property(amounts, prices, fc.constantFrom(coins.usdt, coins.eth), (amount, other, coin) => {
      const [there, back] = [rateOf(price("1"), other), rateOf(other, price("1"))];
      expect(coinValue(coin, unitsFor(coin, micros(amount), there), back)).toBeLessThanOrEqual(amount);
    }),
  );
});
