/** Roads of baccarat and dragon tiger, worked out from the results of one sheet. History only: rounds are independent. */

/** `first` and `second` are the two sides: banker and player, dragon and tiger. */
export type Result = "first" | "second" | "tie";

/** Rounds of one sheet. */
export const sheetRounds = 64;
/** Every road has six rows. */
export const rows = 6;

export interface BigRoadCell {
  readonly side: "first" | "second";
  /** Ties that came after it; of the first cell also those before. */
  readonly ties: number;
}

/** A column for each run of one side. */
export function bigRoad(results: readonly Result[]): readonly (readonly BigRoadCell[])[] {
  const columns: BigRoadCell[][] = [];
  let before = 0;
  for (const result of results) {
    const column = columns.at(-1);
    const last = column?.at(-1);
    if (result === "tie") {
      if (column && last) column[column.length - 1] = { side: last.side, ties: last.ties + 1 };
      else before += 1;
    } else if (column && last?.side === result) column.push({ side: result, ties: 0 });
    else {
      columns.push([{ side: result, ties: before }]);
      before = 0;
    }
  }
  return columns;
}

export type Mark = "red" | "blue";
export const derivedRoads = { "big-eye": 1, small: 2, cockroach: 3 } as const;
export type DerivedRoad = keyof typeof derivedRoads;

/**
 * A derived road: red where the big road repeats itself, blue where it does not. The first of a column compares the two columns before it,
 * the others look `gap` columns to the left.
 */
export function derivedMarks(road: readonly (readonly BigRoadCell[])[], gap: number): readonly Mark[] {
  const lengths = road.map(column => column.length);
  return lengths.flatMap((length, column) =>
    Array.from({ length }, (_, row): Mark | undefined => {
      const left = lengths[column - gap];
      if (row > 0) return left === undefined ? undefined : left === row ? "blue" : "red";
      const compared = lengths[column - 1 - gap];
      return compared === undefined ? undefined : compared === lengths[column - 1] ? "red" : "blue";
    }).filter((mark): mark is Mark => mark !== undefined),
  );
}

/** Marks in columns of one colour each. */
export function runs<Item>(items: readonly Item[], same: (a: Item, b: Item) => boolean): readonly (readonly Item[])[] {
  const columns: Item[][] = [];
  for (const item of items) {
    const last = columns.at(-1)?.at(-1);
    if (last !== undefined && same(last, item)) columns.at(-1)?.push(item);
    else columns.push([item]);
  }
  return columns;
}

export interface OnGrid<Item> {
  readonly item: Item;
  readonly column: number;
  readonly row: number;
}

/** Columns on a grid of six rows: a run that finds no place below goes on to the right. */
export function onGrid<Item>(columns: readonly (readonly Item[])[]): readonly OnGrid<Item>[] {
  const taken = new Set<string>();
  const placed: OnGrid<Item>[] = [];
  let next = 0;
  for (const items of columns) {
    let [column, row] = [next, 0];
    while (taken.has(`${column} 0`)) column += 1;
    next = column + 1;
    let turned = false;
    for (const [index, item] of items.entries()) {
      if (index > 0) {
        const isFree = !turned && row + 1 < rows && !taken.has(`${column} ${row + 1}`);
        if (isFree) row += 1;
        else {
          turned = true;
          column += 1;
        }
      }
      taken.add(`${column} ${row}`);
      placed.push({ item, column, row });
    }
  }
  return placed;
}

/** What each derived road would show if a side came next; undefined where it would show nothing. */
export function ask(
  results: readonly Result[],
  side: "first" | "second",
): Readonly<Record<DerivedRoad, Mark | undefined>> {
  const [now, then] = [bigRoad(results), bigRoad([...results, side])];
  const next = (gap: number) => {
    const marks = derivedMarks(then, gap);
    return marks.length > derivedMarks(now, gap).length ? marks.at(-1) : undefined;
  };
  return { "big-eye": next(1), small: next(2), cockroach: next(3) };
}
