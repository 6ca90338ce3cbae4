import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { leaseTo, leftOf, type WalletDay } from "./allowance.ts";

const scale = 10n ** 18n;
const prices: DayPrices = {
  USD: scale,
  EUR: (11n * scale) / 10n,
  RUB: scale / 80n,
  KZT: scale / 500n,
  INR: scale / 87n,
};
const dollars = (amount: bigint) => ({ amount: micros(amount), currency: "USD" as const });

test.each([
  ["nothing is used", [], "USD", 100n],
  ["dollars are used", [["USD", 30n]], "USD", 70n],
  ["euros are used, in dollars", [["EUR", 30n]], "USD", 67n],
  ["what is left in tenge", [["USD", 99n]], "KZT", 500n],
  ["rounded down", [["USD", 30n]], "EUR", 63n],
  ["a gain makes room", [["USD", -10n]], "EUR", 100n],
  ["more than the limit is used, rounded down", [["EUR", 100n]], "EUR", -10n],
] as const)("of 100 dollars, when %s", (_what, used, currency, left) => {
  const sums = used.map(([of, amount]) => ({ currency: of, amount }));
  expect(leftOf(dollars(100n), sums, currency, prices)).toBe(left);
});

test("whatever was used where, the total of leases is within the limit, and every counter is within its lease", () => {
  const currencies = ["USD", "EUR", "KZT"] as const;
  const counter = fc.bigInt(-500n, 500n);
  fc.assert(
    fc.property(
      fc.tuple(counter, counter, counter),
      fc.bigInt(0n, 1000n),
      fc.bigInt(1n, 300n),
      fc.constantFrom(...currencies),
      (lost, limit, stake, currency) => {
        const wallets: WalletDay[] = currencies.map((each, index) => ({
          currency: each,
          wagered: 0n,
          lost: lost[index] ?? 0n,
        }));
        const leasing = leaseTo({ currency, stake }, wallets, { wager: null, loss: dollars(limit) }, prices);
        const convertedSum = wallets.reduce(
          (sum, day) => sum + day.lost * prices[day.currency],
          stake * prices[currency],
        );
        expect(leasing.kind).toBe(convertedSum <= limit * scale ? "leased" : "refused");
        if (leasing.kind !== "leased") return;
        const leased = leasing.leases.reduce((sum, each) => sum + (each.lossMost ?? 0n) * prices[each.currency], 0n);
        expect(leased).toBeLessThanOrEqual(limit * scale);
        for (const [index, each] of leasing.leases.entries())
          expect(lost[index]).toBeLessThanOrEqual(each.lossMost ?? 0n);
      },
    ),
  );
});
