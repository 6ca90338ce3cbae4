import { type Chance, fastChance } from "#studio/engine/shared/chance.ts";
import { cellsOf, windowText } from "#studio/engine/shared/reels.ts";
import type { Round } from "#studio/engine/shared/types.ts";
import { symbols } from "./symbols.ts";

export const size = 7;
const cells = size * size;
export const units = 20;
export const maxWin = 2000;
export const bookCount = 1 << 18;
export const least = 5;
/** Moths that make the lamp burst, once in a round; one caught in the third cascade counts three times, as it pays. */
const lampMoths = 50;
const lampWilds = 4;
/** What a lit cell multiplies a cluster by; several lit cells add up, and each win on a lit cell doubles its light. */
const moonlight = 5;
const brightest = 640;
/** Cell weights by symbol, in the symbols' order; the lamp comes from moths alone. */
export const cellWeights = [90, 105, 125, 145, 180, 215, 245, 0, 80];
const letters = symbols.map(({ letter }) => letter).join("");
const wild = letters.indexOf("W");
const moon = letters.indexOf("M");
const empty = -1;
const flower = letters.indexOf("f");
const pays = symbols.map(({ pays: table = {} }) => {
  let last = 0;
  return Array.from({ length: cells + 1 }, (_, count) => (last = table[count] ?? last));
});

/** The four cells beside each cell, flat, in the order of a search; on the edge of the garden the cell itself, which is already found. */
const beside = Int8Array.from({ length: cells * 4 }, (_, side) => {
  const at = side >> 2;
  const row = at % size;
  const next = [at - size, at + size, row > 0 ? at - 1 : at, row < size - 1 ? at + 1 : at][side & 3] as number;
  return next >= 0 && next < cells ? next : at;
});
/** The symbol of every draw below the sum of the weights. */
const symbolOf = Int8Array.from(cellWeights.flatMap((weight, code) => Array<number>(weight).fill(code)));

type Show = NonNullable<Round["show"]>;

interface Garden {
  readonly chance: Chance;
  readonly show: Show | undefined;
  readonly grid: Int8Array;
  readonly lit: Int16Array;
}

/** Reused by every book. */
const grid = new Int8Array(cells);
const lit = new Int16Array(cells);

/** Plays the book of a stream: falls until nothing wins, no lamp is due and no moon shines. Units before the cap. */
export function playBook(stream: number, show?: Show): number {
  const garden: Garden = { chance: fastChance(stream), show, grid: grid.fill(empty), lit: lit.fill(0) };
  drop(garden);
  show?.({ type: "reels", set: "grid", stops: [], window: windowText(letters, size, grid) });
  let [won, moths, cascade] = [0, 0, 1];
  let burst = false;
  while (won < maxWin * units) {
    const now = collect(garden, cascade);
    if (now > 0) {
      won += now;
      moths += takeCaught(garden) * cascade;
      cascade += 1;
      refill(garden, "cascade");
    } else if (!burst && moths >= lampMoths) {
      burst = true;
      burstLamp(garden);
    } else if (grid.includes(moon)) {
      shine(garden);
    } else break;
  }
  return won;
}

/** Cells that the last search has visited, and those in a cluster that pays. Reused by every search. */
const visited = new Uint8Array(cells);
const caught = new Uint8Array(cells);
/** The cluster that was found last: its cells in the order in which they were found. */
const cluster = new Int8Array(cells);

/** Pays all clusters and marks their cells as caught. */
function collect({ grid, lit, show }: Garden, cascade: number): number {
  visited.fill(0);
  caught.fill(0);
  let sum = 0;
  for (let start = 0; start < cells; start++) {
    const code = grid[start] as number;
    if (code >= wild || visited[start] === 1) continue;
    const count = findCluster(grid, start, code);
    if (count < least) continue;
    let light = 0;
    for (let found = 0; found < count; found++) {
      const at = cluster[found] as number;
      const shining = lit[at] as number;
      light += shining;
      lit[at] = Math.min(brightest, 2 * shining);
      caught[at] = 1;
    }
    const multiplier = cascade * Math.max(1, light);
    const won = (pays[code]?.[count] as number) * multiplier;
    sum += won;
    const on = show ? Array.from(cluster.subarray(0, count), at => [Math.floor(at / size), at % size] as const) : [];
    show?.({ type: "win", kind: "cluster", symbol: letters.charAt(code), count, units: won, cells: on, multiplier });
  }
  return sum;
}

/** Finds the cells that touch by their sides, of one symbol or lamps, and returns their count. A lamp may be in several clusters. */
function findCluster(grid: Int8Array, start: number, code: number): number {
  cluster[0] = start;
  visited[start] = 1;
  let count = 1;
  let lamps = 0;
  for (let from = 0; from < count; from++) {
    const sides = (cluster[from] as number) * 4;
    for (let side = sides; side < sides + 4; side++) {
      const next = beside[side] as number;
      const there = grid[next];
      if ((there !== code && there !== wild) || visited[next] === 1) continue;
      visited[next] = 1;
      cluster[count++] = next;
      if (there === wild) lamps += 1;
    }
  }
  if (lamps > 0) for (let at = 0; at < cells; at++) if (grid[at] === wild) visited[at] = 0;
  return count;
}

/** Takes caught cells off the grid. Counts the moths and lamps among them, flowers left out; at least one. */
function takeCaught({ grid }: Garden): number {
  let count = 0;
  for (let at = 0; at < cells; at++) {
    if (caught[at] === 0) continue;
    if (grid[at] !== flower) count += 1;
    grid[at] = empty;
  }
  return Math.max(1, count);
}

/** Four cells, drawn one after the other, become lamps. */
function burstLamp({ chance, grid, show }: Garden): void {
  const free = Array.from({ length: cells }, (_, at) => at);
  for (let count = 0; count < lampWilds; count++) {
    const [at] = free.splice(chance.below(free.length), 1);
    grid[at as number] = wild;
  }
  const on = show ? cellsOf(size, grid, code => code === wild) : [];
  show?.({ type: "feature", name: "lamp", spins: 0 });
  show?.({ type: "window", cause: "lamp", window: windowText(letters, size, grid), cells: on });
}

/** Each moon lights its cell for the rest of the round, brighter where one shone before, and sets. */
function shine(garden: Garden): void {
  const { grid, lit, show } = garden;
  show?.({ type: "feature", name: "moon", spins: 0 });
  for (let at = 0; at < cells; at++) {
    if (grid[at] !== moon) continue;
    lit[at] = Math.min(brightest, (lit[at] as number) + moonlight);
    grid[at] = empty;
  }
  const on = show ? [...lit.keys()].filter(at => (lit[at] as number) > 0) : [];
  show?.({
    type: "values",
    name: "moonlight",
    cells: on.map(at => [Math.floor(at / size), at % size] as const),
    values: on.map(at => lit[at] as number),
  });
  refill(garden, "moon");
}

function refill(garden: Garden, cause: string): void {
  const { grid, show } = garden;
  for (let start = 0; start < cells; start += size) {
    let to = start + size - 1;
    for (let at = to; at >= start; at--) {
      if (grid[at] === empty) continue;
      grid[to] = grid[at] as number;
      to -= 1;
    }
    for (; to >= start; to--) grid[to] = empty;
  }
  drop(garden);
  show?.({ type: "window", cause, window: windowText(letters, size, grid), cells: [] });
}

function drop({ chance, grid }: Garden): void {
  for (let at = 0; at < cells; at++) {
    if (grid[at] !== empty) continue;
    grid[at] = symbolOf[chance.below(symbolOf.length)] as number;
  }
}
