import { required } from "#kit/std/invariant.ts";
import { type Spot, spotOf, spots } from "../shared/cloth.ts";

/**
 * The positions of the spots in the tracks of a grid: across, track 1 is zero, then a seam, then twelve rows of numbers with a seam after
 * each, then the columns' ends. Down, tracks 1, 3 and 5 are the numbers with seams at 2, 4 and 6; then the dozens and the even chances. A
 * chip on a seam covers the numbers at both sides of it.
 */
export interface Cell {
  readonly x: number;
  readonly y: number;
  /** How many tracks it fills across and down. */
  readonly wide: number;
  readonly high: number;
}

export const lastX = 27;

/** The tracks of a number: for zero the middle of its field. */
function middle(number: number): { x: number; y: number } {
  if (number === 0) return { x: 1, y: 3 };
  return { x: 2 * Math.ceil(number / 3) + 1, y: 5 - 2 * ((number - 1) % 3) };
}

const evenChances = ["low", "even", "red", "black", "odd", "high"];

function cellOf({ id, kind, numbers }: Spot): Cell {
  const first = required(numbers[0], "a spot covers a number");
  const { x, y } = middle(first);
  const small = { wide: 1, high: 1 };
  switch (kind) {
    case "straight":
      return first === 0 ? { x: 1, y: 1, wide: 1, high: 5 } : { x, y, ...small };
    case "split": {
      const other = middle(required(numbers[1], "a split has two numbers"));
      return first === 0 ? { x: 2, y: other.y, ...small } : { x: (x + other.x) / 2, y: (y + other.y) / 2, ...small };
    }
    case "trio":
      return { x: 2, y: numbers.includes(1) ? 4 : 2, ...small };
    case "first_four":
      return { x: 2, y: 6, ...small };
    case "corner":
      return { x: x + 1, y: y - 1, ...small };
    case "street":
      return { x, y: 6, ...small };
    case "six_line":
      return { x: x + 1, y: 6, ...small };
    case "column":
      return { x: lastX, y, ...small };
    case "dozen":
      return { x: 3 + 8 * ((first - 1) / 12), y: 7, wide: 7, high: 1 };
    case "even_chance":
      return { x: 3 + 4 * evenChances.indexOf(id), y: 8, wide: 3, high: 1 };
  }
}

export const cells: ReadonlyMap<string, Cell> = new Map(spots.map(spot => [spot.id, cellOf(spot)]));

export type Direction = "left" | "right" | "up" | "down";

/** The spot that an arrow key moves to: the nearest in its direction, straight ahead before aside. Itself at the edge. */
export function neighbourOf(id: string, direction: Direction): string {
  const from = centre(required(cells.get(id), "a spot has a place"));
  let best = id;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [other, cell] of cells) {
    const to = centre(cell);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (ahead <= 0.01) continue;
    const distance = ahead + 4 * aside;
    if (distance < shortest) [best, shortest] = [other, distance];
  }
  return best;
}

const centre = ({ x, y, wide, high }: Cell) => ({ x: x + (wide - 1) / 2, y: y + (high - 1) / 2 });

/** The numbers of a spot, listed; a long range by its ends. */
export function numbersText(id: string): string {
  const numbers = spotOf(id)?.numbers ?? [];
  return numbers.length === 6 ? `${numbers[0]}–${numbers[5]}` : numbers.join(", ");
}
