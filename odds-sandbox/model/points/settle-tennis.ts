import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import { lineResult, otherSide, type Result } from "../chances.ts";
import type { Line, Results, Side } from "../events/rules.ts";
import { resultsOf } from "../score-results.ts";
import type { Score } from "./tennis.ts";
import { otherSide as opponent, runningSet, type TennisFacts } from "./tennis-match.ts";

const fixedOutcomes: Readonly<Record<string, readonly string[]>> = { tie_break: ["yes", "no"] };

export function outcomesOf({ id }: Line, setsToWin: number): readonly string[] {
  if (id === "set_score") return setScores(setsToWin);
  if (id.endsWith("total")) return ["over", "under"];
  return fixedOutcomes[id] ?? ["home", "away"];
}

function setScores(setsToWin: number): readonly string[] {
  const lost = Array.from({ length: setsToWin }, (_, sets) => sets);
  return [...lost.map(sets => `${setsToWin}:${sets}`), ...lost.map(sets => `${sets}:${setsToWin}`)];
}

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleTennis(line: Line, facts: TennisFacts, setsToWin: number): Results | undefined {
  return resultsOf(
    outcomesOf(line, setsToWin),
    outcome => decide(line, outcome, facts, setsToWin),
    facts.phase === "abandoned" || facts.phase === "retired",
  );
}

/** An outcome is decided once every way in which the match can go on decides it alike. */
function decide(line: Line, outcome: string, facts: TennisFacts, setsToWin: number): Result | undefined {
  const spec = specValues(line.spec);
  const set = Number(spec.get("set"));
  const quarters = Number(spec.get("total")) * 4;
  switch (line.id) {
    case "winner":
      return bySide(matchWinner(facts), outcome);
    case "set_score":
      return alike(possibleSets(facts, setsToWin), score => (score.join(":") === outcome ? "win" : "lose"));
    case "sets_total":
      return alike(possibleSets(facts, setsToWin), ([home, away]) => over(home + away, quarters, outcome));
    case "games_total":
      return alike(possibleGames(facts, setsToWin), games => over(games, quarters, outcome));
    case "games_hcp":
      return facts.phase === "over" ? handicap(facts.games, Number(spec.get("hcp")), outcome) : undefined;
    case "set_winner":
      return bySide(setWinner(facts, set), outcome);
    case "set_games_total":
      return alike(gamesOfSet(facts, set), games => over(games, quarters, outcome));
    case "game_winner":
      return bySide(facts.won[set - 1]?.[Number(spec.get("game")) - 1], outcome);
    case "tie_break":
      return tieBreak(facts, outcome);
  }
  invariant(false, `${line.id} is no market of tennis`);
}

const bySide = (winner: Side | undefined, outcome: string): Result | undefined =>
  winner === undefined ? undefined : winner === outcome ? "win" : "lose";

const ofLine = (above: Result, outcome: string): Result =>
  outcome === "over" || outcome === "home" ? above : otherSide(above);

const over = (count: number, quarters: number, outcome: string) => ofLine(lineResult(count, quarters), outcome);

function alike<T>(ends: readonly T[], resultOf: (end: T) => Result): Result | undefined {
  const [first, ...rest] = ends.map(resultOf);
  return first !== undefined && rest.every(result => result === first) ? first : undefined;
}

/** After a retirement the other player has won once a set was finished. */
function matchWinner({ sets, phase, retired }: TennisFacts): Side | undefined {
  if (phase === "over") return sets[0] > sets[1] ? "home" : "away";
  return phase === "retired" && retired && sets[0] + sets[1] > 0 ? opponent(retired) : undefined;
}

/** Every score in sets that the match can end with. */
function possibleSets({ sets: [home, away], phase }: TennisFacts, setsToWin: number): readonly Score[] {
  if (phase === "over") return [[home, away]];
  const ends: Score[] = [];
  for (let lost = away; lost < setsToWin; lost++) ends.push([setsToWin, lost]);
  for (let lost = home; lost < setsToWin; lost++) ends.push([lost, setsToWin]);
  return ends;
}

/** The games of a set when its winner wins every game from here on: 7:5 from 5:5, 7:6 from 6:6. */
function gamesIfWonBy([home, away]: Score, winner: Side): number {
  const lost = winner === "home" ? away : home;
  return lost + (lost >= 5 ? 7 : 6);
}

const mostGames = 13;
const fewestGames = 6;

/** The fewest and the most games the match can end with. */
function possibleGames(facts: TennisFacts, setsToWin: number): readonly number[] {
  const played = facts.games.reduce((sum, [home, away]) => sum + home + away, 0);
  if (facts.phase === "over") return [played];
  const running = runningSet(facts);
  const before = played - running[0] - running[1];
  const [home, away] = facts.sets;
  const least = (["home", "away"] as const).map(winner => {
    const left = setsToWin - Math.max(home + (winner === "home" ? 1 : 0), away + (winner === "away" ? 1 : 0));
    return before + gamesIfWonBy(running, winner) + left * fewestGames;
  });
  return [Math.min(...least), before + mostGames * (2 * setsToWin - 1 - home - away)];
}

/** The fewest and the most games of a set that has begun. */
function gamesOfSet(facts: TennisFacts, set: number): readonly number[] {
  const games = facts.games[set - 1];
  if (!games) return [];
  if (isSetDone(facts, set)) return [games[0] + games[1]];
  return [Math.min(gamesIfWonBy(games, "home"), gamesIfWonBy(games, "away")), mostGames];
}

const isSetDone = ({ games, phase }: TennisFacts, set: number) => set < games.length || phase === "over";

function setWinner(facts: TennisFacts, set: number): Side | undefined {
  const games = facts.games[set - 1];
  if (!games || !isSetDone(facts, set)) return undefined;
  return games[0] > games[1] ? "home" : "away";
}

function handicap(games: readonly Score[], hcp: number, outcome: string): Result {
  const margin = games.reduce((sum, [home, away]) => sum + home - away, 0);
  return ofLine(lineResult(margin, -4 * hcp), outcome);
}

/** Reached at six games each. */
function tieBreak({ games, phase }: TennisFacts, outcome: string): Result | undefined {
  const reached = games.some(([home, away]) => Math.min(home, away) >= 6);
  if (!reached && phase !== "over") return undefined;
  return reached === (outcome === "yes") ? "win" : "lose";
}
