import type { Facts, Pair } from "./facts.ts";
import { isOver, sum, zero } from "./scope.ts";

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

/** The fewest points of the running set of volleyball, and its greatest margin, by who wins it: the winner can concede no further point, or win by two. */
function ifSetIsWon([home, away]: Pair, target: number) {
  const [ofHome, ofAway] = [Math.max(target, away + 2), Math.max(target, home + 2)];
  return [
    { won: [1, 0], fewest: ofHome + away, least: 2, most: ofHome - away },
    { won: [0, 1], fewest: ofAway + home, least: home - ofAway, most: -2 },
  ] as const;
}

interface Points {
  readonly fewest: number;
  /** The home side's margin. */
  readonly least: number;
  readonly most: number;
}

const extremes = (all: readonly Points[]): Points => ({
  fewest: Math.min(...all.map(({ fewest }) => fewest)),
  least: Math.min(...all.map(({ least }) => least)),
  most: Math.max(...all.map(({ most }) => most)),
});

/** A set to 25 points; the last one that can be played goes to 15. */
const pointsOfSet = (set: number, setsToWin: number) => (set === 2 * setsToWin - 1 ? 15 : 25);

function pointsLeft([home, away]: Pair, running: Pair, setsToWin: number): Points {
  if (Math.max(home, away) >= setsToWin) return { fewest: 0, least: 0, most: 0 };
  const target = pointsOfSet(home + away + 1, setsToWin);
  return extremes(
    ifSetIsWon(running, target).map(({ won, fewest, least, most }) => {
      const rest = pointsLeft([home + won[0], away + won[1]], zero, setsToWin);
      return { fewest: fewest + rest.fewest, least: least + rest.least, most: most + rest.most };
    }),
  );
}

/** Above any line: a set of volleyball has no longest. */
const endless = 1_000_000;

/** Possible scores that a total or a handicap is decided by: only the extremes count. */
const endsOf = ({ fewest, least, most }: Points, counts: "total" | "margin"): readonly Pair[] =>
  counts === "total"
    ? [
        [fewest, 0],
        [endless, 0],
      ]
    : [
        [least, 0],
        [most, 0],
      ];

/** Points of a volleyball match, in total or by how many more the home side has. */
export function possiblePoints(facts: Facts, counts: "total" | "margin"): readonly Pair[] | undefined {
  const { setsToWin, score, sport } = facts;
  if (sport !== "volleyball" || setsToWin === undefined || !possibleSets(facts)) return undefined;
  const sets = score.total[0] + score.total[1];
  const left = pointsLeft(score.total, score.periods[sets] ?? zero, setsToWin);
  const [home, away] = sum(score.periods.slice(0, sets));
  const [points, lead] = [home + away, home - away];
  return endsOf({ fewest: points + left.fewest, least: lead + left.least, most: lead + left.most }, counts);
}

/** Points of the set of volleyball that is being played. */
export function possiblePointsOfSet(
  facts: Facts,
  set: number,
  counts: "total" | "margin",
): readonly Pair[] | undefined {
  const { setsToWin, score, sport } = facts;
  const points = score.periods[set - 1];
  if (sport !== "volleyball" || setsToWin === undefined || set !== score.total[0] + score.total[1] + 1)
    return undefined;
  return points && endsOf(extremes(ifSetIsWon(points, pointsOfSet(set, setsToWin))), counts);
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
