import { describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { exchanged, parsePrice, rateOf, readRate } from "./rate.ts";

const price = (text: string) => required(parsePrice(text), text);

describe("a rate", () => {
  test("is one price in the other, cut to twelve digits", () => {
    expect(rateOf(price("3150.25"), price("1")).text).toBe("3150.25");
    expect(rateOf(price("1"), price("3")).text).toBe("0.333333333333");
    expect(rateOf(price("3150.25"), price("0.0021")).text).toBe("1500119.04761");
  });

  test("gives the same amount when it is read back from its recorded text", () => {
    const prices = fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n });
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
    fc.assert(
      fc.property(prices, prices, amounts, (from, to, amount) => {
        const rate = rateOf(from, to);
        expect(exchanged(amount, readRate(rate.text))).toBe(exchanged(amount, rate));
        expect(exchanged(amount, rate)).toBeLessThanOrEqual((amount * from) / to);
      }),
    );
  });

  test.each(["0", "", "-1", "1e3", " 1", "1,5", "0.0000000000001", "1234567890123", "NaN"])(
    "%s is no valid price",
    text => expect(parsePrice(text)).toBeUndefined(),
  );
});
