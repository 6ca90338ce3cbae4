import { required } from "#kit/std/invariant.ts";
import { describeStepwiseGame } from "#modules/engines/stepwise/testing/stepwise-suite.ts";
import { drawCards, guesses, isRight } from "../shared/rules.ts";
import { verifyHilo } from "../shared/verify.ts";
import { createHilo } from "./index.ts";

describeStepwiseGame({
  game: "hilo",
  create: createHilo,
  verify: verifyHilo,
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
  const [at, next] = [all.at(-2), all.at(-1)].map(card => required(card, "two cards"));
  return guesses.find(guess => isRight(required(at, "a card"), guess, required(next, "a card")) === right);
}
