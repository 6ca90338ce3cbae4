import { type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencies } from "#studio/engine/shared/types.ts";
import type { TableLimits } from "./table-game.ts";

/** In hundredths of a major unit: a chip's unit, the most in a round, and what no spot returns more than. */
const sums: Readonly<Record<Currency, readonly [step: number, round: number, top: number]>> = {
  RUB: [10_00, 200_000_00, 720_000_00],
  USD: [10, 2_000_00, 7_200_00],
  KZT: [50_00, 1_000_000_00, 3_600_000_00],
  INR: [10_00, 200_000_00, 720_000_00],
  EUR: [10, 2_000_00, 7_200_00],
};

/**
 * The limits of a table whose spots return different multiples: of each spot as much as returns the table's most, in whole chips.
 * @param mostReturned what a stake on the spot returns at most, in hundredths of it
 */
export function limitsByReturn(mostReturned: (spot: string) => bigint): (currency: Currency) => TableLimits {
  const made = new Map(
    currencies.map(currency => {
      const [step, mostInRound, top] = inMicros(sums[currency]);
      const most = (spot: string) => {
        const byReturn = (top * 100n) / mostReturned(spot);
        const least = byReturn < mostInRound ? byReturn : mostInRound;
        return least - (least % step);
      };
      return [currency, { step, mostInRound, most }] as const;
    }),
  );
  return currency => made.get(currency) as TableLimits;
}

const inMicros = ([step, round, top]: (typeof sums)[Currency]): readonly [Micros, Micros, Micros] => [
  inMicro(step),
  inMicro(round),
  inMicro(top),
];
const inMicro = (hundredths: number): Micros => micros(BigInt(hundredths) * 10_000n);
