/** An exact number, always in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function fraction(numerator: bigint | number, denominator: bigint | number): Fraction {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: n / a, denominator: d / a };
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator);

export const over = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator);

/** To about 15 digits. */
export function toNumber({ numerator, denominator }: Fraction): number {
  const scaled = (numerator * 10n ** 30n) / denominator;
  return Number(scaled) / 1e30;
}
