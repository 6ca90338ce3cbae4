import type { Facts, Pair, Side } from "./facts.ts";

export const zero: Pair = [0, 0];

export function sum(pairs: readonly Pair[]): Pair {
  return pairs.reduce<Pair>(([h, a], [x, y]) => [h + x, a + y], zero);
}

export function leader([home, away]: Pair): Side | "draw" {
  return home > away ? "home" : away > home ? "away" : "draw";
}

export const other = (side: Side): Side => (side === "home" ? "away" : "home");

/** The event was played to its end. */
export const isOver = ({ status }: Facts) => status === "ended" || status === "closed";

/** Nothing more will be played, and what is open is void. */
export const isBrokenOff = ({ status }: Facts) =>
  status === "abandoned" || status === "retired" || status === "cancelled" || status === "walkover";

/** Periods that count where nothing else is named: 90 minutes of football, 60 of ice hockey. */
const regular: Readonly<Record<string, number>> = { football: 2, ice_hockey: 3 };

/** Scores of the match as its markets count them. Points of sets (tennis: games) are added up for volleyball's and tennis' totals elsewhere. */
export function matchScore({ sport, score }: Facts): Pair {
  const periods = regular[sport];
  if (periods !== undefined && score.periods.length > 0) return sum(score.periods.slice(0, periods));
  return score.total;
}

/** Whether the match, as its markets count it, is decided: football after 90 minutes although extra time follows. */
export function isMatchDone(facts: Facts): boolean {
  const periods = regular[facts.sport];
  return isOver(facts) || (periods !== undefined && isPeriodDone(facts, periods));
}

/** A period is over once a later one exists, its end was reported or the match ended. */
export function isPeriodDone(facts: Facts, period: number): boolean {
  if (facts.score.periods.length < period) return false;
  return (
    isOver(facts) ||
    facts.clock.period > period ||
    facts.score.periods.length > period ||
    facts.incidents.some(each => each.kind === "period_end" && each.period === period && !each.cancelled)
  );
}

export function periodScore(facts: Facts, period: number): Pair {
  return facts.score.periods[period - 1] ?? zero;
}

/** Who won a set or map: reported, else by its points once it is over. */
export function periodWinner(facts: Facts, period: number): Side | undefined {
  const reported = facts.incidents.find(
    each => (each.kind === "set" || each.kind === "map") && each.period === period && !each.cancelled,
  );
  if (reported?.side) return reported.side;
  if (!isPeriodDone(facts, period)) return undefined;
  const side = leader(periodScore(facts, period));
  return side === "draw" ? undefined : side;
}
