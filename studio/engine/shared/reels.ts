import { invariant } from "#kit/std/invariant.ts";
import type { Cell, Round, SlotSymbol, Strips } from "./types.ts";

/** Symbols as small numbers: the place of their letter in the game's list. */
export type Codes = Int8Array;

/** A window, reel by reel: cell (reel, row) at `reel * rows + row`. */
export type Window = Int8Array;

export interface Machine {
  readonly reels: number;
  readonly rows: number;
  readonly letters: string;
  readonly strips: readonly Codes[];
  /** Draws a stop per reel and writes the window; the stops are in `stops`. */
  spin(round: Round, window: Window): void;
  /** Draws one reel and writes its column, for respins that hold the others. */
  spinReel(round: Round, reel: number, window: Window): void;
  /** Writes the window of these stops. */
  show(stops: ArrayLike<number>, window: Window): void;
  readonly stops: Int32Array;
}

export function lettersOf(symbols: readonly SlotSymbol[]): string {
  return symbols.map(({ letter }) => letter).join("");
}

/** A set of strips, made ready to be spun. `set` stands in the draws' names. */
export function createMachine(symbols: readonly SlotSymbol[], rows: number, set: string, strips: Strips): Machine {
  const letters = lettersOf(symbols);
  const coded = strips.map(strip => codesOf(letters, strip));
  const names = strips.map((_, reel) => `${set} reel ${reel + 1}`);
  const stops = new Int32Array(strips.length);
  const column = (reel: number, stop: number, window: Window): void => {
    const strip = coded[reel] as Codes;
    for (let row = 0, at = stop; row < rows; row++) {
      window[reel * rows + row] = strip[at] as number;
      at = at + 1 === strip.length ? 0 : at + 1;
    }
  };
  const spinReel = (round: Round, reel: number, window: Window): void => {
    const stop = round.draw(names[reel] as string, (coded[reel] as Codes).length);
    stops[reel] = stop;
    column(reel, stop, window);
  };
  return {
    reels: strips.length,
    rows,
    letters,
    strips: coded,
    stops,
    spin(round, window) {
      for (let reel = 0; reel < coded.length; reel++) spinReel(round, reel, window);
    },
    spinReel,
    show(given, window) {
      for (let reel = 0; reel < coded.length; reel++) column(reel, given[reel] as number, window);
    },
  };
}

export function codesOf(letters: string, strip: string): Codes {
  return Int8Array.from(strip, letter => {
    const code = letters.indexOf(letter);
    invariant(code >= 0, `no symbol has the letter ${letter}`);
    return code;
  });
}

/** The window as a record shows it: one text per reel. */
export function windowText(letters: string, rows: number, window: Window): string[] {
  return Array.from({ length: window.length / rows }, (_, reel) =>
    Array.from(window.subarray(reel * rows, (reel + 1) * rows), code => letters.charAt(code)).join(""),
  );
}

/** Cells of the window with one of these symbols. */
export function cellsOf(rows: number, window: Window, wanted: (code: number) => boolean): Cell[] {
  const cells: Cell[] = [];
  window.forEach((code, at) => {
    if (wanted(code)) cells.push([Math.floor(at / rows), at % rows]);
  });
  return cells;
}

/** How many cells show this symbol. */
export function countOf(window: Window, code: number): number {
  let count = 0;
  for (let at = 0; at < window.length; at++) if (window[at] === code) count += 1;
  return count;
}

/** Units by symbol and count, flat: `table[code * (most + 1) + count]`. */
export function payTable(symbols: readonly SlotSymbol[], most: number): Int32Array {
  const table = new Int32Array(symbols.length * (most + 1));
  symbols.forEach(({ pays = {} }, code) => {
    for (const [count, units] of Object.entries(pays)) {
      invariant(
        Number(count) <= most && Number.isInteger(units) && units > 0,
        "pays are whole units of a count that fits",
      );
      table[code * (most + 1) + Number(count)] = units;
    }
  });
  return table;
}

export function codeOf(symbols: readonly SlotSymbol[], role: "wild" | "scatter" | "coin"): number {
  return symbols.findIndex(symbol => symbol.role === role);
}
