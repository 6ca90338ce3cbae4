import { expect, test } from "vitest";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { firstTerms } from "../shared/terms.ts";
import { upsOf } from "./reach-levels.ts";
import type { LevelUp } from "./reward-store.ts";

/** The first level gives a tenth of the theoretical loss, at most 500 roubles: 6.25 dollars. */

const cents = 10n ** 16n;
const prices = {
  USD: 100n * cents,
  EUR: 110n * cents,
  RUB: (5n * cents) / 4n,
  KZT: cents / 5n,
  INR: cents,
} as unknown as DayPrices;
/** A theoretical loss. */
const units = (amount: number) => BigInt(amount) * 10n ** 12n;
function gifts(losses: Partial<Record<Currency, number>>, former: readonly LevelUp[] = []) {
  const lost = Object.entries(losses).map(([currency, amount]) => [currency as Currency, units(amount)] as const);
  return upsOf({ level: 1, terms: firstTerms, losses: new Map(lost), former, prices }).map(({ currency, gift }) => [
    currency,
    formatAmount(gift),
  ]);
}

test("the gifts of a level in all currencies stay within its one cap", () => {
  expect(gifts({ USD: 100 })).toEqual([["USD", "6.25"]]);
  expect(gifts({ RUB: 4_000, USD: 100 })).toEqual([
    ["RUB", "400"],
    ["USD", "1.25"],
  ]);
  expect(gifts({ RUB: 5_000, USD: 100 })).toEqual([
    ["RUB", "500"],
    ["USD", "0"],
  ]);
});

test("what former levels counted is taken off in its own currency", () => {
  const former = (currency: Currency, loss: number) => ({ level: 1, currency, loss: units(loss) }) as LevelUp;
  expect(gifts({ USD: 100 }, [former("RUB", 4_000), former("USD", 90), former("USD", 80)])).toEqual([["USD", "1"]]);
  expect(gifts({ USD: 100 }, [former("RUB", 4_000)])).toEqual([["USD", "6.25"]]);
});
