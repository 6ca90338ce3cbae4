import { expect, test } from "vitest";
import { parseDecimal as m, micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import { readRate } from "#modules/rates/shared/rate.ts";
import { partsOf } from "./terms.ts";

test("a thousand roubles at 0.0125: half a percent is the spread, whole cents are given, the rest is rounding", () => {
  expect(partsOf(m("1000"), readRate("0.0125"))).toEqual({
    value: m("12.5"),
    spread: m("0.0625"),
    received: m("12.43"),
    remainder: m("0.0075"),
  });
});

test("the parts always add up, whatever is exchanged at whatever rate", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 12n }), (sold, price) => {
      const rate = { scaled: price * 10n ** 9n };
      const { value, received, spread, remainder } = partsOf(micros(sold), rate);
      expect(value).toBe((sold * rate.scaled) / 10n ** 18n);
      expect(received + spread + remainder).toBe(value);
      expect(received % 10_000n).toBe(0n);
      expect(remainder >= 0n && remainder < 10_000n && received >= 0n).toBe(true);
      expect(spread * 10_000n >= value * 50n && (spread - 1n) * 10_000n < value * 50n).toBe(true);
    }),
  );
});

test("exchanging back and forth never gains money", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 21n }),
      (sold, scaled) => {
        const there = partsOf(micros(sold), { scaled }).received;
        expect(partsOf(there, { scaled: 10n ** 36n / scaled }).received <= sold).toBe(true);
      },
    ),
  );
});
