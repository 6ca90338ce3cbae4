import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { required } from "#kit/std/invariant.ts";

/** Three dice, in the order in which they were drawn. */
export type SicBoOutcome = { readonly dice: readonly number[] };

export const faces = [1, 2, 3, 4, 5, 6] as const;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** To one, by total. */
const totalPays: Readonly<Record<number, number>> = { 4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6 };
const payOfTotal = (total: number): number => required(totalPays[Math.min(total, 21 - total)], "a total of a spot");

export type Dice = SicBoOutcome["dice"];
export const totalOf = (dice: Dice): number => dice.reduce((sum, each) => sum + each, 0);
export const isTriple = (dice: Dice): boolean => new Set(dice).size === 1;
const count = (dice: Dice, face: number) => dice.filter(each => each === face).length;

export interface SicBoSpot {
  readonly id: string;
  readonly kind: "even-money" | "total" | "single" | "double" | "triple" | "any-triple" | "pair";
  /** Faces or total that the spot names. */
  readonly numbers: readonly number[];
  /** To one, as printed. */
  readonly odds: string;
  /** In hundredths, the stake included. */
  readonly returns: (dice: Dice) => bigint;
}

/** The stake and so many times it, where the dice have what the spot names. */
const paid = (times: number, has: boolean): bigint => (has ? BigInt(100 * (times + 1)) : 0n);

/** Loses on any triple. */
const evenMoney = (id: string, has: (total: number) => boolean): SicBoSpot => ({
  id,
  kind: "even-money",
  numbers: [],
  odds: "1:1",
  returns: dice => paid(1, !isTriple(dice) && has(totalOf(dice))),
});

const singlePays = [0, 1, 2, 12];

export const sicBoSpots: readonly SicBoSpot[] = [
  evenMoney("small", total => total <= 10),
  evenMoney("big", total => total >= 11),
  evenMoney("odd", total => total % 2 === 1),
  evenMoney("even", total => total % 2 === 0),
  ...numbers(4, 17).map(
    (total): SicBoSpot => ({
      id: `total-${total}`,
      kind: "total",
      numbers: [total],
      odds: `${payOfTotal(total)}:1`,
      returns: dice => paid(payOfTotal(total), totalOf(dice) === total),
    }),
  ),
  ...faces.map(
    (face): SicBoSpot => ({
      id: `single-${face}`,
      kind: "single",
      numbers: [face],
      odds: "1:1, 2:1, 12:1",
      returns: dice => paid(singlePays[count(dice, face)] ?? 0, count(dice, face) > 0),
    }),
  ),
  ...faces.map(
    (face): SicBoSpot => ({
      id: `double-${face}`,
      kind: "double",
      numbers: [face],
      odds: "11:1",
      returns: dice => paid(11, count(dice, face) >= 2),
    }),
  ),
  ...faces.map(
    (face): SicBoSpot => ({
      id: `triple-${face}`,
      kind: "triple",
      numbers: [face],
      odds: "200:1",
      returns: dice => paid(200, count(dice, face) === 3),
    }),
  ),
  { id: "any-triple", kind: "any-triple", numbers: [], odds: "32:1", returns: dice => paid(32, isTriple(dice)) },
  ...faces.flatMap(low =>
    faces
      .filter(high => high > low)
      .map(
        (high): SicBoSpot => ({
          id: `pair-${low}-${high}`,
          kind: "pair",
          numbers: [low, high],
          odds: "6:1",
          returns: dice => paid(6, count(dice, low) > 0 && count(dice, high) > 0),
        }),
      ),
  ),
];

export const spotById: ReadonlyMap<string, SicBoSpot> = new Map(sicBoSpots.map(spot => [spot.id, spot]));

export function roll(words: WordStream): SicBoOutcome {
  return { dice: [0, 1, 2].map(() => Number(drawBelow(words, 6n)) + 1) };
}

/** In hundredths of the stake, itself included. */
export function returnsOf({ dice }: SicBoOutcome, spot: string): bigint {
  return required(spotById.get(spot), `no spot ${spot}`).returns(dice);
}
