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
const flower = letters.indexOf("f");
const total = cellWeights.reduce((sum, weight) => sum + weight, 0);
const pays = symbols.map(({ pays: table = {} }) => {
  let last = 0;
  return Array.from({ length: cells + 1 }, (_, count) => (last = table[count] ?? last));
});

type Show = NonNullable<Round["show"]>;

interface Garden {
  readonly chance: Chance;
  readonly show: Show | undefined;
  readonly grid: Int8Array;
  readonly lit: Int16Array;
}

/** Plays the book of a stream: falls until nothing wins, no lamp is due and no moon shines. Units before the cap. */
export function playBook(stream: number, show?: Show): number {
  const grid = new Int8Array(cells).fill(-1);
  const garden: Garden = { chance: fastChance(stream), show, grid, lit: new Int16Array(cells) };
  drop(garden);
  show?.({ type: "reels", set: "grid", stops: [], window: windowText(letters, size, grid) });
  let [won, moths, cascade] = [0, 0, 1];
  let burst = false;
  while (won < maxWin * units) {
    const { units: now, caught } = collect(garden, cascade);
    if (caught > 0) {
      won += now;
      moths += caught * cascade;
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

/** Pays all clusters and takes them off the grid; counts the moths among them, flowers left out. */
function collect({ grid, lit, show }: Garden, cascade: number): { readonly units: number; readonly caught: number } {
  const gone = new Uint8Array(cells);
  const seen = new Int8Array(cells).fill(-1);
  let sum = 0;
  for (let start = 0; start < cells; start++) {
    const code = grid[start] as number;
    if (code >= wild || seen[start] === code) continue;
    const cluster = clusterFrom(grid, start, code, seen);
    if (cluster.length < least) continue;
    const light = cluster.reduce((lights, at) => lights + (lit[at] as number), 0);
    const multiplier = cascade * Math.max(1, light);
    const won = (pays[code]?.[cluster.length] as number) * multiplier;
    sum += won;
    for (const at of cluster) {
      gone[at] = 1;
      lit[at] = Math.min(brightest, 2 * (lit[at] as number));
    }
    const on = show ? cluster.map(at => [Math.floor(at / size), at % size] as const) : [];
    const symbol = letters.charAt(code);
    show?.({ type: "win", kind: "cluster", symbol, count: cluster.length, units: won, cells: on, multiplier });
  }
  let caught = 0;
  gone.forEach((isGone, at) => {
    if (isGone === 0) return;
    if (grid[at] !== flower) caught += 1;
    grid[at] = -1;
  });
  return { units: sum, caught: sum > 0 ? Math.max(1, caught) : 0 };
}

/** Cells that touch by their sides, of one symbol or lamps. Cells of the symbol are marked as seen. */
function clusterFrom(grid: Int8Array, start: number, code: number, seen: Int8Array): number[] {
  const cluster = [start];
  const inside = new Set(cluster);
  for (const at of cluster) {
    if (grid[at] === code) seen[at] = code;
    const row = at % size;
    const around = [at - size, at + size, ...(row > 0 ? [at - 1] : []), ...(row < size - 1 ? [at + 1] : [])];
    for (const next of around) {
      if (next < 0 || next >= cells || inside.has(next)) continue;
      if (grid[next] !== code && grid[next] !== wild) continue;
      inside.add(next);
      cluster.push(next);
    }
  }
  return cluster;
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
    grid[at] = -1;
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
      if (grid[at] === -1) continue;
      grid[to] = grid[at] as number;
      to -= 1;
    }
    for (; to >= start; to--) grid[to] = -1;
  }
  drop(garden);
  show?.({ type: "window", cause, window: windowText(letters, size, grid), cells: [] });
}

function drop({ chance, grid }: Garden): void {
  for (let at = 0; at < cells; at++) {
    if (grid[at] !== -1) continue;
    let rest = chance.below(total);
    let code = 0;
    while (rest >= (cellWeights[code] as number)) rest -= cellWeights[code++] as number;
    grid[at] = code;
  }
}
