import { micros } from "#kit/money/amount.ts";
import { type Factor, type PricedSlip, priceRatio, slipPayout } from "#modules/betting/shared/slip-payout.ts";
import { combinationsOf, type Shape, type SlipKind, shapeOf } from "#modules/betting/shared/systems.ts";
import type { BenchRow } from "../bench-suite.ts";
import { times } from "../figures.ts";

const prices = [1200, 1350, 1500, 1720, 1900, 2050, 2400, 3100];
const slips: readonly { readonly slip: string; readonly kind: SlipKind; readonly legs: number }[] = [
  { slip: "single", kind: "single", legs: 1 },
  { slip: "five legs", kind: "accumulator", legs: 5 },
  { slip: "Goliath", kind: "goliath", legs: 8 },
];

/** Payouts a second beside the same payout computed combination by combination. */
export function benchPayouts(seconds: number): readonly BenchRow[] {
  return slips.map(({ slip, kind, legs }) => {
    const shape = shapeOf({ kind, bankers: Array.from({ length: legs }, () => false) }) as Shape;
    const factors = prices.slice(0, legs).map(priceRatio);
    const priced: PricedSlip = { shape, stake: micros(10_000n * BigInt(combinationsOf(shape))), factors };
    const bets = betsOf(shape);
    if (slipPayout(priced) !== byCombination(priced, bets)) throw new Error("the two ways differ");
    const baseline = perSecond(seconds, () => byCombination(priced, bets));
    const measured = perSecond(seconds, () => slipPayout(priced));
    const note = "beside each combination by itself";
    return { figure: `payouts/s, ${slip}`, measured, baseline, times: times(measured, baseline), note };
  });
}

function betsOf({ groups }: Shape): readonly (readonly number[])[] {
  return groups.flatMap(({ legs, folds }) => folds.flatMap(fold => subsets(legs, fold)));
}

function subsets(of: readonly number[], count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return of.flatMap((first, index) => subsets(of.slice(index + 1), count - 1).map(rest => [first, ...rest]));
}

/** The combinations are known beforehand, and all have the same denominator: the fastest way without polynomials. */
function byCombination({ factors, stake }: PricedSlip, bets: readonly (readonly number[])[]): bigint {
  const denominators = factors.map((_, fold) => 1000n ** BigInt(factors.length - fold - 1));
  let sum = 0n;
  for (const bet of bets) {
    let product = 1n;
    for (const leg of bet) product *= (factors[leg] as Factor).numerator;
    sum += product * (denominators[bet.length - 1] as bigint);
  }
  return (stake * sum) / (BigInt(bets.length) * 1000n ** BigInt(factors.length));
}

function perSecond(seconds: number, work: () => unknown): number {
  const warm = performance.now() + 200;
  while (performance.now() < warm) work();
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  for (; performance.now() < end; done += 100) for (let each = 0; each < 100; each += 1) work();
  return Math.round((done * 1000) / (performance.now() - started));
}
