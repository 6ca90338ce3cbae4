import { invariant } from "#kit/std/invariant.ts";
import type { Round, Weighted } from "./types.ts";

export interface WeightedDraw {
  readonly total: number;
  readonly table: readonly Weighted[];
  draw(round: Round): number;
}

/** A draw from a weight table, one number below the sum of its weights. */
export function createWeightedDraw(name: string, table: readonly Weighted[]): WeightedDraw {
  const total = table.reduce((sum, { weight }) => sum + weight, 0);
  invariant(
    table.every(({ weight }) => Number.isSafeInteger(weight) && weight > 0),
    "weights are whole and positive",
  );
  /** The value of every draw. */
  const values = Int32Array.from(table.flatMap(({ value, weight }) => Array<number>(weight).fill(value)));
  return {
    total,
    table,
    draw: round => values[round.draw(name, total)] as number,
  };
}
