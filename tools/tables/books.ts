/** The books of a game, put into tiers of payout, and weights of the tiers that give a stated return. */
export interface Tier {
  letter: string;
  count: number;
  sum: number;
}
/** The tier of a win in stakes: the first edge that it does not pass. */
export const tierOf = (edges: readonly number[], won: number) => edges.findIndex(edge => won <= edge);
const letter = (index: number) => String.fromCharCode(97 + index);

export function sort(
  bookCount: number,
  play: (stream: number) => { readonly tier: number; readonly won: number },
  size: number,
) {
  const tiers: Tier[] = Array.from({ length: size }, (_, index) => ({ letter: letter(index), count: 0, sum: 0 }));
  let text = "";
  for (let stream = 0; stream < bookCount; stream++) {
    const { tier, won } = play(stream);
    const found = tiers[tier] as Tier;
    found.count += 1;
    found.sum += won;
    text += found.letter;
  }
  return { tiers, text };
}

/** Weights of 1,000 or so, by a power of the tier's mean, bent until the mean is the wanted one. */
export function weigh(
  tiers: readonly Tier[],
  shape: (mean: number, power: number) => number,
  value: (weights: number[]) => number,
) {
  let [low, high] = [-4, 4];
  let weights: number[] = [];
  for (let round = 0; round < 60; round++) {
    const power = (low + high) / 2;
    weights = tiers.map(({ count, sum }) => Math.max(1, Math.round(1000 * shape(count > 0 ? sum / count : 0, power))));
    if (value(weights) < 0) low = power;
    else high = power;
  }
  return weights;
}

export const meanOf = (tiers: readonly Tier[], weights: readonly number[]) => {
  const all = tiers.reduce((sum, { count }, index) => sum + count * (weights[index] as number), 0);
  return tiers.reduce((sum, { sum: won }, index) => sum + won * (weights[index] as number), 0) / all;
};
