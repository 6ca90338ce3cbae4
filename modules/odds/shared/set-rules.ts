import { type Factor, lost, won } from "./factor.ts";
import type { Facts, Side } from "./facts.ts";
import { isOver, leader, other, sum } from "./scope.ts";

/** Overtime and shoot-outs included. In tennis a retirement decides once a set was finished. */
export function matchWinner(facts: Facts): Side | undefined {
  if (facts.status === "retired") return afterRetirement(facts);
  if (!isOver(facts)) return undefined;
  const { total, periods } = facts.score;
  const isPlayedInPeriods = facts.sport === "ice_hockey" && periods.length > 0;
  const side = leader(isPlayedInPeriods ? sum(periods) : total);
  return side === "draw" ? undefined : side;
}

function afterRetirement(facts: Facts): Side | undefined {
  const retired = facts.incidents.find(each => each.kind === "retirement" && !each.cancelled)?.side;
  if (facts.sport !== "tennis" || !retired || !isSetFinished(facts)) return undefined;
  return other(retired);
}

function isSetFinished(facts: Facts): boolean {
  const [home, away] = facts.score.total;
  return home + away > 0;
}

/** Games of a set are counted in the order in which they were won. */
export function gameWinner(facts: Facts, set: number, game: number): Side | undefined {
  const games = facts.incidents.filter(each => each.kind === "game" && each.period === set && !each.cancelled);
  return games[game - 1]?.side;
}

/** Whether any set reaches one: seven games to six. */
export function tieBreak(facts: Facts, outcome: string): Factor | undefined {
  const played = facts.score.periods.some(([home, away]) => Math.min(home, away) >= 6);
  if (!played && !isOver(facts)) return undefined;
  return played === (outcome === "yes") ? won : lost;
}
