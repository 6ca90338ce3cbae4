import { fastChance } from "#studio/engine/shared/chance.ts";
import { simulateSpin } from "#studio/engine/shared/spin.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import type { ModeFigures } from "./figures.ts";

export interface Simulated {
  readonly spins: number;
  readonly rtp: number;
  readonly hit: number;
  /** How many standard errors the means lie from the proof's figures. */
  readonly rtpZ: number;
  readonly hitZ: number;
}

/** Plays seeded rounds with the function that settles real ones, and compares them with what was proven. */
export function simulate(game: SlotGame, figures: ModeFigures, spins: number, seed: number): Simulated {
  const chance = fastChance(seed);
  const round: Round = { draw: (_, range) => chance.below(range), stakeSteps: 1, potHit: false, featured: false };
  let [units, hits] = [0, 0];
  for (let spin = 0; spin < spins; spin++) {
    round.featured = false;
    const won = simulateSpin(game, figures.mode, round);
    units += won;
    if (won > 0 || (round.featured && figures.price === 1)) hits += 1;
  }
  const rtp = units / game.units / figures.price / spins;
  const hit = hits / spins;
  const error = (deviation: number) => Math.max(deviation / Math.sqrt(spins), Number.MIN_VALUE);
  return {
    spins,
    rtp,
    hit,
    rtpZ: (rtp - figures.rtp) / error(figures.deviation / figures.price),
    hitZ: (hit - figures.hit) / error(Math.sqrt(figures.hit * (1 - figures.hit))),
  };
}
