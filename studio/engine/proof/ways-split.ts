import type { Column } from "./ways.ts";

/**
 * Ways on six reels: too many windows for one walk from left to right. A win needs three reels, so the first three leave only which
 * symbols still run and in how many ways each; for every such set of symbols the last three reels are counted once, as units per way.
 */
export interface Split {
  /** Adds the probability of every win, by the sum of the tags, as `visit(tag, units, probability)`. */
  forEach(visit: (tag: number, units: number, probability: number) => void): void;
}

const middle = 3;

interface Left {
  readonly tag: number;
  readonly codes: readonly number[];
  readonly ways: readonly number[];
  probability: number;
}
interface Right {
  readonly tag: number;
  /** Units per way of each running symbol. */
  readonly units: readonly number[];
  readonly probability: number;
}

export function splitWays(reels: readonly (readonly Column[])[], pays: readonly (readonly number[])[]): Split {
  const left = leftStates(reels.slice(0, middle), pays);
  const rights = new Map<string, readonly Right[]>();
  const rightOf = (codes: readonly number[]): readonly Right[] => {
    const key = codes.join();
    const found = rights.get(key) ?? rightStates(reels.slice(middle), pays, codes);
    rights.set(key, found);
    return found;
  };
  return {
    forEach(visit) {
      for (const { tag, codes, ways, probability } of left) {
        for (const right of rightOf(codes)) {
          let units = 0;
          for (let index = 0; index < ways.length; index++)
            units += (ways[index] as number) * (right.units[index] as number);
          visit(tag + right.tag, units, probability * right.probability);
        }
      }
    },
  };
}

function leftStates(reels: readonly (readonly Column[])[], pays: readonly (readonly number[])[]): readonly Left[] {
  const paying = pays.flatMap((each, code) => (each.length > 0 ? [code] : []));
  let states: Left[] = [{ tag: 0, codes: paying, ways: paying.map(() => 1), probability: 1 }];
  for (const columns of reels) {
    const next = new Map<string, Left>();
    const all = totalOf(columns);
    const merged = project(columns, paying);
    for (const state of states) {
      for (const { counts, tag, weight } of merged) {
        const codes: number[] = [];
        const ways: number[] = [];
        state.codes.forEach((code, index) => {
          const here = counts[paying.indexOf(code)] as number;
          if (here === 0) return;
          codes.push(code);
          ways.push((state.ways[index] as number) * here);
        });
        const key = `${state.tag + tag};${codes};${ways}`;
        const known = next.get(key);
        const probability = (state.probability * weight) / all;
        if (known) known.probability += probability;
        else next.set(key, { tag: state.tag + tag, codes, ways, probability });
      }
    }
    states = [...next.values()];
  }
  return states;
}

interface Running {
  readonly tag: number;
  /** Ways of a symbol that runs; its units, negative, once it has stopped. */
  readonly values: readonly number[];
  probability: number;
}

function rightStates(
  reels: readonly (readonly Column[])[],
  pays: readonly (readonly number[])[],
  codes: readonly number[],
): readonly Right[] {
  let states: Running[] = [{ tag: 0, values: codes.map(() => 1), probability: 1 }];
  reels.forEach((columns, index) => {
    const count = middle + index;
    const all = totalOf(columns);
    const merged = project(columns, codes);
    const next = new Map<string, Running>();
    for (const state of states) {
      for (const { counts, tag, weight } of merged) {
        const values = state.values.map((value, at) => {
          if (value <= 0) return value;
          const here = counts[at] as number;
          return here > 0 ? value * here : -value * (pays[codes[at] as number]?.[count] as number);
        });
        const key = `${state.tag + tag};${values}`;
        const known = next.get(key);
        const probability = (state.probability * weight) / all;
        if (known) known.probability += probability;
        else next.set(key, { tag: state.tag + tag, values, probability });
      }
    }
    states = [...next.values()];
  });
  const most = middle + reels.length;
  return states.map(({ tag, values, probability }) => ({
    tag,
    probability,
    units: values.map((value, at) => (value <= 0 ? -value : value * (pays[codes[at] as number]?.[most] as number))),
  }));
}

interface Projected {
  /** Cells of each wanted symbol, wilds included. */
  readonly counts: readonly number[];
  readonly tag: number;
  weight: number;
}

/** Columns as far as these symbols can tell them apart. */
function project(columns: readonly Column[], codes: readonly number[]): readonly Projected[] {
  const known = new Map<string, Projected>();
  for (const { counts, wilds, tag, weight } of columns) {
    const own = codes.map(code => (counts[code] as number) + wilds);
    const key = `${tag};${own}`;
    const before = known.get(key);
    if (before) before.weight += weight;
    else known.set(key, { counts: own, tag, weight });
  }
  return [...known.values()];
}

const totalOf = (columns: readonly Column[]): number => columns.reduce((sum, { weight }) => sum + weight, 0);

/** Collects probabilities by units. */
export function collect(into: Map<number, number>, units: number, probability: number): void {
  into.set(units, (into.get(units) ?? 0) + probability);
}
