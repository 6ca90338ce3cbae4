import { type Spot, spots } from "./spots.ts";

/** Where the spots lie on the drawn felt: units of its picture, 916 wide and 340 high; upright it is 340 wide and 916 high. */
export interface FeltArea {
  readonly spot: Spot;
  /** Centre: of the hot zone, and of the chips on it. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Zones of several numbers lie over those of one. */
  readonly level: 0 | 1 | 2;
}

const cell = 64;
const edge = 10;
export const feltSize = { width: 14 * cell + 2 * edge, height: 5 * cell + 2 * edge } as const;

const column = (number: number) => Math.ceil(number / 3);
const row = (number: number) => 2 - ((number - 1) % 3);
const centreX = (number: number) => (number === 0 ? cell / 2 : cell * (column(number) + 0.5));
const centreY = (number: number) => (number === 0 ? 1.5 * cell : cell * (row(number) + 0.5));
const evenMoney = ["low", "even", "red", "black", "odd", "high"];

type Box = Omit<FeltArea, "spot">;
const whole = (x: number, y: number, width: number, height: number): Box => ({
  x: x + width / 2,
  y: y + height / 2,
  width,
  height,
  level: 0,
});
const zone = 30;

function boxOf({ id, kind, numbers }: Spot): Box {
  const [first = 0, second = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  switch (kind) {
    case "straight":
      return first === 0
        ? whole(0, 0, cell, 3 * cell)
        : whole(centreX(first) - cell / 2, centreY(first) - cell / 2, cell, cell);
    case "split":
      if (first === 0) return { x: cell, y: centreY(last), width: zone, height: cell - zone, level: 1 };
      return column(first) === column(last)
        ? { x: centreX(first), y: (centreY(first) + centreY(last)) / 2, width: cell - zone, height: zone, level: 1 }
        : { x: (centreX(first) + centreX(last)) / 2, y: centreY(first), width: zone, height: cell - zone, level: 1 };
    case "trio":
      return { x: cell, y: (centreY(second) + centreY(last)) / 2, width: zone, height: zone, level: 2 };
    case "corner":
      return {
        x: (centreX(first) + centreX(last)) / 2,
        y: (centreY(first) + centreY(last)) / 2,
        width: zone,
        height: zone,
        level: 2,
      };
    case "street":
      return { x: centreX(first), y: 3 * cell, width: cell - zone, height: zone, level: 1 };
    case "first-four":
      return { x: cell, y: 3 * cell, width: zone, height: zone, level: 2 };
    case "line":
      return { x: cell * column(last), y: 3 * cell, width: zone, height: zone, level: 2 };
    case "column":
      return whole(13 * cell, centreY(first) - cell / 2, cell, cell);
    case "dozen":
      return whole(cell * column(first), 3 * cell, 4 * cell, cell);
    case "even-money":
      return whole(cell + evenMoney.indexOf(id) * 2 * cell, 4 * cell, 2 * cell, cell);
  }
}

/** Streets and lines lie on the line between numbers and dozens. */
export const feltAreas: readonly FeltArea[] = spots.map(spot => {
  const { x, y, ...box } = boxOf(spot);
  return { spot, x: x + edge, y: y + edge, ...box };
});

/** The place of an area on the felt standing upright, zero above. */
export function upright(area: FeltArea): FeltArea {
  const { x, y, width, height } = area;
  return { ...area, x: feltSize.height - y, y: x, width: height, height: width };
}
