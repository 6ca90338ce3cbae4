/** The European cloth: numbers in three columns of twelve rows, one zero above them, and every spot that a chip can lie on. */

export const pockets = 37;

export const redNumbers = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36] as const;

export const spotKinds = [
  "straight",
  "split",
  "street",
  "trio",
  "corner",
  "first_four",
  "six_line",
  "column",
  "dozen",
  "even_chance",
] as const;
export type SpotKind = (typeof spotKinds)[number];

/** A place for chips. */
export interface Spot {
  /** Its name on the wire and in proofs, such as `split-17-20` or `red`. */
  readonly id: string;
  readonly kind: SpotKind;
  /** The numbers that win, in ascending order. */
  readonly numbers: readonly number[];
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const numbers = range(1, 36);
/** The first number of each row of three: 1, 4 ... 34. */
const rows = numbers.filter(number => number % 3 === 1);
const isRed = (number: number): boolean => (redNumbers as readonly number[]).includes(number);

export type Colour = "green" | "red" | "black";
export const colourOf = (pocket: number): Colour => (pocket === 0 ? "green" : isRed(pocket) ? "red" : "black");

const named = (kind: "straight" | "split" | "street" | "trio" | "corner", covered: number[]): Spot => ({
  id: `${kind}-${covered.join("-")}`,
  kind,
  numbers: covered,
});

/** Every spot once, in the order in which bets are stored: inside from one number to six, then outside. */
export const spots: readonly Spot[] = [
  ...range(0, 36).map(number => named("straight", [number])),
  ...[1, 2, 3].map(number => named("split", [0, number])),
  ...numbers.flatMap(number => [
    ...(number % 3 === 0 ? [] : [named("split", [number, number + 1])]),
    ...(number > 33 ? [] : [named("split", [number, number + 3])]),
  ]),
  ...rows.map(first => named("street", range(first, first + 2))),
  named("trio", [0, 1, 2]),
  named("trio", [0, 2, 3]),
  ...numbers
    .filter(number => number % 3 !== 0 && number <= 32)
    .map(number => named("corner", [number, number + 1, number + 3, number + 4])),
  { id: "first-four", kind: "first_four", numbers: [0, 1, 2, 3] },
  ...rows.slice(0, -1).map(
    (first): Spot => ({
      id: `six-line-${first}-${first + 5}`,
      kind: "six_line",
      numbers: range(first, first + 5),
    }),
  ),
  ...[1, 2, 3].map(
    (column): Spot => ({
      id: `column-${column}`,
      kind: "column",
      numbers: numbers.filter(number => number % 3 === column % 3),
    }),
  ),
  ...[1, 2, 3].map(
    (dozen): Spot => ({ id: `dozen-${dozen}`, kind: "dozen", numbers: range(12 * dozen - 11, 12 * dozen) }),
  ),
  ...Object.entries({
    red: numbers.filter(isRed),
    black: numbers.filter(number => !isRed(number)),
    even: numbers.filter(number => number % 2 === 0),
    odd: numbers.filter(number => number % 2 === 1),
    low: range(1, 18),
    high: range(19, 36),
  }).map(([id, covered]): Spot => ({ id, kind: "even_chance", numbers: covered })),
];

const byId = new Map(spots.map((spot, index) => [spot.id, { spot, index }]));

export const spotOf = (id: string): Spot | undefined => byId.get(id)?.spot;

/** The place of a spot in {@link spots}; -1 for a name that no spot has. */
export const spotOrder = (id: string): number => byId.get(id)?.index ?? -1;
