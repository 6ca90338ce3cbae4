import { entrantFactor } from "./entrant-rules.ts";
import { byMargin, type Factor, lost, sameFactor, voided, won } from "./factor.ts";
import type { Facts, Pair, Side } from "./facts.ts";
import { goalsOf, nextGoal, qualified, race, scorer } from "./goal-rules.ts";
import { findLine, type Line } from "./market-kinds.ts";
import {
  possibleGames,
  possibleGamesOfSet,
  possiblePoints,
  possiblePointsOfSet,
  possibleSets,
} from "./possible-ends.ts";
import { isBrokenOff, isMatchDone, isPeriodDone, leader, matchScore, periodScore, periodWinner, sum } from "./scope.ts";
import { gameWinner, matchWinner, tieBreak } from "./set-rules.ts";
import { quartersOf } from "./spec.ts";

/** A market as the rules see it. */
export interface RuledMarket {
  readonly kind: string;
  readonly spec: string;
  /** All outcomes offered: `other` of a correct score is what none of them names. */
  readonly outcomes: readonly string[];
}

/** What a market counts, how far it is, and whether it can still change. */
interface Count {
  readonly score: Pair;
  readonly done: boolean;
  /** Every score it can still end with, or the lowest and the highest of a total. */
  readonly ends?: readonly Pair[] | undefined;
}

/**
 * What the facts make of an outcome; undefined while it is open. It is decided as soon as no continuation could change it, so of an event that was
 * broken off everything still undecided is void.
 */
export function outcomeFactor(market: RuledMarket, outcome: string, facts: Facts): Factor | undefined {
  const line = findLine(market.kind, market.spec);
  if (!line) return undefined;
  if (facts.status === "cancelled" || facts.status === "walkover") return voided;
  const decided = decide(line, outcome, facts, market.outcomes);
  return decided ?? (isBrokenOff(facts) ? voided : undefined);
}

/** The factors of all outcomes of a market; undefined while one of them is open. */
export function marketFactors(market: RuledMarket, facts: Facts): ReadonlyMap<string, Factor> | undefined {
  const factors = new Map<string, Factor>();
  for (const outcome of market.outcomes) {
    const factor = outcomeFactor(market, outcome, facts);
    if (!factor) return undefined;
    factors.set(outcome, factor);
  }
  return factors.size > 0 ? factors : undefined;
}

function decide(line: Line, outcome: string, facts: Facts, outcomes: readonly string[]): Factor | undefined {
  const { id } = line.kind;
  const number = (key: string) => Number(line.values[key]);
  switch (id) {
    case "winner":
      return bySide(matchWinner(facts), outcome);
    case "to_qualify":
      return bySide(qualified(facts), outcome);
    case "ht_ft":
      return halfTimeFullTime(facts, outcome);
    case "next_goal":
      return nextGoal(facts, number("goal"), outcome);
    case "race":
      return race(facts, number("to"), outcome);
    case "anytime_scorer":
    case "first_scorer":
      return scorer(facts, id, outcome);
    case "set_winner":
      return bySide(periodWinner(facts, number("set")), outcome);
    case "map_winner":
      return bySide(periodWinner(facts, number("map")), outcome);
    case "game_winner":
      return bySide(gameWinner(facts, number("set"), number("game")), outcome);
    case "tie_break":
      return tieBreak(facts, outcome);
    case "outright_winner":
    case "outright_top_2":
    case "outright_top_3":
    case "outright_top_4":
    case "outright_top_scorer":
      return entrantFactor(facts, placesOf(id), outcome);
    default:
      return byCount(line, outcome, count(line, facts), outcomes);
  }
}

/** How many places of an outright win. */
const placesOf = (id: string) => Number(/^outright_top_(\d)$/.exec(id)?.[1] ?? 1);

/** Kinds that compare a count with a line, by how their names end. */
function byCount(line: Line, outcome: string, counted: Count, outcomes: readonly string[]): Factor | undefined {
  const { id } = line.kind;
  const { score, done, ends } = counted;
  if (!done && ends) return alike(ends.map(end => byCount(line, outcome, { score: end, done: true }, outcomes)));
  if (id === "hcp_3way") return byThree(shifted(score, quartersOf(line.values.hcp) ?? 0), outcome, done);
  if (id.endsWith("hcp")) return handicap(line, outcome, score, done);
  if (id.endsWith("total")) return total(line, outcome, score, done);
  if (id.endsWith("both_score")) return bothScore(outcome, score, done);
  if (id.endsWith("_score")) return exactScore(outcome, score, done, outcomes);
  if (id === "double_chance") return doubleChance(outcome, score, done);
  if (id === "draw_no_bet") return done && leader(score) === "draw" ? voided : byThree(score, outcome, done);
  return byThree(score, outcome, done);
}

/** What all ends decide, if they decide it alike. */
function alike(factors: readonly (Factor | undefined)[]): Factor | undefined {
  const [first, ...rest] = factors;
  return first && rest.every(factor => factor && sameFactor(first, factor)) ? first : undefined;
}

/** What a kind counts: goals, corners, cards, sets, games, points, rounds. */
function count(line: Line, facts: Facts): Count {
  const { id } = line.kind;
  const { score } = facts;
  const done = isMatchDone(facts);
  const part = line.values.half ?? line.values.period ?? line.values.quarter ?? line.values.set ?? line.values.map;
  if (id === "map_minutes_total") return minutes(facts, Number(part));
  if (id.startsWith("half_") && facts.sport === "basketball") return quarters(facts, Number(part));
  if (part !== undefined) {
    const number = Number(part);
    return {
      score: periodScore(facts, number),
      done: isPeriodDone(facts, number),
      ends: possibleInSet(id, facts, number),
    };
  }
  if (id.startsWith("corners")) return { score: score.corners ?? noData, done: done && score.corners !== undefined };
  if (id.startsWith("cards")) return { score: cards(facts), done: done && score.yellow_cards !== undefined };
  if (id === "games_total") return { score: sum(score.periods), done, ends: possibleGames(facts) };
  if (id.startsWith("points_"))
    return { score: sum(score.periods), done, ends: possiblePoints(facts, id === "points_total" ? "total" : "margin") };
  if (id.startsWith("games_")) return { score: sum(score.periods), done };
  if (id === "set_score" || id === "map_score" || /^(?:sets|maps)_/.test(id))
    return { score: matchScore(facts), done, ends: possibleSets(facts) };
  if (id === "rest_hcp") return { score: goalsOf(facts), done };
  return { score: id === "correct_score" ? goalsOf(facts) : matchScore(facts), done };
}

function possibleInSet(id: string, facts: Facts, set: number): Count["ends"] {
  if (id === "set_games_total") return possibleGamesOfSet(facts, set);
  if (id === "set_points_total") return possiblePointsOfSet(facts, set, "total");
  return id === "set_points_hcp" ? possiblePointsOfSet(facts, set, "margin") : undefined;
}

const noData: Pair = [0, 0];

const cards = ({ score }: Facts): Pair => sum([score.yellow_cards ?? noData, score.red_cards ?? noData]);

function quarters(facts: Facts, half: number): Count {
  const first = 2 * half - 1;
  return {
    score: sum([periodScore(facts, first), periodScore(facts, first + 1)]),
    done: isPeriodDone(facts, first + 1),
  };
}

/** A map's length in whole minutes begun, as both sides' sum. */
function minutes(facts: Facts, map: number): Count {
  const end = facts.incidents.find(each => each.kind === "period_end" && each.period === map && !each.cancelled);
  return { score: [end ? Math.ceil(end.clock / 60) : 0, 0], done: end !== undefined };
}

function bySide(winner: Side | undefined, outcome: string): Factor | undefined {
  return winner === undefined ? undefined : outcome === winner ? won : lost;
}

const shifted = ([home, away]: Pair, quarters: number): Pair => [home + quarters / 4, away];

function byThree(score: Pair, outcome: string, done: boolean): Factor | undefined {
  return done ? (leader(score) === outcome ? won : lost) : undefined;
}

function doubleChance(outcome: string, score: Pair, done: boolean): Factor | undefined {
  return done ? (outcome.split("_").includes(leader(score)) ? won : lost) : undefined;
}

/** The rest of a match counts from the specifier's score. */
function handicap({ values }: Line, outcome: string, [home, away]: Pair, done: boolean): Factor | undefined {
  if (!done) return undefined;
  const [from = 0, against = 0] = (values.score ?? "0:0").split(":").map(Number);
  const margin = 4 * (home - from - (away - against)) + (quartersOf(values.hcp) ?? 0);
  return byMargin(outcome === "home" ? margin : -margin);
}

/** A count only grows: over is won, and under lost, as soon as the line is passed. */
function total({ values }: Line, outcome: string, [home, away]: Pair, done: boolean): Factor | undefined {
  const counted = values.side === "home" ? home : values.side === "away" ? away : home + away;
  const above = 4 * counted - (quartersOf(values.total) ?? 0);
  if (!done && above < 2) return undefined;
  return byMargin(outcome === "over" ? above : -above);
}

function bothScore(outcome: string, [home, away]: Pair, done: boolean): Factor | undefined {
  const both = home > 0 && away > 0;
  if (!both && !done) return undefined;
  return both === (outcome === "yes") ? won : lost;
}

function exactScore(
  outcome: string,
  [home, away]: Pair,
  done: boolean,
  outcomes: readonly string[],
): Factor | undefined {
  if (outcome === "other") {
    if (!done) return undefined;
    return outcomes.includes(`${home}:${away}`) ? lost : won;
  }
  const [h = 0, a = 0] = outcome.split(":").map(Number);
  if (home > h || away > a) return lost;
  if (!done) return undefined;
  return home === h && away === a ? won : lost;
}

function halfTimeFullTime(facts: Facts, outcome: string): Factor | undefined {
  const [first, last] = outcome.split("_");
  if (!isPeriodDone(facts, 1)) return undefined;
  if (leader(periodScore(facts, 1)) !== first) return lost;
  if (!isMatchDone(facts)) return undefined;
  return leader(matchScore(facts)) === last ? won : lost;
}
