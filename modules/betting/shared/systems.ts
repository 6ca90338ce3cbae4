import { invariant } from "#kit/std/invariant.ts";

/** Part of a system: every combination of these legs with one of these folds. */
export interface Group {
  /** Positions among the legs that are no bankers, from 0. */
  readonly legs: readonly number[];
  /** How many legs a combination multiplies. */
  readonly folds: readonly number[];
}

/** How a slip combines its legs: each combination is multiplied with every banker. */
export interface Shape {
  /** Positions of the bankers, from 0. */
  readonly bankers: readonly number[];
  /** Positions of the other legs. */
  readonly others: readonly number[];
  readonly groups: readonly Group[];
}

/** Systems with a name: all folds from `from` up to the number of legs. */
export const fullSystems = {
  trixie: { legs: 3, from: 2 },
  patent: { legs: 3, from: 1 },
  yankee: { legs: 4, from: 2 },
  lucky_15: { legs: 4, from: 1 },
  canadian: { legs: 5, from: 2 },
  lucky_31: { legs: 5, from: 1 },
  heinz: { legs: 6, from: 2 },
  lucky_63: { legs: 6, from: 1 },
  super_heinz: { legs: 7, from: 2 },
  lucky_127: { legs: 7, from: 1 },
  goliath: { legs: 8, from: 2 },
  lucky_255: { legs: 8, from: 1 },
} as const;

/** Alphabet: a patent on the first three legs and one on the last three, a yankee on the four between, and one accumulator. */
const alphabet: readonly Group[] = [
  { legs: [0, 1, 2], folds: [1, 2, 3] },
  { legs: [3, 4, 5], folds: [1, 2, 3] },
  { legs: [1, 2, 3, 4], folds: [2, 3, 4] },
  { legs: [0, 1, 2, 3, 4, 5], folds: [6] },
];

export const namedSystems = [...(Object.keys(fullSystems) as (keyof typeof fullSystems)[]), "alphabet"] as const;
/** `system` is any k of n, with bankers; `builder` is one leg made of several selections of one event. */
export const slipKinds = ["single", "accumulator", "builder", "system", ...namedSystems] as const;
export type SlipKind = (typeof slipKinds)[number];

export const maxLegs = 20;
export const maxCombinations = 1_000;

export interface ShapeRequest {
  readonly kind: SlipKind;
  /** How many legs the combinations have; only for kind `system`. */
  readonly folds?: readonly number[] | undefined;
  /** One entry a leg: whether it is a banker. A builder counts as one leg. */
  readonly bankers: readonly boolean[];
}

/** How a slip combines its legs; undefined when there is no such system. */
export function shapeOf({ kind, folds, bankers }: ShapeRequest): Shape | undefined {
  const count = bankers.length;
  if (count < 1 || count > maxLegs || (folds !== undefined) !== (kind === "system")) return undefined;
  const positions = bankers.map((_, position) => position);
  const shape = {
    bankers: positions.filter(position => bankers[position]),
    others: positions.filter(position => !bankers[position]),
  };
  if (kind === "system") return systemOf(shape, folds ?? []);
  if (shape.bankers.length > 0) return undefined;
  const groups = groupsOf(kind, count);
  return groups && { ...shape, groups };
}

function systemOf(legs: Omit<Shape, "groups">, folds: readonly number[]): Shape | undefined {
  const { others } = legs;
  const isFold = (fold: number) => Number.isInteger(fold) && fold >= 1 && fold <= others.length;
  if (folds.length === 0 || !folds.every(isFold) || new Set(folds).size !== folds.length) return undefined;
  const all = others.map((_, position) => position);
  const shape = { ...legs, groups: [{ legs: all, folds: [...folds].sort((a, b) => a - b) }] };
  return combinationsOf(shape) <= maxCombinations ? shape : undefined;
}

function groupsOf(kind: Exclude<SlipKind, "system">, count: number): readonly Group[] | undefined {
  const legs = range(0, count - 1);
  if (kind === "single" || kind === "builder") return count === 1 ? [{ legs, folds: [1] }] : undefined;
  if (kind === "accumulator") return count >= 2 ? [{ legs, folds: [count] }] : undefined;
  if (kind === "alphabet") return count === 6 ? alphabet : undefined;
  const { legs: needed, from } = fullSystems[kind];
  return count === needed ? [{ legs, folds: range(from, needed) }] : undefined;
}

/** How many bets a slip is; each-way doubles them. */
export function combinationsOf({ groups }: Shape): number {
  return groups.flatMap(({ legs, folds }) => folds.map(fold => choose(legs.length, fold))).reduce((a, b) => a + b, 0);
}

/** Exact for up to {@link maxLegs}. */
function choose(of: number, taken: number): number {
  invariant(taken >= 0 && taken <= of && of <= maxLegs, "a fold of more legs than there are");
  let count = 1;
  for (let each = 1; each <= taken; each += 1) count = (count * (of - taken + each)) / each;
  return count;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
