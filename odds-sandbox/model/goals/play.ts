import { invariant } from "#kit/std/invariant.ts";
import type { RandomStream } from "../random.ts";
import { restOf } from "./distribution.ts";
import { afterFact, beforeKickOff, type Fact, type FootballMatch, type FootballState, type Side } from "./match.ts";
import { cardFactors, otherFactor, ownFactor, redCardRate, weightAt } from "./rates.ts";
import { expectedTau } from "./tau.ts";

/** Goals that VAR takes back, of a match. */
const disallowedRate = 0.12;
/** Above any h(a+1,b)/h(a,b), see {@link goalRates}. */
const ratioBound = 4;

/** The facts of a match in order of time, from one stream of numbers. */
export function playFootball(match: FootballMatch, random: RandomStream): readonly Fact[] {
  const cards = evenly("red_card", [redCardRate, redCardRate], match, random);
  const others = [
    ...evenly("yellow_card", match.yellowCards, match, random),
    ...evenly("corner", match.corners, match, random),
    ...evenly("disallowed_goal", [disallowedRate / 2, disallowedRate / 2], match, random).map(fact =>
      withScorer(fact, match, random),
    ),
  ];
  return [...others, ...withGoals(cards, match, random)].sort(inTime);
}

const inTime = (a: Fact, b: Fact) => a.half - b.half || a.second - b.second;

/** Facts of independent Poisson processes with an even rate. */
function evenly(
  kind: Fact["kind"],
  means: readonly [number, number],
  { lengths }: FootballMatch,
  random: RandomStream,
): readonly Fact[] {
  const facts: Fact[] = [];
  for (const side of ["home", "away"] as const) {
    const count = random.poisson(side === "home" ? means[0] : means[1]);
    for (let index = 0; index < count; index++) {
      const second = random.next() * (lengths[0] + lengths[1]);
      const half = second < lengths[0] ? 0 : 1;
      facts.push({ kind, side, half, second: half === 0 ? second : second - lengths[0] });
    }
  }
  return facts.sort(inTime);
}

function withScorer(fact: Fact, match: FootballMatch, random: RandomStream): Fact {
  let left = random.next();
  const players = match.scorers[fact.side];
  const scorer = players.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return { ...fact, player: (scorer ?? players[0])?.id ?? "" };
}

/** Goals by thinning: candidates come at a rate above any that can be, and are accepted with the ratio of the two. */
function withGoals(cards: readonly Fact[], match: FootballMatch, random: RandomStream): readonly Fact[] {
  const facts: Fact[] = [];
  let state = beforeKickOff;
  const pending = [...cards];
  const put = (fact: Fact) => {
    facts.push(fact);
    state = afterFact(state, fact);
  };
  for (const half of [0, 1] as const) {
    for (let third = 0; third < 3; third++) {
      let second = third * 900;
      const end = third === 2 ? match.lengths[half] : second + 900;
      for (;;) {
        const bound = boundOf(match, state, half, second);
        const next = second + random.exponential() / bound;
        const card = pending[0];
        if (card && card.half === half && card.second < Math.min(next, end)) {
          put(card);
          pending.shift();
          second = card.second;
          continue;
        }
        if (next >= end) break;
        second = next;
        const goal = goalAt(match, { ...state, half, seconds: second }, bound, random);
        if (goal) put(withScorer(goal, match, random));
      }
    }
  }
  return facts;
}

/** Goals per second without the correction by tau. */
function plainRates({ rates, lengths }: FootballMatch, { redCards }: FootballState, half: 0 | 1, second: number) {
  const weight = weightAt(half, second, lengths) * cardFactors(2, 0, lengths)[0];
  const [home, away] = redCards;
  return [
    rates.home * weight * ownFactor ** home * otherFactor ** away,
    rates.away * weight * ownFactor ** away * otherFactor ** home,
  ] as const;
}

function boundOf(match: FootballMatch, state: FootballState, half: 0 | 1, second: number): number {
  const [home, away] = plainRates(match, state, half, second);
  return (home + away) * ratioBound;
}

/** The h-transform: rate of a home goal at (a,b) = plain rate x h(a+1,b) / h(a,b), h = E[tau(final)]. */
function goalAt(match: FootballMatch, state: FootballState, bound: number, random: RandomStream): Fact | undefined {
  const half = state.half === 0 ? 0 : 1;
  const [plainHome, plainAway] = plainRates(match, state, half, state.seconds);
  const rest = restOf(match.rates, state, match.lengths);
  const [a, b] = state.goals;
  const h = (x: number, y: number) =>
    expectedTau(match.rates, x, y, rest.home[0] + rest.home[1], rest.away[0] + rest.away[1]);
  const now = h(a, b);
  const home = (plainHome * h(a + 1, b)) / now;
  const away = (plainAway * h(a, b + 1)) / now;
  invariant(home + away <= bound, "a goal's rate is above its bound");
  const drawn = random.next() * bound;
  if (drawn >= home + away) return undefined;
  const side: Side = drawn < home ? "home" : "away";
  return { kind: "goal", side, half, second: state.seconds };
}
