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
  const forward = flat(lines, reels, rows, false);
  const backward = flat(lines, reels, rows, true);

  const walk = (path: Int32Array, window: Window, most: number, tell?: (win: LineWin) => void): number => {
    let sum = 0;
    for (let start = 0, line = 0; start < path.length; start += reels, line++) {
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
      tell?.({ line, code, count, units, cells: cellsOn(path, start, count, rows), reversed: path === backward });
    }
    return sum;
  };
  return {
    total: (window, tell) => walk(forward, window, reels, tell),
    totalReversed: (window, tell) => walk(backward, window, reels - 1, tell),
  };
}

function flat(lines: readonly string[], reels: number, rows: number, reversed: boolean): Int32Array {
  return Int32Array.from(
    lines.flatMap(line => {
      const path = Array.from(line, (row, reel) => reel * rows + Number(row)).slice(0, reels);
      return reversed ? path.reverse() : path;
    }),
  );
}

function cellsOn(path: Int32Array, start: number, count: number, rows: number): Cell[] {
  return Array.from({ length: count }, (_, step) => {
    const at = path[start + step] as number;
    return [Math.floor(at / rows), at % rows];
  });
}
