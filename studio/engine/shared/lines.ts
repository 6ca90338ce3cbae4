import { invariant } from "#kit/std/invariant.ts";
import { payTable, type Window } from "./reels.ts";
import type { Cell, SlotSymbol } from "./types.ts";

export interface LineWin {
  readonly line: number;
  readonly code: number;
  readonly count: number;
  readonly units: number;
  readonly cells: readonly Cell[];
  readonly reversed: boolean;
}

export interface Lines {
  /** Units of all lines from the left; `tell` hears each win. */
  total(window: Window, tell?: (win: LineWin) => void): number;
  /** The same from the right, without the wins of five alike, which the left has paid. */
  totalReversed(window: Window, tell?: (win: LineWin) => void): number;
}

/** The lines in one direction. */
interface Paths {
  /** The cells of each line in turn. */
  readonly cells: Int32Array;
  /** For each line its cells on the first two reels of the direction, as one number. */
  readonly pairs: Uint8Array;
  readonly first: number;
  readonly second: number;
}

/**
 * A line is paid from its first reel, by its first symbol that is not wild; where the wilds before it pay more of their own, by them.
 * A line of wilds alone pays what the wild pays, nothing if it has no pay.
 */
export function createLines(
  symbols: readonly SlotSymbol[],
  reels: number,
  rows: number,
  lines: readonly string[],
): Lines {
  const wild = symbols.findIndex(({ role }) => role === "wild");
  const pays = payTable(symbols, reels);
  const width = reels + 1;
  const forward = pathsOf(lines, reels, rows, false);
  const backward = pathsOf(lines, reels, rows, true);
  invariant(
    symbols.every((_, code) => pays[code * width + 1] === 0),
    "a line pays from its second reel on",
  );
  const agree = new Uint8Array(rows * rows);

  /** Notes which cells of the first two reels agree: lines share few such pairs, and most pairs end their lines. */
  const compareFirst = ({ first, second }: Paths, window: Window): void => {
    for (let row = 0, pair = 0; row < rows; row++) {
      const code = window[first * rows + row];
      for (let next = second * rows; next < second * rows + rows; next++, pair++) {
        agree[pair] = code === window[next] || code === wild || window[next] === wild ? 1 : 0;
      }
    }
  };
  const walk = (paths: Paths, window: Window, most: number, tell?: (win: LineWin) => void): number => {
    compareFirst(paths, window);
    const { cells: path, pairs } = paths;
    let sum = 0;
    for (let line = 0, start = 0; line < pairs.length; line++, start += reels) {
      if (agree[pairs[line] as number] === 0) continue;
      let code = window[path[start] as number] as number;
      let count = 1;
      let wilds = 0;
      if (code === wild) {
        wilds = 1;
        while (wilds < reels && window[path[start + wilds] as number] === wild) wilds++;
        if (wilds < reels) code = window[path[start + wilds] as number] as number;
        count = wilds;
      }
      while (count < reels) {
        const next = window[path[start + count] as number] as number;
        if (next !== code && next !== wild) break;
        count++;
      }
      let units = count > most ? 0 : (pays[code * width + count] as number);
      if (wilds > 0 && code !== wild && wilds <= most) {
        const own = pays[wild * width + wilds] as number;
        if (own > units) {
          units = own;
          code = wild;
          count = wilds;
        }
      }
      if (units === 0) continue;
      sum += units;
      tell?.({ line, code, count, units, cells: cellsOn(path, start, count, rows), reversed: paths === backward });
    }
    return sum;
  };
  return {
    total: (window, tell) => walk(forward, window, reels, tell),
    totalReversed: (window, tell) => walk(backward, window, reels - 1, tell),
  };
}

function pathsOf(lines: readonly string[], reels: number, rows: number, reversed: boolean): Paths {
  const order = Array.from({ length: reels }, (_, reel) => (reversed ? reels - 1 - reel : reel));
  const [first = 0, second = 0] = order;
  return {
    cells: Int32Array.from(lines.flatMap(line => order.map(reel => reel * rows + Number(line[reel])))),
    pairs: Uint8Array.from(lines, line => Number(line[first]) * rows + Number(line[second])),
    first,
    second,
  };
}

function cellsOn(path: Int32Array, start: number, count: number, rows: number): Cell[] {
  return Array.from({ length: count }, (_, step) => {
    const at = path[start + step] as number;
    return [Math.floor(at / rows), at % rows];
  });
}
