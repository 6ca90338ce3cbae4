import { type Counts, convolvedCounts, mergedCounts } from "../counts.ts";
import type { Side } from "../events/rules.ts";

/**
 * Volleyball, best of five: sets to 25 points and a fifth to 15, each by two points ahead. Every rally is a point, and who wins it serves next.
 * A side wins a rally with a chance that depends on who serves, so a set has one exact distribution from any score on.
 */

export type Points = readonly [home: number, away: number];

/** What is known of a match before it is played; what its prices and its play both follow from. */
export interface VolleyballMatch {
  /** The home team's chances to win a rally when it serves and when it receives. */
  readonly serving: number;
  readonly receiving: number;
}

export const setsToWin = 3;
export const lastSet = 2 * setsToWin - 1;

export const pointsToWin = (set: number) => (set === lastSet ? 15 : 25);

export const sumOf = ([home, away]: Points) => home + away;
export const otherSide = (side: Side): Side => (side === "home" ? "away" : "home");
export const isDecided = (won: Points) => Math.max(...won) === setsToWin;
export const afterSet = ([home, away]: Points, winner: Side): Points =>
  winner === "home" ? [home + 1, away] : [home, away + 1];

/** The winner of a set with this score; undefined while it is played. */
export function setWinner([home, away]: Points, set: number): Side | undefined {
  if (Math.max(home, away) < pointsToWin(set) || Math.abs(home - away) < 2) return undefined;
  return home > away ? "home" : "away";
}

/** Who serves first in a set: sides take turns, and a fifth set has a toss of its own. */
export function firstServer(first: Side, set: number): Side | undefined {
  if (set === lastSet) return undefined;
  return set % 2 === 1 ? first : otherSide(first);
}

export const rallyChance = (match: VolleyballMatch, serves: Side) =>
  serves === "home" ? match.serving : match.receiving;

/** Where a set or a match can end: sets won, points of both sides together, and how many more the home side has. */
export interface Ends {
  readonly won: readonly { readonly score: Points; readonly p: number }[];
  readonly total: Counts;
  readonly margin: Counts;
}

const least = 1e-11;

/** Chances that the home and the away side serve next at a score. */
interface Served {
  readonly score: Points;
  readonly home: number;
  readonly away: number;
}

/** Every end of a set by its winner; the chances of both together sum to 1. */
export function setEnds(match: VolleyballMatch, set: number, from: Points, serves: Side | undefined) {
  const found: Record<Side, [score: Points, p: number][]> = { home: [], away: [] };
  const home = serves === undefined ? 0.5 : Number(serves === "home");
  let open: readonly Served[] = [{ score: from, home, away: 1 - home }];
  while (open.length > 0) {
    const after = new Map<number, Served>();
    for (const { score, home, away } of open) {
      const winner = setWinner(score, set);
      if (winner) {
        found[winner].push([score, home + away]);
        continue;
      }
      const won = home * match.serving + away * match.receiving;
      add(after, [score[0] + 1, score[1]], won, 0);
      add(after, [score[0], score[1] + 1], 0, home + away - won);
    }
    open = [...after.values()].filter(each => each.home + each.away > least);
  }
  return { home: endsOf(found.home, [1, 0]), away: endsOf(found.away, [0, 1]) };
}

function add(to: Map<number, Served>, score: Points, home: number, away: number): void {
  const known = to.get(score[0]);
  to.set(score[0], { score, home: home + (known?.home ?? 0), away: away + (known?.away ?? 0) });
}

function endsOf(scores: readonly (readonly [Points, number])[], won: Points): Ends {
  return {
    won: [{ score: won, p: scores.reduce((sum, [, p]) => sum + p, 0) }],
    total: mergedCounts(scores.map(([score, p]) => ({ from: sumOf(score), p: [p] }))),
    margin: mergedCounts(scores.map(([[home, away], p]) => ({ from: home - away, p: [p] }))),
  };
}

/** Ends of which one comes true, each with its own chance. */
export function mixed(all: readonly Ends[], weight = 1): Ends {
  const won = new Map<string, Ends["won"][number]>();
  for (const { score, p } of all.flatMap(each => each.won))
    won.set(score.join(), { score, p: p * weight + (won.get(score.join())?.p ?? 0) });
  return {
    won: [...won.values()],
    total: mergedCounts(
      all.map(({ total }) => total),
      weight,
    ),
    margin: mergedCounts(
      all.map(({ margin }) => margin),
      weight,
    ),
  };
}

/** A set and what follows it; its winner is in `rest` already. */
function then(set: Ends, rest: Ends): Ends {
  const [{ p: chance }] = set.won as [Ends["won"][number]];
  return {
    won: rest.won.map(({ score, p }) => ({ score, p: p * chance })),
    total: convolvedCounts(set.total, rest.total),
    margin: convolvedCounts(set.margin, rest.margin),
  };
}

/** A match goes on after a set that can end in these ways. */
export function matchEnds(match: VolleyballMatch, won: Points, first: Side, set: ReturnType<typeof setEnds>): Ends {
  return mixed([
    then(set.home, endsAfter(match, afterSet(won, "home"), first)),
    then(set.away, endsAfter(match, afterSet(won, "away"), first)),
  ]);
}

const known = new WeakMap<VolleyballMatch, Map<string, Ends>>();

/** Ends of a match between two sets: as long as the match is. */
export function endsAfter(match: VolleyballMatch, won: Points, first: Side): Ends {
  if (isDecided(won)) return { won: [{ score: won, p: 1 }], total: { from: 0, p: [1] }, margin: { from: 0, p: [1] } };
  const ofMatch = known.get(match) ?? new Map<string, Ends>();
  known.set(match, ofMatch);
  const name = `${first} ${won.join()}`;
  const ends = ofMatch.get(name) ?? matchEnds(match, won, first, freshSet(match, sumOf(won) + 1, first));
  ofMatch.set(name, ends);
  return ends;
}

const freshSets = new WeakMap<VolleyballMatch, Map<string, ReturnType<typeof setEnds>>>();

/** A set that has not begun. */
export function freshSet(match: VolleyballMatch, set: number, first: Side): ReturnType<typeof setEnds> {
  const ofMatch = freshSets.get(match) ?? new Map<string, ReturnType<typeof setEnds>>();
  freshSets.set(match, ofMatch);
  const serves = firstServer(first, set);
  const name = `${pointsToWin(set)} ${serves}`;
  const ends = ofMatch.get(name) ?? setEnds(match, set, [0, 0], serves);
  ofMatch.set(name, ends);
  return ends;
}

/** What a match can still end with: the fewest points, and the home side's smallest and greatest margin. There is no highest number of points. */
export interface Range {
  readonly fewest: number;
  readonly least: number;
  readonly most: number;
}

/** The range of final points in the running set: its winner may concede no further point, or win by two. */
export function setRange([home, away]: Points, set: number): Record<Side, Range> {
  const target = pointsToWin(set);
  const [ofHome, ofAway] = [Math.max(target, away + 2), Math.max(target, home + 2)];
  return {
    home: { fewest: ofHome + away, least: 2, most: ofHome - away },
    away: { fewest: ofAway + home, least: home - ofAway, most: -2 },
  };
}

export function matchRange(won: Points, running: Points): Range {
  if (isDecided(won)) return { fewest: 0, least: 0, most: 0 };
  const set = setRange(running, sumOf(won) + 1);
  const [home, away] = (["home", "away"] as const).map(winner => {
    const rest = matchRange(afterSet(won, winner), [0, 0]);
    const { fewest, least, most } = set[winner];
    return { fewest: fewest + rest.fewest, least: least + rest.least, most: most + rest.most };
  }) as [Range, Range];
  return widest(home, away);
}

export const widest = (a: Range, b: Range): Range => ({
  fewest: Math.min(a.fewest, b.fewest),
  least: Math.min(a.least, b.least),
  most: Math.max(a.most, b.most),
});
