import { expect, test } from "vitest";
import { noEvidence, oddsAgainst, type ReturnEvidence, stopAt, verdictOn, withRound } from "./return-evidence.ts";

/** A generator with a seed (mulberry32), so that a run is the same each time. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a round, or each of its steps, returns beside its due. `memory`: what players know when they bet. */
type Round = (draw: () => number, memory: { lost: number; last: number }) => readonly number[];

/** A round of crash that pays `too` times as often as it should: each bet has a target, of which players at the same table choose several. */
const crash =
  (targetsOf: (memory: { lost: number; last: number }) => readonly number[], too = 1): Round =>
  (draw, memory) => {
    const point = (too * 0.99) / (1 - draw());
    const shares = targetsOf(memory).map(target => (point >= Math.min(target, stopAt) ? Math.min(target, stopAt) : 0));
    memory.last = point;
    memory.lost = shares[0] === 0 ? memory.lost + 1 : 0;
    return [shares.reduce((sum, share) => sum + share, 0) / shares.length / 0.99];
  };

/** Roulette: a number, or red and the same dozen at once, as the players like after a loss. */
const roulette =
  (too = 1): Round =>
  (draw, memory) => {
    const pocket = Math.floor(draw() * 37);
    const isWon = memory.lost % 2 === 0 ? pocket === 17 : pocket > 0 && pocket <= 18;
    const pays = memory.lost % 2 === 0 ? 36 : 2;
    memory.lost = isWon ? 0 : memory.lost + 1;
    return [(too * (isWon ? pays : 0) * 37) / 36];
  };

/** A ladder that is climbed higher after each loss, step by step. `too`: flips come right so many times as often as they should. */
const ladder =
  (too = 1): Round =>
  (draw, memory) => {
    const shares: number[] = [];
    while (shares.length < 1 + (memory.lost % 4)) {
      const isRight = draw() < 0.5 * too;
      shares.push(isRight ? 2 : 0);
      if (!isRight) {
        memory.lost++;
        return shares;
      }
    }
    memory.lost = 0;
    return shares;
  };

/** Guesses in hilo: a safe one, then a bold one. */
const hilo =
  (too = 1): Round =>
  draw => {
    const [safe, bold] = [12 / 13, 2 / 13];
    if (draw() >= safe) return [0];
    return [1 / safe, draw() < bold * too ? 1 / bold : 0];
  };

const games: readonly [string, Round][] = [
  ["crash with one target", crash(() => [2])],
  [
    "crash with players who follow each other, and go for more after each loss",
    crash(({ lost }) => [2, 2, 2 + lost, 40]),
  ],
  ["crash with players who follow the point before", crash(({ last }) => [1 + Math.min(last, 30), 1.1])],
  ["roulette", roulette()],
  ["a ladder", ladder()],
  ["hilo", hilo()],
];

const months = 1_000;
const roundsAMonth = 3_000;

test.each(games)("a thousand honest months of %s: no more than one in a hundred has an alert", (name, round) => {
  const draw = drawsOf(name.length);
  let alerts = 0;
  for (let month = 0; month < months; month++) {
    let evidence: ReturnEvidence = noEvidence;
    const memory = { lost: 0, last: 1 };
    for (let at = 0; at < roundsAMonth; at++) {
      evidence = round(draw, memory).reduce(withRound, evidence);
      if (at % 60 === 59 && verdictOn(evidence) === "outside") {
        alerts++;
        break;
      }
    }
  }
  expect(alerts).toBeLessThanOrEqual(months / 100);
});

/** Rounds until an alert. */
function roundsToAlert(round: Round, seed: number, most = 100_000): number | undefined {
  const draw = drawsOf(seed);
  let evidence: ReturnEvidence = noEvidence;
  const memory = { lost: 0, last: 1 };
  for (let at = 1; at <= most; at++) {
    evidence = round(draw, memory).reduce(withRound, evidence);
    if (at % 60 === 0 && verdictOn(evidence) === "outside") return at;
  }
  return undefined;
}

test.each<[string, Round]>([
  ["3 % too much in crash, at twice the stake", crash(() => [2], 1.03)],
  ["3 % too much in crash, at several targets of a round", crash(() => [1.5, 2, 3], 1.03)],
  ["3 % too much in a ladder", ladder(1.03)],
  ["3 % too little in crash", crash(() => [2], 0.97)],
  ["3 % too little in a ladder", ladder(0.97)],
])("%s raises an alert within 100,000 rounds", (name, round) => {
  expect(roundsToAlert(round, name.length)).toBeDefined();
});

test("payouts that are 10 % too large in roulette raise an alert within 100,000 rounds", () => {
  expect(roundsToAlert(roulette(1.1), 7)).toBeDefined();
});

test("an alert ends when a thousand rounds speak against it", () => {
  const fair = Array.from({ length: 1_000 }, () => 1).reduce(withRound, noEvidence);
  expect([oddsAgainst(fair), verdictOn(fair)]).toEqual([1, "calm"]);
  expect(verdictOn(noEvidence)).toBe("inside");
});
