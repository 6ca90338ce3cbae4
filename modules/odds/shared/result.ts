import { deadHeatOf, type Factor, sameFactor } from "./factor.ts";

/** An outcome as the provider settled it. */
export interface SettledOutcome {
  readonly id: string;
  readonly result: 0 | 1;
  readonly void_factor: 0 | 0.5 | 1;
  /** Winning places over tied entrants. */
  readonly dead_heat: number;
}

export type Result = Readonly<Record<string, Factor>>;

/** The provider's result as factors; undefined where a dead heat is no fraction. */
export function resultOf(outcomes: readonly SettledOutcome[]): Result | undefined {
  const factors: Record<string, Factor> = {};
  for (const { id, result, void_factor, dead_heat } of outcomes) {
    const deadHeat = deadHeatOf(dead_heat);
    if (!deadHeat) return undefined;
    factors[id] = { result, voidFactor: void_factor, deadHeat };
  }
  return factors;
}

/** Whether both give every outcome of the provider's result the same factor. */
export function sameResult(provider: Result, own: Result): boolean {
  return Object.entries(provider).every(([id, factor]) => {
    const other = own[id];
    return other !== undefined && sameFactor(factor, other);
  });
}
