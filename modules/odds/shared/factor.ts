/** The terms of f = v + (1 - v) x result x d x o, what one unit staked at price o returns. */
export interface Factor {
  readonly result: 0 | 1;
  readonly voidFactor: 0 | 0.5 | 1;
  /** Winning places over tied entrants; [1, 1] where nobody is tied. */
  readonly deadHeat: readonly [places: number, tied: number];
}

const plain = [1, 1] as const;
export const won: Factor = { result: 1, voidFactor: 0, deadHeat: plain };
export const lost: Factor = { result: 0, voidFactor: 0, deadHeat: plain };
export const voided: Factor = { result: 0, voidFactor: 1, deadHeat: plain };
export const halfWon: Factor = { result: 1, voidFactor: 0.5, deadHeat: plain };
export const halfLost: Factor = { result: 0, voidFactor: 0.5, deadHeat: plain };

/** The factor of a margin in quarters of a goal above the line: 1 is half won, -1 half lost, 0 a push. */
export function byMargin(quarters: number): Factor {
  if (quarters >= 2) return won;
  if (quarters <= -2) return lost;
  return quarters === 0 ? voided : quarters === 1 ? halfWon : halfLost;
}

/** The provider's quotient of winning places and tied entrants as the fraction it stands for; undefined when it is none of up to 100 entrants. */
export function deadHeatOf(quotient: number): readonly [number, number] | undefined {
  for (let tied = 1; tied <= 100; tied++) {
    const places = Math.round(quotient * tied);
    if (places >= 1 && places <= tied && Math.abs(places / tied - quotient) < 5e-5) return [places, tied];
  }
  return undefined;
}

/** Whether both return the same at every price. */
export function sameFactor(a: Factor, b: Factor): boolean {
  if (a.voidFactor !== b.voidFactor) return false;
  if (a.voidFactor === 1) return true;
  return a.result === b.result && (a.result === 0 || a.deadHeat[0] * b.deadHeat[1] === b.deadHeat[0] * a.deadHeat[1]);
}
