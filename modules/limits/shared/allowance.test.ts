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
        const leasing = leaseTo({ currency, stake }, wallets, { wager: [], loss: [dollars(limit)] }, prices);
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

test("of the player's own limit and an operator's in another currency each holds: the lease is what the tighter one leaves", () => {
  const euros = (amount: bigint) => ({ amount: micros(amount), currency: "EUR" as const });
  const wallets: WalletDay[] = [
    { currency: "USD", wagered: 30n, lost: 0n },
    { currency: "EUR", wagered: 10n, lost: 0n },
  ];
  const leaseWith = (...wager: ReturnType<typeof euros | typeof dollars>[]) =>
    leaseTo({ currency: "USD", stake: 1n }, wallets, { wager, loss: [] }, prices);
  const mostOf = (leasing: ReturnType<typeof leaseTo>) =>
    leasing.kind === "leased" ? leasing.leases.map(({ wagerMost }) => wagerMost) : leasing;
  // 100 dollars less 30 and 10 euros leave 59; 50 euros are 55 dollars and leave 14.
  expect(mostOf(leaseWith(dollars(100n)))).toEqual([89n, 10n]);
  expect(mostOf(leaseWith(dollars(100n), euros(50n)))).toEqual([44n, 10n]);
  expect(mostOf(leaseWith(euros(50n), dollars(100n)))).toEqual([44n, 10n]);
  expect(mostOf(leaseWith(dollars(100n), euros(37n)))).toEqual({ kind: "refused", reason: "limit_reached" });
});

test("a limit whose currency has no rate refuses, whatever the other one leaves", () => {
  const wallets: WalletDay[] = [{ currency: "USD", wagered: 0n, lost: 0n }];
  const wager = [dollars(100n), { amount: micros(1_000n), currency: "EUR" as const }];
  for (const limits of [wager, [...wager].reverse()])
    expect(leaseTo({ currency: "USD", stake: 1n }, wallets, { wager: limits, loss: [] }, undefined)).toEqual({
      kind: "refused",
      reason: "rates_unavailable",
    });
});
