import { type Play, playSteps } from "#assurance/simulation/actions.ts";

/** A turn of a simulated player. */
export const play: Play = playSteps("miner", chance => ({ mines: 1 + chance.below(24) }), {
  name: "reveal",
  body: chance => ({ tile: chance.below(25) }),
});
