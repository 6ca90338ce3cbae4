/** How prices are shown. Decimal is what counts; the others are the same price in other words. */
export const priceFormats = ["decimal", "fractional", "american"] as const;
export type PriceFormat = (typeof priceFormats)[number];

const highestDenominator = 100;

/**
 * A decimal price such as "2.5" in a format: "2.50", "3/2", "+150". A fraction is exact up to a denominator of 100, else the nearest one
 * with "≈"; American prices are rounded to the integer. Text that is no price is returned as it is.
 */
export function formatPrice(price: string, format: PriceFormat): string {
  const matched = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(price);
  if (!matched) return price;
  const [, units, places = ""] = matched;
  if (format === "decimal") return `${units}.${places.padEnd(2, "0")}`;
  // Thousandths won on one unit staked.
  const won = (Number(units) - 1) * 1000 + Number(places.padEnd(3, "0"));
  if (won <= 0) return price;
  return format === "fractional" ? fraction(won) : american(won);
}

function fraction(won: number): string {
  const divisor = gcd(won, 1000);
  if (1000 / divisor <= highestDenominator) return `${won / divisor}/${1000 / divisor}`;
  const candidates = Array.from({ length: highestDenominator }, (_, index) => {
    const denominator = index + 1;
    const numerator = Math.max(1, Math.round((won * denominator) / 1000));
    // Distances of all denominators are compared as integers.
    return { numerator, denominator, off: Math.abs(numerator * 1000 - won * denominator) };
  });
  const { numerator, denominator } = candidates.reduce((best, each) =>
    each.off * best.denominator < best.off * each.denominator ? each : best,
  );
  return `≈${numerator}/${denominator}`;
}

/** What 100 staked win, from 2.00; below it what has to be staked to win 100. */
const american = (won: number) => (won >= 1000 ? `+${Math.round(won / 10)}` : `-${Math.round(100_000 / won)}`);

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
