import type { Side } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import {
  afterSet,
  firstServer,
  isDecided,
  lastSet,
  type Points,
  rallyChance,
  setWinner,
  type VolleyballMatch,
} from "./volleyball.ts";

/** Facts so far. */
export interface VolleyballFacts {
  /** Points of each set, the running one included. */
  readonly sets: readonly Points[];
  readonly won: Points;
  /** Who serves first in the match, and next; undefined before a toss. */
  readonly first?: Side;
  readonly serves?: Side;
  readonly onBreak: boolean;
  readonly phase: "open" | "over" | "abandoned";
}

export const beforeToss: VolleyballFacts = { sets: [], won: [0, 0], onBreak: false, phase: "open" };

/** `tossed` is who won the toss to serve; it counts before the first and the last set. */
export function startOfSet(facts: VolleyballFacts, tossed: Side): VolleyballFacts {
  const first = facts.first ?? tossed;
  const serves = firstServer(first, facts.sets.length + 1) ?? tossed;
  return { sets: [...facts.sets, [0, 0]], won: facts.won, first, serves, onBreak: false, phase: "open" };
}

export function afterRally(facts: VolleyballFacts, winner: Side): VolleyballFacts {
  const score = afterSet(facts.sets.at(-1) ?? [0, 0], winner);
  const sets = [...facts.sets.slice(0, -1), score];
  if (!setWinner(score, sets.length)) return Object.assign({}, facts, { sets, serves: winner });
  const won = afterSet(facts.won, winner);
  const isOver = isDecided(won);
  const first = facts.first ?? "home";
  const next = isOver ? undefined : firstServer(first, sets.length + 1);
  return { sets, won, first, ...(next && { serves: next }), onBreak: !isOver, phase: isOver ? "over" : "open" };
}

/** A set as it is played: who won the toss, and who wins each rally. */
export interface PlayedSet {
  readonly tossed: Side;
  readonly rallies: readonly Side[];
}

/** A match, set by set, from one stream of numbers. */
export function playVolleyball(match: VolleyballMatch, random: RandomStream): readonly PlayedSet[] {
  const played: PlayedSet[] = [];
  const toss = (): Side => (random.next() < 0.5 ? "home" : "away");
  let tossed = toss();
  for (let facts = beforeToss; facts.phase === "open"; ) {
    if (facts.sets.length === lastSet - 1) tossed = toss();
    facts = startOfSet(facts, tossed);
    const rallies: Side[] = [];
    while (facts.phase === "open" && !facts.onBreak) {
      const isHome = random.next() < rallyChance(match, facts.serves ?? tossed);
      const winner: Side = isHome ? "home" : "away";
      rallies.push(winner);
      facts = afterRally(facts, winner);
    }
    played.push({ tossed, rallies });
  }
  return played;
}
