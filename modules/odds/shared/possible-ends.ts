import type { Facts, Pair } from "./facts.ts";
import { isOver, zero } from "./scope.ts";

/** Scores that a match of sets or maps can still end with. What all of them decide alike is decided, also when a player retires. */

/** In sets or maps; undefined where the format is not known. */
export function possibleSets(facts: Facts): readonly Pair[] | undefined {
  const { setsToWin, score } = facts;
  if (setsToWin === undefined || isOver(facts)) return undefined;
  const [home, away] = score.total;
  if (Math.max(home, away) >= setsToWin) return undefined;
  const ends: Pair[] = [];
  for (let lost = away; lost < setsToWin; lost++) ends.push([setsToWin, lost]);
  for (let lost = home; lost < setsToWin; lost++) ends.push([lost, setsToWin]);
  return ends;
}

const mostGames = 13;
const fewestGames = 6;

/** Games of a set whose winner wins every game from here on: 7:5 from 5:5, 7:6 from 6:6. */
const gamesIfWon = (lost: number) => lost + (lost >= 5 ? 7 : 6);

const fewestOf = ([home, away]: Pair) => Math.min(gamesIfWon(home), gamesIfWon(away));

/** The fewest and the most games of a tennis match, each as a score whose sum counts. */
export function possibleGames(facts: Facts): readonly Pair[] | undefined {
  const { setsToWin, score, sport } = facts;
  const [home, away] = score.total;
  if (sport !== "tennis" || setsToWin === undefined || !possibleSets(facts)) return undefined;
  const running = score.periods[home + away] ?? zero;
  const before = score.periods.slice(0, home + away).reduce((sum, [a, b]) => sum + a + b, 0);
  const leftAfter = (won: number, other: number) => fewestGames * (setsToWin - Math.max(won + 1, other));
  const ifHome = gamesIfWon(running[1]) + leftAfter(home, away);
  const ifAway = gamesIfWon(running[0]) + leftAfter(away, home);
  const most = mostGames * (2 * setsToWin - 1 - home - away);
  return [
    [before + Math.min(ifHome, ifAway), 0],
    [before + most, 0],
  ];
}

/** The fewest and the most games of the set that is being played. */
export function possibleGamesOfSet({ setsToWin, score, sport }: Facts, set: number): readonly Pair[] | undefined {
  const [home, away] = score.total;
  const games = score.periods[set - 1];
  if (sport !== "tennis" || setsToWin === undefined || set !== home + away + 1 || !games) return undefined;
  return [
    [fewestOf(games), 0],
    [mostGames, 0],
  ];
}
