import { invariant } from "#kit/std/invariant.ts";

/**
 * The climb of the multiplier, `M(t) = floor(100 * e^(0.00006 t))` hundredths at t whole milliseconds, and its inverse. Fixed
 * point with 128 fractional bits: the error stays under 2^-70 hundredths, and no value of the flight is nearer than 2^-60 to
 * a whole number (the test covers every millisecond), so every value is exact. No `Math.exp` anywhere.
 */

/** Hundredths; 1,000,000.00x ends every flight. */
export const maxMultiplier = 100_000_000;
export const minMultiplier = 100;

const fractionBits = 128n;
const one = 1n << fractionBits;

/** e^(6/100000), by its series. */
function growthOfOneMs(): bigint {
  const x = (6n * one) / 100_000n;
  let sum = 0n;
  let term = one;
  for (let n = 1n; term > 0n; n++) {
    sum += term;
    term = ((term * x) >> fractionBits) / n;
  }
  return sum;
}

/** `powers[i]` is the growth over 2^i ms. 18 of them reach over 262 s, and no flight is longer than 231 s. */
const powers: readonly bigint[] = (() => {
  const list = [growthOfOneMs()];
  for (let i = 1; i < 18; i++) {
    const half = list[i - 1] as bigint;
    list.push((half * half) >> fractionBits);
  }
  return list;
})();

function grow(ms: number): number {
  let growth = one;
  for (let i = 0; i < powers.length; i++) {
    if ((ms >> i) & 1) growth = (growth * (powers[i] as bigint)) >> fractionBits;
  }
  return Number((100n * growth) >> fractionBits);
}

/**
 * M(t): the multiplier in hundredths, t whole milliseconds after the start; never above {@link maxMultiplier}.
 * Before the start it is 1.00.
 */
export function multiplierAt(ms: number): number {
  invariant(Number.isInteger(ms), "time of flight is whole milliseconds");
  if (ms <= 0) return minMultiplier;
  return ms >= longestFlightMs ? maxMultiplier : grow(ms);
}

/** T(m): the first whole millisecond with M(t) >= m, for m from 100 to {@link maxMultiplier} hundredths. */
export function timeOf(multiplier: number): number {
  invariant(multiplier <= maxMultiplier, "no flight goes that high");
  return firstMsAtLeast(multiplier);
}

function firstMsAtLeast(multiplier: number): number {
  let [low, high] = [0, 2 ** powers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (grow(middle) >= multiplier) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** T(1,000,000.00x), 230,259 ms. */
export const longestFlightMs = firstMsAtLeast(maxMultiplier);
