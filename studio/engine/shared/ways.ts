import { payTable, type Window } from "./reels.ts";
import type { Cell, Round, SlotSymbol } from "./types.ts";

export interface WaysWin {
  readonly code: number;
  readonly count: number;
  readonly ways: number;
  readonly units: number;
}

export interface Ways {
  /** Units of every symbol on adjacent reels from the left; a wild counts `wildWorth` times in its way. */
  total(window: Window, wildWorth: number, tell?: (win: WaysWin) => void): number;
}

/** A symbol pays its longest run of reels, times the product of its cells on each of them. A wild pays nothing of its own. */
export function createWays(symbols: readonly SlotSymbol[], reels: number, rows: number): Ways {
  const wild = symbols.findIndex(({ role }) => role === "wild");
  const pays = payTable(symbols, reels);
  const width = reels + 1;
  const paying = symbols.flatMap(({ role }, code) => (role === "pay" ? [code] : []));
  const isPaying = Uint8Array.from(symbols, ({ role }) => (role === "pay" ? 1 : 0));

  const one = (code: number, window: Window, worth: number, tell?: (win: WaysWin) => void): number => {
    let ways = 1;
    let count = 0;
    for (let at = 0; count < reels; count++) {
      let here = 0;
      for (const end = at + rows; at < end; at++) {
        const cell = window[at];
        if (cell === code) here += 1;
        else if (cell === wild) here += worth;
      }
      if (here === 0) break;
      ways *= here;
    }
    const units = (pays[code * width + count] as number) * ways;
    if (units > 0) tell?.({ code, count, ways, units });
    return units;
  };
  const startsWild = (window: Window): boolean => {
    for (let row = 0; row < rows; row++) if (window[row] === wild) return true;
    return false;
  };
  return {
    total(window, wildWorth, tell) {
      let sum = 0;
      if (startsWild(window)) {
        for (const code of paying) sum += one(code, window, wildWorth, tell);
        return sum;
      }
      for (let row = 0; row < rows; row++) {
        const code = window[row] as number;
        if (isPaying[code] !== 1 || isRepeat(window, row)) continue;
        sum += one(code, window, wildWorth, tell);
      }
      return sum;
    },
  };
}

function isRepeat(window: Window, row: number): boolean {
  for (let above = 0; above < row; above++) if (window[above] === window[row]) return true;
  return false;
}

/** The listener for ways wins; undefined in simulation. */
export function showWays(
  round: Round,
  symbols: readonly SlotSymbol[],
  rows: number,
  window: Window,
): ((win: WaysWin) => void) | undefined {
  const { show } = round;
  if (!show) return undefined;
  const wild = symbols.findIndex(({ role }) => role === "wild");
  return ({ code, count, ways, units }) => {
    const cells: Cell[] = [];
    for (let at = 0; at < count * rows; at++) {
      if (window[at] === code || window[at] === wild) cells.push([Math.floor(at / rows), at % rows]);
    }
    show({ type: "win", kind: "ways", symbol: symbols[code]?.letter ?? "", count, units, cells, ways });
  };
}
