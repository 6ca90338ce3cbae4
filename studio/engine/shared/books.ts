import { invariant } from "#kit/std/invariant.ts";
import type { Round } from "./types.ts";

/**
 * Where a game has too many courses to count, its rounds are books: book i is the engine run on public stream i. Books of one tier of
 * payout weigh the same, and one draw below the sum of all weights picks one, so every figure is a sum over all books.
 */
export interface Books {
  /** The sum of all weights. */
  readonly total: number;
  /** Draws a book and returns the number of its stream. */
  draw(round: Round): number;
  /** Weight of each stream in turn. */
  weightOf(stream: number): number;
  readonly count: number;
}

/**
 * @param name what the draw is called
 * @param tiers one letter a book, "a" the first tier
 * @param weights the integer weight of a book of each tier
 */
export function createBooks(name: string, tiers: string, weights: readonly number[]): Books {
  const streams: number[][] = weights.map(() => []);
  for (let stream = 0; stream < tiers.length; stream++) streams[tiers.charCodeAt(stream) - 97]?.push(stream);
  const total = streams.reduce((sum, tier, index) => sum + tier.length * (weights[index] as number), 0);
  invariant(streams.reduce((sum, { length }) => sum + length, 0) === tiers.length, "every book has a tier");
  return {
    total,
    count: tiers.length,
    weightOf: stream => weights[tiers.charCodeAt(stream) - 97] as number,
    draw(round) {
      let rest = round.draw(name, total);
      for (const [index, tier] of streams.entries()) {
        const weight = weights[index] as number;
        if (rest < tier.length * weight) return tier[Math.floor(rest / weight)] as number;
        rest -= tier.length * weight;
      }
      invariant(false, "a draw is below the sum of the weights");
    },
  };
}
