import { expect, test } from "vitest";
import { longestFlightMs, maxMultiplier, multiplierAt, timeOf } from "./climb.ts";

const bits = 400n;
const one = 1n << bits;

/** e^(6/100000) with 400 fractional bits, by the plain series. */
function preciseGrowth(): bigint {
  const x = (6n * one) / 100_000n;
  let [sum, term] = [0n, one];
  for (let n = 1n; term > 0n; n++) {
    sum += term;
    term = ((term * x) >> bits) / n;
  }
  return sum;
}

test("the climb never goes down, starts at 1.00x and stops at 1,000,000.00x after 230.259 s", () => {
  expect(multiplierAt(-5)).toBe(100);
  expect(multiplierAt(0)).toBe(100);
  expect(longestFlightMs).toBe(230_259);
  let last = 0;
  for (let ms = 0; ms <= longestFlightMs + 10; ms++) {
    const now = multiplierAt(ms);
    if (now < last) throw new Error(`falls at ${ms}`);
    last = now;
  }
  expect(last).toBe(maxMultiplier);
  expect(() => multiplierAt(1.5)).toThrow("whole milliseconds");
});

test("is exact at every millisecond: agrees with 400 bits, and no value is so near a whole number that 128 could decide it wrongly", () => {
  const growth = preciseGrowth();
  let nearest = one;
  let value = 100n * one;
  for (let ms = 1; ms < longestFlightMs; ms++) {
    value = (value * growth) >> bits;
    if (BigInt(multiplierAt(ms)) !== value >> bits) throw new Error(`differs at ${ms}`);
    const fraction = value & (one - 1n);
    if (fraction < nearest) nearest = fraction;
    if (one - fraction < nearest) nearest = one - fraction;
  }
  expect(nearest > one >> 60n).toBe(true);
});

test("known values: 2.00x after 11.553 s, 2.71x after 16.616 s, 10.00x after 38.377 s", () => {
  expect([timeOf(200), timeOf(271), timeOf(1000)]).toEqual([11_553, 16_616, 38_377]);
  expect(multiplierAt(16_667)).toBe(271);
  expect(multiplierAt(38_376)).toBe(999);
});

test("T(m) is the first millisecond that reaches m", () => {
  const check = (multiplier: number) => {
    const ms = timeOf(multiplier);
    if (multiplierAt(ms) < multiplier || (ms > 0 && multiplierAt(ms - 1) >= multiplier))
      throw new Error(`${multiplier}`);
  };
  for (let multiplier = 100; multiplier < 20_000; multiplier++) check(multiplier);
  for (let multiplier = 20_000; multiplier <= maxMultiplier; multiplier = Math.ceil(multiplier * 1.003))
    check(multiplier);
  check(maxMultiplier);
  expect(timeOf(100)).toBe(0);
  expect(() => timeOf(maxMultiplier + 1)).toThrow("that high");
});
