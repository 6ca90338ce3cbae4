import type { Side } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { type BasketballMatch, overtimePossessions, type PossessionChances, quarterPossessions } from "./basketball.ts";

export type Points = readonly [home: number, away: number];

/** Facts so far. */
export interface BasketballFacts {
  /** Points of each quarter and overtime, the running one included. */
  readonly quarters: readonly Points[];
  /** Possessions of each side in the running one. */
  readonly played: number;
  readonly onBreak: boolean;
  readonly phase: "open" | "over" | "abandoned";
  /** Who has reached twenty points first. */
  readonly first20?: Side;
}

export const beforeTip: BasketballFacts = { quarters: [], played: 0, onBreak: false, phase: "open" };
export const tippedOff: BasketballFacts = { quarters: [[0, 0]], played: 0, onBreak: false, phase: "open" };

export const raceTo = 20;

export const sum = (quarters: readonly Points[]): Points =>
  quarters.reduce<Points>(([home, away], [a, b]) => [home + a, away + b], [0, 0]);

export const possessionsIn = (quarter: number) => (quarter <= 4 ? quarterPossessions : overtimePossessions);

/** Points of one possession each, the home side first. */
export interface Possessions {
  readonly facts: BasketballFacts;
  readonly points: Points;
}

/** The facts after a possession of each side. */
export function afterPossessions(facts: BasketballFacts, points: Points): BasketballFacts {
  const before = sum(facts.quarters);
  const last = facts.quarters.at(-1) ?? [0, 0];
  const quarters = [...facts.quarters.slice(0, -1), [last[0] + points[0], last[1] + points[1]] as Points];
  const [home, away] = sum(quarters);
  const played = facts.played + 1;
  const first20 =
    facts.first20 ?? (home >= raceTo && before[0] < raceTo ? "home" : away >= raceTo ? "away" : undefined);
  const isLast = played === possessionsIn(quarters.length);
  const isOver = isLast && quarters.length >= 4 && home !== away;
  return {
    quarters,
    played,
    onBreak: isLast && !isOver,
    phase: isOver ? "over" : "open",
    ...(first20 && { first20 }),
  };
}

export function afterBreak(facts: BasketballFacts): BasketballFacts {
  return { ...facts, quarters: [...facts.quarters, [0, 0]], played: 0, onBreak: false };
}

function drawn(chances: PossessionChances, random: RandomStream): number {
  let left = random.next();
  for (let points = 0; points < 3; points++) {
    left -= chances[points] as number;
    if (left < 0) return points;
  }
  return 3;
}

/** Every pair of possessions of a match in order, from one stream of numbers. */
export function playBasketball(match: BasketballMatch, random: RandomStream): readonly Possessions[] {
  const all: Possessions[] = [];
  let facts = tippedOff;
  while (facts.phase === "open") {
    if (facts.onBreak) facts = afterBreak(facts);
    const points: Points = [drawn(match.home, random), drawn(match.away, random)];
    facts = afterPossessions(facts, points);
    all.push({ facts, points });
  }
  return all;
}
