import { expect, test } from "vitest";
import { goldenMatch, seedOf } from "../../testing/matches.ts";
import { randomStream } from "../random.ts";
import { GoalDistribution, kickOff } from "./distribution.ts";
import { playFootball } from "./play.ts";

test("goals played one by one end in the corrected low scores, not in those of independent teams", () => {
  // A correction three times as strong as any league's, so that 4,000 matches show it.
  const match = { ...goldenMatch, rates: { home: 1.2, away: 1.1, rho: -0.3 } };
  const { final } = new GoalDistribution(match.rates, kickOff, match.lengths);
  const matches = 4000;
  const counts = new Map<string, number>();
  for (let number = 0; number < matches; number++) {
    const goals = playFootball(match, randomStream(seedOf(7_000_000 + number))).filter(({ kind }) => kind === "goal");
    const home = goals.filter(({ side }) => side === "home").length;
    const name = `${home}:${goals.length - home}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ] as const) {
    const p = final[x * 16 + y] ?? 0;
    const errors = ((counts.get(`${x}:${y}`) ?? 0) / matches - p) / Math.sqrt((p * (1 - p)) / matches);
    expect(Math.abs(errors), `${x}:${y}`).toBeLessThan(4);
  }
});
