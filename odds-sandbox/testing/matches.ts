import type { FootballMatch, Scorer } from "../model/goals/match.ts";
import { randomStream } from "../model/random.ts";

/** Large runs take a tenth of their size unless ODDS_FULL is set. */
export const runShare = process.env.ODDS_FULL ? 1 : 0.1;

export const seedOf = (number: number): Uint8Array => {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, number);
  return seed;
};

const squad = (side: string): readonly Scorer[] =>
  [0.25, 0.2, 0.15, 0.1, 0.08, 0.07, 0.06, 0.05, 0.03, 0.01].map((share, index) => ({ id: `${side}${index}`, share }));

/** The match of the golden numbers. */
export const goldenMatch: FootballMatch = {
  rates: { home: 1.62, away: 1.14, rho: -0.08 },
  lengths: [2790, 2940],
  corners: [5.6, 4.8],
  yellowCards: [1.8, 2.1],
  scorers: { home: squad("h"), away: squad("a") },
  lines: "all",
};

/** A match with strengths drawn as widely as the calendar draws them. */
export function drawnMatch(number: number): FootballMatch {
  const random = randomStream(seedOf(number));
  return {
    rates: {
      home: 1.54 * Math.exp(0.4 * random.normal()),
      away: 1.28 * Math.exp(0.4 * random.normal()),
      rho: -0.1 + 0.2 * random.next(),
    },
    lengths: [2700 + random.below(240), 2700 + random.below(420)],
    corners: [3 + 4 * random.next(), 3 + 4 * random.next()],
    yellowCards: [1 + 2 * random.next(), 1 + 2 * random.next()],
    scorers: goldenMatch.scorers,
    lines: "all",
  };
}
