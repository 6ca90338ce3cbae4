import type { Sparse } from "./spectrum.ts";

/** What one reel can show, as far as ways care: how many cells each symbol has, in any order. */
export interface Column {
  /** Cells by symbol code. */
  readonly counts: readonly number[];
  /** Wild cells, each counting for every symbol. */
  readonly wilds: number;
  /** Whatever else a game must know of the window (scatters, new wilds): the sums over all reels are kept apart. */
  readonly tag: number;
  readonly weight: number;
}

/** Units by the sum of the tags, with their weights. */
export type ByTag = ReadonlyMap<number, Map<number, number>>;

interface State {
  readonly units: number;
  readonly tag: number;
  /** Symbols that still run, with their ways so far. */
  readonly alive: readonly (readonly [code: number, ways: number])[];
  weight: number;
}

/**
 * Counts every combination of columns reel by reel. Windows whose running symbols, ways and units are equal have the same future, so
 * they are counted once: the sum over tens of millions of windows becomes one over thousands of states. `pays[code][count]` in units.
 */
export function countWays(reels: readonly (readonly Column[])[], pays: readonly (readonly number[])[]): ByTag {
  let states: State[] = [];
  const result = new Map<number, Map<number, number>>();
  reels.forEach((columns, reel) => {
    const merged = merge(columns);
    if (reel === 0) {
      states = merged.map(column => opening(column, pays));
    } else if (reel + 1 < reels.length) {
      const next = new Map<string, State>();
      for (const state of states) for (const column of merged) keep(next, advance(state, column, reel, pays));
      states = [...next.values()];
    } else {
      for (const state of states) for (const column of merged) finish(result, state, column, reel, pays);
    }
  });
  return result;
}

function opening({ counts, wilds, tag, weight }: Column, pays: readonly (readonly number[])[]): State {
  const alive = pays.flatMap((each, code) => {
    const ways = (counts[code] ?? 0) + wilds;
    return ways > 0 && each.length > 0 ? [[code, ways] as const] : [];
  });
  return { units: 0, tag, alive, weight };
}

function advance(state: State, column: Column, reel: number, pays: readonly (readonly number[])[]): State {
  let { units } = state;
  const alive: (readonly [number, number])[] = [];
  for (const [code, ways] of state.alive) {
    const here = (column.counts[code] as number) + column.wilds;
    if (here > 0) alive.push([code, ways * here]);
    else units += (pays[code]?.[reel] ?? 0) * ways;
  }
  return { units, tag: state.tag + column.tag, alive, weight: state.weight * column.weight };
}

function keep(states: Map<string, State>, state: State): void {
  const key = `${state.units};${state.tag};${state.alive.join(";")}`;
  const known = states.get(key);
  if (known) known.weight += state.weight;
  else states.set(key, state);
}

function finish(
  result: Map<number, Map<number, number>>,
  state: State,
  column: Column,
  reel: number,
  pays: readonly (readonly number[])[],
): void {
  let { units } = state;
  for (const [code, ways] of state.alive) {
    const here = (column.counts[code] as number) + column.wilds;
    units += here > 0 ? (pays[code]?.[reel + 1] ?? 0) * ways * here : (pays[code]?.[reel] ?? 0) * ways;
  }
  const tag = state.tag + column.tag;
  const table = result.get(tag) ?? new Map<number, number>();
  table.set(units, (table.get(units) ?? 0) + state.weight * column.weight);
  result.set(tag, table);
}

function merge(columns: readonly Column[]): readonly Column[] {
  const known = new Map<string, Column>();
  for (const column of columns) {
    const key = `${column.counts.join()};${column.wilds};${column.tag}`;
    const before = known.get(key);
    known.set(key, before ? { ...column, weight: before.weight + column.weight } : column);
  }
  return [...known.values()];
}

/** The weights as probabilities of the sum of all. */
export function shares(byTag: ByTag): ReadonlyMap<number, Sparse> {
  let all = 0;
  for (const table of byTag.values()) for (const weight of table.values()) all += weight;
  return new Map([...byTag].map(([tag, table]) => [tag, new Map([...table].map(([units, w]) => [units, w / all]))]));
}
