import { invariant } from "#kit/std/invariant.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import { type Fraction, fraction, over, plus, toNumber } from "./fraction.ts";
import type { Sparse } from "./spectrum.ts";

/** A source of wins beside others: "lines", "free spins"; what it returns of the mode's price, the cap left out. */
export interface Part {
  readonly name: string;
  readonly rtp: number;
}

export interface Feature {
  readonly name: string;
  /** Probability in one round of the mode. */
  readonly probability: number;
  /** Stakes, before the cap. */
  readonly worth: number;
}

/** What a proof computes of one mode. */
export interface ModeProof {
  /** Probability by units after the cap; sums to one. */
  readonly distribution: Sparse;
  /** The return on the price as an exact fraction, where the proof is a count. */
  readonly exact?: Fraction;
  readonly parts: readonly Part[];
  /** Rounds with a win or a feature. */
  readonly hit: number | Fraction;
  readonly features: readonly Feature[];
}

export type SlotProof = () => Readonly<Record<string, ModeProof>>;

/** What the PAR sheet states of a mode, in stakes of the base game where nothing else is said. */
export interface ModeFigures {
  readonly mode: string;
  readonly price: number;
  /** "508/529" or undefined. */
  readonly exact?: string;
  readonly rtp: number;
  readonly parts: readonly Part[];
  /** Share of the return that the cap takes, as a negative number or 0. */
  readonly cap: number;
  readonly hit: number;
  readonly hitExact?: string;
  /** Rounds that win at most what they cost, but more than nothing. */
  readonly atOrBelow: number;
  readonly deviation: number;
  /** The win that a share of rounds does not exceed. */
  readonly quantiles: readonly { readonly share: number; readonly multiple: number }[];
  readonly features: readonly Feature[];
  readonly maxWinProbability: number;
}

const shares = [0.5, 0.75, 0.9, 0.99, 0.999, 0.9999, 0.999999];

export function figuresOf(game: SlotGame, mode: string, proof: ModeProof): ModeFigures {
  const price = game.modes[mode]?.price;
  invariant(price !== undefined, `${game.slug} has no mode ${mode}`);
  const rows = [...proof.distribution].sort(([a], [b]) => a - b);
  const mass = rows.reduce((sum, [, probability]) => sum + probability, 0);
  invariant(Math.abs(mass - 1) < 1e-9, `the probabilities of ${game.slug} ${mode} sum to ${mass}`);
  const stakes = (units: number) => units / game.units;
  const mean = rows.reduce((sum, [units, probability]) => sum + stakes(units) * probability, 0);
  const square = rows.reduce((sum, [units, probability]) => sum + stakes(units) ** 2 * probability, 0);
  const rtp = proof.exact ? toNumber(proof.exact) : mean / price;
  const whole = proof.parts.reduce((sum, part) => sum + part.rtp, 0);
  const { exact, hit } = proof;
  return {
    mode,
    price,
    ...(exact && { exact: `${exact.numerator}/${exact.denominator}` }),
    rtp,
    parts: proof.parts,
    cap: rtp - whole,
    hit: typeof hit === "number" ? hit : toNumber(hit),
    ...(typeof hit !== "number" && { hitExact: `${hit.numerator}/${hit.denominator}` }),
    atOrBelow: rows.reduce(
      (sum, [units, probability]) => (units > 0 && stakes(units) <= price ? sum + probability : sum),
      0,
    ),
    deviation: Math.sqrt(square - mean * mean),
    quantiles: shares.map(share => ({ share, multiple: stakes(quantile(rows, share)) })),
    features: proof.features,
    maxWinProbability: proof.distribution.get(game.maxWin * game.units) ?? 0,
  };
}

function quantile(rows: readonly (readonly [number, number])[], share: number): number {
  let sum = 0;
  for (const [units, probability] of rows) {
    sum += probability;
    if (sum >= share - 1e-12) return units;
  }
  return rows.at(-1)?.[0] ?? 0;
}

/** A mode whose every round was counted: `counts` by units before the cap, out of `all`. */
export function counted(
  game: Pick<SlotGame, "units" | "maxWin">,
  counts: readonly (readonly [units: number, count: number])[],
  all: number,
  price: number,
): { readonly distribution: Sparse; readonly exact: Fraction; readonly hit: Fraction } {
  const most = game.units * game.maxWin;
  const distribution = new Map<number, number>();
  let sum = 0n;
  let hits = 0;
  for (const [units, count] of counts) {
    const paid = Math.min(units, most);
    distribution.set(paid, (distribution.get(paid) ?? 0) + count / all);
    sum += BigInt(paid) * BigInt(count);
    if (units > 0) hits += count;
  }
  return { distribution, exact: fraction(sum, BigInt(all) * BigInt(game.units * price)), hit: fraction(hits, all) };
}

/** A dense distribution with what is missing from one put on the cap. */
export function capped(probabilities: Float64Array, cap: number): Sparse {
  const distribution = new Map<number, number>();
  let below = 0;
  for (let units = 0; units < cap; units++) {
    const probability = probabilities[units] as number;
    // What the transform leaves of a zero.
    if (Math.abs(probability) < 1e-17) continue;
    distribution.set(units, probability);
    below += probability;
  }
  distribution.set(cap, Math.max(0, 1 - below));
  return distribution;
}

export function mean(distribution: Sparse): number {
  let sum = 0;
  for (const [units, probability] of distribution) sum += units * probability;
  return sum;
}

export { fraction, over, plus };
