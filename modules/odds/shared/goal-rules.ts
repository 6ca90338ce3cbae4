import { type Factor, lost, won } from "./factor.ts";
import type { Facts, Incident, Pair, Side } from "./facts.ts";
import { isMatchDone, isOver, leader, matchScore, sum } from "./scope.ts";

/** Goals of the match that are not cancelled, in their order. */
function goals(facts: Facts): readonly Incident[] {
  const regular = facts.sport === "football" ? 2 : facts.sport === "ice_hockey" ? 3 : Number.POSITIVE_INFINITY;
  return facts.incidents
    .filter(each => each.kind === "goal" && !each.cancelled && each.period <= regular)
    .toSorted((a, b) => a.period - b.period || a.clock - b.clock || a.at - b.at);
}

/** The score of the match by its markets' counting. */
export const goalsOf = (facts: Facts): Pair => matchScore(facts);

export function nextGoal(facts: Facts, number: number, outcome: string): Factor | undefined {
  const goal = goals(facts)[number - 1];
  if (goal) return goal.side === outcome ? won : lost;
  if (!isMatchDone(facts)) return undefined;
  return outcome === "none" ? won : lost;
}

export function scorer(facts: Facts, kind: "anytime_scorer" | "first_scorer", player: string): Factor | undefined {
  const scored = goals(facts);
  if (kind === "first_scorer" && scored[0]) return scored[0].player === player ? won : lost;
  if (kind === "anytime_scorer" && scored.some(each => each.player === player)) return won;
  if (!isMatchDone(facts)) return undefined;
  return kind === "first_scorer" && player === "none" ? won : lost;
}

/** After extra time and penalties, which are the periods after the second. */
export function qualified(facts: Facts): Side | undefined {
  if (!isOver(facts)) return undefined;
  const { periods, total } = facts.score;
  const inPlay = periods.length > 0 ? sum(periods.slice(0, 4)) : total;
  const penalties = periods[4];
  const side = leader(inPlay) === "draw" && penalties ? leader(penalties) : leader(inPlay);
  return side === "draw" ? undefined : side;
}

/** Who reaches the number of points first. */
export function race(facts: Facts, to: number, outcome: string): Factor | undefined {
  const points = { home: 0, away: 0 };
  for (const each of facts.incidents) {
    if (each.kind !== "point" || each.cancelled || !each.side) continue;
    points[each.side] += each.value ?? 1;
    if (points[each.side] >= to) return each.side === outcome ? won : lost;
  }
  if (!isOver(facts)) return undefined;
  return outcome === "none" ? won : lost;
}
