import { type Chance, fastChance } from "#studio/engine/shared/chance.ts";
import { cellsOf, windowText } from "#studio/engine/shared/reels.ts";
import type { Cell, Round, Weighted } from "#studio/engine/shared/types.ts";
import { symbols } from "./symbols.ts";

export const reels = 6;
export const rows = 5;
const cells = reels * rows;
export const units = 20;
export const freeSpins = 15;
const moreSpins = 5;
export const maxWin = 5000;
/** Cell weights by symbol, in the symbols' order. */
export const cellWeights = [52, 66, 80, 92, 108, 124, 142, 160, 180, 18, 6];
export const freeWeights = [92, 84, 84, 90, 104, 116, 134, 150, 168, 22, 56];
export const values: readonly Weighted[] = [
  { value: 2, weight: 400 },
  { value: 3, weight: 250 },
  { value: 4, weight: 130 },
  { value: 5, weight: 90 },
  { value: 8, weight: 60 },
  { value: 10, weight: 45 },
  { value: 15, weight: 20 },
  { value: 25, weight: 18 },
  { value: 50, weight: 24 },
  { value: 100, weight: 20 },
];
const letters = symbols.map(({ letter }) => letter).join("");
const hallmark = letters.indexOf("H");
const touchstone = letters.indexOf("X");
const paying = hallmark;
/** Stakes for four, five, six hallmarks. */
const hallmarkStakes = [0, 0, 0, 0, 3, 5, 100];
const pays = symbols.map(({ pays: units = {} }) => [units[8] ?? 0, units[10] ?? 0, units[12] ?? 0]);

type Show = NonNullable<Round["show"]>;

export interface BookEnd {
  /** Before the cap. */
  readonly units: number;
  /** Whether four hallmarks start the free spins, which are a book of their own. */
  readonly triggers: boolean;
}

/** Plays the book of a stream: one whole spin, from numbers that everybody can compute. */
export function playSpinBook(stream: number, show?: Show): BookEnd {
  const game = gameOf(stream, show);
  const { won, stones } = spin(game, cellWeights);
  const factor = Math.max(1, stones);
  tellMultiplier(game, won, factor);
  const hallmarks = scatter(game);
  return { units: won * factor + hallmarks.units, triggers: hallmarks.count >= 4 };
}

/** Plays the free spins of a stream. Their streams begin where those of the spins end. */
export function playFreeBook(stream: number, show?: Show): number {
  return playFree(gameOf(bookCount + stream, show));
}

export const bookCount = 1 << 18;
const gameOf = (stream: number, show: Show | undefined): Game => ({
  chance: fastChance(stream),
  show,
  grid: new Int8Array(cells),
  stones: new Int16Array(cells),
});

interface Game {
  readonly chance: Chance;
  readonly show: Show | undefined;
  readonly grid: Int8Array;
  /** Values of touchstones on the grid. */
  readonly stones: Int16Array;
}

/** Touchstones of winning spins are kept and added to those of the spins before. */
function playFree(game: Game): number {
  game.show?.({ type: "feature", name: "free spins", spins: freeSpins });
  let [units_, kept] = [0, 0];
  let left = freeSpins;
  while (left > 0 && units_ < maxWin * units) {
    left -= 1;
    const { won, stones } = spin(game, freeWeights);
    if (won > 0) kept += stones;
    const factor = Math.max(1, kept);
    units_ += won * factor;
    tellMultiplier(game, won, factor);
    const hallmarks = scatter(game);
    units_ += hallmarks.units;
    if (hallmarks.count >= 3) {
      left += moreSpins;
      game.show?.({ type: "feature", name: "free spins", spins: moreSpins });
    }
  }
  game.show?.({ type: "feature_end", name: "free spins", units: units_ });
  return units_;
}

/** Fills the grid and lets it fall until nothing wins. Returns units before touchstones, and the sum of those on the grid. */
function spin(game: Game, weights: readonly number[]): { readonly won: number; readonly stones: number } {
  const { grid, stones, show } = game;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  grid.fill(-1);
  stones.fill(0);
  drop(game, weights, total);
  show?.({ type: "reels", set: "grid", stops: [], window: windowText(letters, rows, grid) });
  tellStones(game);
  let won = 0;
  for (let cascade = 1; ; cascade++) {
    const now = remove(game);
    if (now === 0) break;
    won += now;
    fall(game);
    drop(game, weights, total);
    show?.({ type: "window", cause: `cascade ${cascade}`, window: windowText(letters, rows, grid), cells: [] });
    tellStones(game);
  }
  return { won, stones: stones.reduce((sum, value) => sum + value, 0) };
}

/** Takes winning symbols off the grid. Returns their units. */
function remove({ grid, show }: Game): number {
  const counts = new Int8Array(letters.length);
  for (const code of grid) counts[code] = (counts[code] as number) + 1;
  let won = 0;
  for (let code = 0; code < paying; code++) {
    const count = counts[code] as number;
    if (count < 8) continue;
    const each = (pays[code] as number[])[count >= 12 ? 2 : count >= 10 ? 1 : 0] as number;
    won += each;
    const removed: readonly Cell[] = show ? cellsOf(rows, grid, cell => cell === code) : [];
    show?.({ type: "win", kind: "anywhere", symbol: letters.charAt(code), count, units: each, cells: removed });
    for (let at = 0; at < grid.length; at++) if (grid[at] === code) grid[at] = -1;
  }
  return won;
}

/** Symbols fall to the bottom of their reel, touchstones with their values. */
function fall({ grid, stones }: Game): void {
  for (let start = 0; start < grid.length; start += rows) {
    let to = start + rows - 1;
    for (let at = to; at >= start; at--) {
      if (grid[at] === -1) continue;
      grid[to] = grid[at] as number;
      stones[to] = stones[at] as number;
      to -= 1;
    }
    for (; to >= start; to--) {
      grid[to] = -1;
      stones[to] = 0;
    }
  }
}

/** New symbols for the empty cells, reel by reel from the top. */
function drop({ grid, stones, chance }: Game, weights: readonly number[], total: number): void {
  for (let at = 0; at < grid.length; at++) {
    if (grid[at] !== -1) continue;
    let rest = chance.below(total);
    let code = 0;
    while (rest >= (weights[code] as number)) rest -= weights[code++] as number;
    grid[at] = code;
    stones[at] = code === touchstone ? valueFrom(chance) : 0;
  }
}

const valueTotal = values.reduce((sum, { weight }) => sum + weight, 0);
function valueFrom(chance: Chance): number {
  let rest = chance.below(valueTotal);
  for (const { value, weight } of values) {
    if (rest < weight) return value;
    rest -= weight;
  }
  return 0;
}

function scatter({ grid, show }: Game): { readonly count: number; readonly units: number } {
  let count = 0;
  for (const code of grid) if (code === hallmark) count += 1;
  const won = (hallmarkStakes[Math.min(count, 6)] as number) * units;
  if (won > 0) {
    const on = cellsOf(rows, grid, code => code === hallmark);
    show?.({ type: "win", kind: "scatter", symbol: "H", count, units: won, cells: on });
  }
  return { count, units: won };
}

function tellStones({ grid, stones, show }: Game): void {
  if (!show) return;
  const on = cellsOf(rows, grid, code => code === touchstone);
  if (on.length === 0) return;
  show({
    type: "values",
    name: "touchstones",
    cells: on,
    values: on.map(([reel, row]) => stones[reel * rows + row] ?? 0),
  });
}

/** What the touchstones add to the wins that were told one by one. */
function tellMultiplier({ show }: Game, won: number, factor: number): void {
  if (!show || won === 0 || factor < 2) return;
  show({ type: "multiplier", name: "touchstones", value: factor });
  show({ type: "win", kind: "prize", symbol: "X", count: 1, units: won * (factor - 1), cells: [], multiplier: factor });
}
