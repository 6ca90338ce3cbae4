import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";

/** What one bet can pay, as integer weights of equally likely draws. */
export interface BetOdds {
  /** All draws; the weights add up to this. */
  readonly total: bigint;
  readonly outcomes: readonly { readonly weight: bigint; readonly multiplier: Ratio }[];
}

const none: Ratio = { numerator: 0n, denominator: 1n };

/** A bet that is won at one multiplier or lost. */
export function winOrLose(winning: bigint, total: bigint, multiplier: Ratio): BetOdds {
  return {
    total,
    outcomes: [
      { weight: winning, multiplier },
      { weight: total - winning, multiplier: none },
    ],
  };
}

/** A bet over a table of multipliers in hundredths; equal ones are merged. */
export function fromHundredths(rows: readonly (readonly [weight: bigint, hundredths: number])[]): BetOdds {
  const weights = new Map<number, bigint>();
  for (const [weight, hundredths] of rows) weights.set(hundredths, (weights.get(hundredths) ?? 0n) + weight);
  const outcomes = [...weights].map(([hundredths, weight]) => ({
    weight,
    multiplier: { numerator: BigInt(hundredths), denominator: 100n },
  }));
  return { total: outcomes.reduce((sum, { weight }) => sum + weight, 0n), outcomes };
}

/** The largest stake whose best outcome is within the win cap. */
export function mostUnderCap(odds: BetOdds, winCap: bigint, most: Micros): Micros {
  const fits = (stake: bigint) => odds.outcomes.every(each => payoutOf(stake as Micros, each.multiplier) <= winCap);
  if (fits(most)) return most;
  let [low, high] = [0n, most as bigint];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low as Micros;
}

/** The expected return of a bet, as a share of the stake. */
export function returnOf({ total, outcomes }: BetOdds): number {
  return outcomes.reduce(
    (sum, { weight, multiplier }) =>
      sum + (Number(weight) / Number(total)) * (Number(multiplier.numerator) / Number(multiplier.denominator)),
    0,
  );
}
