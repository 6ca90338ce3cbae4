import { formatAmount, type Micros, micros, microsPerMinor, microsPerUnit } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type StakeLimits, wholeMinor } from "../shared/stakes.ts";

/** The stake: the effect of its keys and buttons, in whole minor units. */
const quick: Record<Currency, readonly number[]> = {
  RUB: [100, 500, 1000, 5000],
  KZT: [500, 2500, 5000, 25000],
  USD: [1, 5, 25, 100],
  EUR: [1, 5, 25, 100],
  INR: [100, 250, 1000, 5000],
};

export function clampStake(value: bigint, limits: StakeLimits): Micros {
  if (value > limits.max) return wholeMinor(limits.max);
  return value < limits.min ? limits.min : micros(value);
}

export function halveStake(value: bigint, limits: StakeLimits): Micros {
  return clampStake(wholeMinor(value / 2n), limits);
}

export function doubleStake(value: bigint, limits: StakeLimits): Micros {
  return clampStake(value * 2n, limits);
}

const ladder = [1n, 2n, 5n] as const;

/** The next amount of 1, 2, 5, 10, 20, 50 ... major units (or hundredths of them) above or below a stake, within the limits. */
export function stepStake(value: bigint, limits: StakeLimits, by: 1 | -1): Micros {
  let next = by === 1 ? limits.max : limits.min;
  for (let power = microsPerMinor; power <= limits.max; power *= 10n) {
    for (const rung of ladder) {
      const sum = rung * power;
      if (by === 1 && sum > value) return clampStake(sum, limits);
      if (by === -1 && sum < value) next = clampStake(sum, limits);
    }
  }
  return next;
}

/** The most that can be staked: the limit, or the balance if that is less (never under the minimum). */
export function maxStake(limits: StakeLimits, balance: bigint | undefined): Micros {
  return clampStake(balance === undefined || balance > limits.max ? limits.max : wholeMinor(balance), limits);
}

const usual: Record<Currency, bigint> = { RUB: 100n, KZT: 500n, USD: 1n, EUR: 1n, INR: 100n };

/** The initial stake: the default, at most a twentieth of the balance, within the limits. Without money: the default. */
export function firstStake(currency: Currency, limits: StakeLimits, balance: bigint | undefined): Micros {
  const wanted = usual[currency] * microsPerUnit;
  const twentieth = wholeMinor((balance ?? 0n) / 20n);
  const isShort = balance !== undefined && balance > 0n && twentieth < wanted;
  return clampStake(isShort ? twentieth : wanted, limits);
}

/** The text of the stake field and of the request: no decimals or two. */
export function stakeText(value: bigint): string {
  const text = formatAmount(wholeMinor(value));
  const [whole = "0", fraction] = text.split(".");
  return fraction ? `${whole}.${fraction.padEnd(2, "0")}` : whole;
}

/** The four quick amounts under the stake: the currency's set, clipped to the limits, without duplicates. */
export function quickStakes(currency: Currency, limits: StakeLimits): readonly Micros[] {
  const clipped = quick[currency].map(units => clampStake(BigInt(units) * 1_000_000n, limits));
  return clipped.filter((value, index) => clipped.indexOf(value) === index);
}
