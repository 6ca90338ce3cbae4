/**
 * The power method: k with the sum of q^k equal to 1 + margin, times the number of outcomes that win; `margin` is a share (0.05). Chances of 0 and 1 take no
 * part in it.
 */
export function powerExponent(fair: readonly number[], margin: number, winners = 1): number {
  const open = fair.filter(q => q > 0 && q < 1);
  if (open.length < 2) return 1;
  const aim = (1 + margin) * winners;
  let k = 1;
  for (let step = 0; step < 50; step++) {
    let sum = -aim;
    let slope = 0;
    for (const q of open) {
      const powered = q ** k;
      sum += powered;
      slope += powered * Math.log(q);
    }
    const next = Math.max(k - sum / slope, k / 4);
    if (Math.abs(next - k) < 1e-12) return next;
    k = next;
  }
  return k;
}

/** Prices in thousandths: up to the first number the step is the second. */
const ladder: readonly (readonly [number, number])[] = [
  [1_100, 1],
  [3_000, 10],
  [5_000, 50],
  [10_000, 100],
  [20_000, 500],
  [50_000, 1_000],
  [100_000, 5_000],
  [1_000_000, 10_000],
];

export const lowestPrice = 1_001;
export const highestPrice = 1_000_000;

/** The highest price of the ladder that is not above `odds`, in thousandths; undefined below 1.001. */
export function ladderPrice(odds: number): number | undefined {
  // The rounding of a double must not push an exact price one step down: 2.03 is 2029.9999999999998 thousandths.
  const thousandths = Math.min(odds * 1000 + 1e-9, highestPrice);
  if (!(thousandths >= lowestPrice)) return undefined;
  for (const [limit, step] of ladder) {
    if (thousandths <= limit) return Math.floor(thousandths / step) * step;
  }
  return highestPrice;
}

/** "2.03" for 2030. */
export function priceText(thousandths: number): string {
  const whole = Math.floor(thousandths / 1000);
  const rest = thousandths % 1000;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(3, "0").replace(/0+$/, "")}`;
}
