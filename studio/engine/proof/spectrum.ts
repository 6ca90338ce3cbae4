import { invariant } from "#kit/std/invariant.ts";

/**
 * Distributions of sums by their Fourier transform: the sum of two independent wins is the product of their spectra. Wins from the cap
 * upwards are left out before the transform (their mass is what is missing from one), and `size` is far above the cap, so that sums
 * beyond it, which would wrap round, have no noticeable probability. Rounding errors stay below 1e-12.
 */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Probability by units, sparse. */
export type Sparse = ReadonlyMap<number, number>;

export interface Transform {
  readonly size: number;
  /** The spectrum of the part of a distribution below `cap` units. */
  of(distribution: Sparse, cap: number): Spectrum;
  constant(value: number): Spectrum;
  /** Probabilities by units, 0 ... size - 1. */
  back(spectrum: Spectrum): Float64Array;
}

export function createTransform(size: number): Transform {
  invariant(Number.isInteger(Math.log2(size)), "a transform's size is a power of two");
  const half = size / 2 + 1;
  return {
    size,
    of(distribution, cap) {
      const re = new Float64Array(size);
      const im = new Float64Array(size);
      for (const [units, probability] of distribution) if (units < cap) re[units] = (re[units] ?? 0) + probability;
      fft(re, im);
      return { re: re.slice(0, half), im: im.slice(0, half) };
    },
    constant: value => ({ re: new Float64Array(half).fill(value), im: new Float64Array(half) }),
    back(spectrum) {
      const re = new Float64Array(size);
      const im = new Float64Array(size);
      re.set(spectrum.re);
      im.set(spectrum.im);
      for (let k = 1; k < size / 2; k++) {
        re[size - k] = spectrum.re[k] as number;
        im[size - k] = -(spectrum.im[k] as number);
      }
      // The inverse is the transform of the conjugate, divided by the size.
      for (let k = 0; k < size; k++) im[k] = -(im[k] as number);
      fft(re, im);
      for (let k = 0; k < size; k++) re[k] = (re[k] as number) / size;
      return re;
    },
  };
}

export function multiply(a: Spectrum, b: Spectrum): Spectrum {
  const re = new Float64Array(a.re.length);
  const im = new Float64Array(a.re.length);
  for (let k = 0; k < re.length; k++) {
    const [ar, ai, br, bi] = [a.re[k] as number, a.im[k] as number, b.re[k] as number, b.im[k] as number];
    re[k] = ar * br - ai * bi;
    im[k] = ar * bi + ai * br;
  }
  return { re, im };
}

export function add(a: Spectrum, b: Spectrum): Spectrum {
  return {
    re: a.re.map((value, k) => value + (b.re[k] as number)),
    im: a.im.map((value, k) => value + (b.im[k] as number)),
  };
}

export function power(base: Spectrum, exponent: number): Spectrum {
  let result: Spectrum = { re: base.re.map(() => 1), im: base.im.map(() => 0) };
  let square = base;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = multiply(result, square);
    if (rest > 1) square = multiply(square, square);
  }
  return result;
}

function fft(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j] as number, re[i] as number];
      [im[i], im[j]] = [im[j] as number, im[i] as number];
    }
  }
  const cosines = new Float64Array(size / 2);
  const sines = new Float64Array(size / 2);
  for (let k = 0; k < size / 2; k++) {
    cosines[k] = Math.cos((2 * Math.PI * k) / size);
    sines[k] = -Math.sin((2 * Math.PI * k) / size);
  }
  for (let width = 2; width <= size; width *= 2) {
    const step = size / width;
    const middle = width / 2;
    for (let start = 0; start < size; start += width) {
      for (let k = 0, turn = 0; k < middle; k++, turn += step) {
        const [a, b] = [start + k, start + k + middle];
        const [c, s] = [cosines[turn] as number, sines[turn] as number];
        const [br, bi] = [re[b] as number, im[b] as number];
        const tr = br * c - bi * s;
        const ti = br * s + bi * c;
        re[b] = (re[a] as number) - tr;
        im[b] = (im[a] as number) - ti;
        re[a] = (re[a] as number) + tr;
        im[a] = (im[a] as number) + ti;
      }
    }
  }
}
