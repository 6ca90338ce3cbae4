import type { ModeProof } from "#studio/engine/proof/figures.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";

/** Rounds of all equally likely ones that pay so many units. */
export interface Payout {
  readonly units: number;
  readonly rounds: number;
}

/** Payouts that a casino is told of: its players see what a bonus is worth by playing the game. */
const mostPayouts = 100;

/** Every payout of the base game, the least first. Undefined where a round is more than one stop of each reel, or pays too many sums. */
export function payoutsOf({ strips }: SlotGame, proof: ModeProof | undefined): readonly Payout[] | undefined {
  const all = (strips.base ?? []).reduce((product, { length }) => product * length, 1);
  const rows = [...(proof?.distribution ?? [])].sort(([a], [b]) => a - b);
  const payouts = rows.map(([units, probability]) => ({ units, rounds: Math.round(probability * all) }));
  const isWhole = rows.every(([, probability], index) => isAt(probability * all, payouts[index]?.rounds ?? 0));
  const sum = payouts.reduce((total, { rounds }) => total + rounds, 0);
  return proof?.exact && isWhole && sum === all && rows.length <= mostPayouts ? payouts : undefined;
}

const isAt = (value: number, whole: number): boolean => whole > 0 && Math.abs(value - whole) < 1e-6;
