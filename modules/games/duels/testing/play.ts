import { type Play, playMultiplayer } from "#assurance/simulation/actions.ts";

const coinSides = ["heads", "tails"] as const;

/** A turn of a simulated player. */
export const play: Play = playMultiplayer("/api/v1/games/coinflip/duels", "duels", chance => ({
  side: chance.pick(coinSides),
  house: chance.happens(40),
}));
