import { must } from "#kit/std/invariant.ts";
import { tellStepwiseHouseStories } from "#modules/engines/stepwise/testing/stepwise-house-stories.ts";
import { drawCards, guesses, isRight } from "../shared/rules.ts";
import { verifyHilo } from "../shared/verify.ts";
import { createHilo } from "./index.ts";

tellStepwiseHouseStories({
  ...{ game: "hilo", create: createHilo, verify: verifyHilo },
  start: { stake: "1" },
  step: "guess",
  goodStep: (round, stream) => ({ choice: guessThatIs(true, round, stream) }),
  badStep: (round, stream) => ({ choice: guessThatIs(false, round, stream) }),
});

/** One of red and black is always wrong, the other right. */
function guessThatIs(
  right: boolean,
  { round: { cards } }: { round: { cards: number[] } },
  stream: Parameters<typeof drawCards>[0],
) {
  const all = drawCards(stream, cards.length + 1);
  const [at, next] = [all.at(-2), all.at(-1)].map(card => must(card, "two cards"));
  return guesses.find(guess => isRight(must(at, "a card"), guess, must(next, "a card")) === right);
}
