/** Every spot of a single-zero layout: what it covers. A winning spot returns 36 stakes shared by its numbers, so each has an edge of 1/37. */
export interface Spot {
  readonly id: string;
  readonly kind: SpotKind;
  readonly numbers: readonly number[];
}

type SpotKind =
  | "straight"
  | "split"
  | "street"
  | "trio"
  | "corner"
  | "first-four"
  | "line"
  | "column"
  | "dozen"
  | "even-money";

/** One zero and 1 to 36. */
export const pockets = 37;

const reds: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

const range = (from: number, to: number, step = 1): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

const named = (kind: SpotKind, numbers: readonly number[], id = `${kind}-${numbers.join("-")}`): Spot => ({
  id,
  kind,
  numbers,
});

const first = (kind: SpotKind, from: number, count: number): Spot =>
  named(kind, range(from, from + count - 1), `${kind}-${from}`);

const evenMoney = (id: string, isIn: (number: number) => boolean): Spot =>
  named("even-money", range(1, 36).filter(isIn), id);

export const spots: readonly Spot[] = [
  ...range(0, 36).map(number => named("straight", [number])),
  ...[1, 2, 3].map(number => named("split", [0, number])),
  ...range(1, 36)
    .filter(number => number % 3 !== 0)
    .map(number => named("split", [number, number + 1])),
  ...range(1, 33).map(number => named("split", [number, number + 3])),
  ...range(1, 34, 3).map(from => first("street", from, 3)),
  named("trio", [0, 1, 2]),
  named("trio", [0, 2, 3]),
  ...range(1, 32)
    .filter(number => number % 3 !== 0)
    .map(number => named("corner", [number, number + 1, number + 3, number + 4], `corner-${number}`)),
  named("first-four", [0, 1, 2, 3], "first-four"),
  ...range(1, 31, 3).map(from => first("line", from, 6)),
  ...[1, 2, 3].map(column => named("column", range(column, 36, 3), `column-${column}`)),
  ...[1, 2, 3].map(dozen => named("dozen", range(12 * dozen - 11, 12 * dozen), `dozen-${dozen}`)),
  evenMoney("low", number => number <= 18),
  evenMoney("high", number => number >= 19),
  evenMoney("even", number => number % 2 === 0),
  evenMoney("odd", number => number % 2 === 1),
  evenMoney("red", number => reds.has(number)),
  evenMoney("black", number => !reds.has(number)),
];

export const spotById: ReadonlyMap<string, Spot> = new Map(spots.map(spot => [spot.id, spot]));

export type Colour = "red" | "black" | "green";

export function colourOf(number: number): Colour {
  if (number === 0) return "green";
  return reds.has(number) ? "red" : "black";
}

/** What a winning stake returns, itself included. */
export function returnsOf(numbers: Spot["numbers"]): bigint {
  return 36n / BigInt(numbers.length);
}
