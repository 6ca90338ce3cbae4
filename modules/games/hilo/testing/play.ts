import { type Play, playSteps } from "#assurance/simulation/actions.ts";

const guesses = ["higher", "lower", "red", "black", "skip"] as const;

/** A turn of a simulated player. */
export const play: Play = playSteps("hilo", () => ({}), {
  name: "guess",
  body: chance => ({ choice: chance.pick(guesses) }),
});
