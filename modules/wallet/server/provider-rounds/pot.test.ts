import fc from "fast-check";
import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { reseed } from "./pot.ts";

const sum = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(micros);

test("a pot holds its seed at least, and what the reserve cannot pay is owed to promotions", () => {
  fc.assert(
    fc.property(sum, sum, sum, sum, (amount, reserve, owed, seed) => {
      const { repaid, fromReserve, lent, pot } = reseed({ amount, reserve, owed, seed });
      expect(pot.amount).toBe(amount > seed ? amount : seed);
      expect(amount + fromReserve + lent).toBe(pot.amount);
      expect(pot).toMatchObject({ reserve: reserve - repaid - fromReserve, owed: owed - repaid + lent });
      expect([repaid, fromReserve, lent, pot.reserve, pot.owed].every(each => each >= 0n)).toBe(true);
      if (pot.reserve > 0n) expect(pot.owed).toBe(0n);
    }),
  );
});
