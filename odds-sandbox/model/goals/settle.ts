import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import { lineResult, otherSide, type Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { type Pair, signIndex } from "./distribution.ts";
import type { FootballMatch, FootballState } from "./match.ts";
import { listedGoals } from "./outcomes.ts";

const names = ["home", "draw", "away"] as const;
const won = (outcomes: readonly string[], winner: string): Results =>
  outcomes.map(id => [id, id === winner ? "win" : "lose"]);
const sum = ([home, away]: Pair) => home + away;
const difference = ([home, away]: Pair) => home - away;

/** What facts decide about a market; undefined while it is open. `half` 2 in the state means that the match is over. */
export function settleFootball(line: Line, state: FootballState, match: FootballMatch): Results | undefined {
  const spec = specValues(line.spec);
  const half = spec.get("half");
  const over = half === "1" ? state.half > 0 : state.half === 2;
  const goals = goalsOf(state, half);
  const total = Number(spec.get("total")) * 4;
  switch (line.id) {
    case "1x2":
    case "half_1x2":
      return over ? won(names, names[signIndex(difference(goals))]) : undefined;
    case "double_chance":
      return over ? doubleChance(names[signIndex(difference(goals))]) : undefined;
    case "draw_no_bet":
      return over ? sidesOf(drawNoBet(difference(goals))) : undefined;
    case "total":
    case "half_total":
      return overUnder(sum(goals), total, over);
    case "team_total":
    case "half_team_total":
      return overUnder(goals[spec.get("side") === "home" ? 0 : 1], total, over);
    case "hcp":
      return over ? sidesOf(lineResult(difference(goals), -4 * Number(spec.get("hcp")))) : undefined;
    case "hcp_3way":
      return over ? won(names, names[signIndex(difference(goals) + Number(spec.get("hcp")))]) : undefined;
    case "rest_hcp":
      return over ? sidesOf(restHandicap(goals, spec)) : undefined;
    case "both_score":
    case "half_both_score":
      return bothScored(goals, over);
    case "correct_score":
      return correctScore(goals, over);
    case "ht_ft":
      return over ? halfFull(state) : undefined;
    case "next_goal":
      return nextGoal(state, Number(spec.get("goal")));
    case "corners_1x2":
      return over ? won(names, names[signIndex(difference(state.corners))]) : undefined;
    case "corners_total":
      return overUnder(sum(state.corners), total, over);
    case "cards_total":
      return overUnder(sum(state.yellowCards) + sum(state.redCards), total, over);
    case "anytime_scorer":
      return over ? scorers(state, match) : undefined;
  }
  invariant(false, `${line.id} is no market of football`);
}

function goalsOf(state: FootballState, half: string | undefined): Pair {
  const { goals, firstHalf } = state;
  if (half === "1") return firstHalf;
  return half === "2" ? [goals[0] - firstHalf[0], goals[1] - firstHalf[1]] : goals;
}

function sidesOf(home: Result): Results {
  return [
    ["home", home],
    ["away", otherSide(home)],
  ];
}

/** Counts only rise, so a line that is passed is decided. */
function overUnder(count: number, quarters: number, over: boolean): Results | undefined {
  const result = lineResult(count, quarters);
  if (!over && result !== "win") return undefined;
  return [
    ["over", result],
    ["under", otherSide(result)],
  ];
}

function drawNoBet(by: number): Result {
  if (by === 0) return "refund";
  return by > 0 ? "win" : "lose";
}

function doubleChance(winner: string): Results {
  return ["home_draw", "home_away", "draw_away"].map(id => [id, id.split("_").includes(winner) ? "win" : "lose"]);
}

function restHandicap(goals: Pair, spec: ReadonlyMap<string, string>): Result {
  const [home = 0, away = 0] = (spec.get("score") ?? "").split(":").map(Number);
  return lineResult(difference(goals) - (home - away), -4 * Number(spec.get("hcp")));
}

function bothScored([home, away]: Pair, over: boolean): Results | undefined {
  if (home > 0 && away > 0) return won(["yes", "no"], "yes");
  return over ? won(["yes", "no"], "no") : undefined;
}

function correctScore([home, away]: Pair, over: boolean): Results | undefined {
  const passed = home > listedGoals || away > listedGoals;
  if (!over && !passed) return undefined;
  const listed: string[] = [];
  for (let x = 0; x <= listedGoals; x++) {
    for (let y = 0; y <= listedGoals; y++) listed.push(`${x}:${y}`);
  }
  return won(listed.concat("other"), passed ? "other" : `${home}:${away}`);
}

function halfFull({ goals, firstHalf }: FootballState): Results {
  const winner = `${names[signIndex(difference(firstHalf))]}_${names[signIndex(difference(goals))]}`;
  return won(
    names.flatMap(first => names.map(full => `${first}_${full}`)),
    winner,
  );
}

function nextGoal({ order, half }: FootballState, goal: number): Results | undefined {
  const scored = order[goal - 1];
  if (!scored && half !== 2) return undefined;
  return won(["home", "none", "away"], scored?.side ?? "none");
}

function scorers({ order }: FootballState, { scorers: squads }: FootballMatch): Results {
  const scored = new Set(order.map(({ player }) => player));
  return [...squads.home, ...squads.away].map(({ id }) => [id, scored.has(id) ? "win" : "lose"]);
}
