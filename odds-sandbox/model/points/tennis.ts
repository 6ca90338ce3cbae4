/**
 * Tennis: a server wins each point with a fixed chance (Klaassen and Magnus 2001: nearly independent and identical). Game, tie-break,
 * set and match follow by recursion from any score.
 */

/** Chances of a point on serve of the first and the second player. */
export interface ServeChances {
  readonly first: number;
  readonly second: number;
}

export type Score = readonly [first: number, second: number];

/** The server wins a game: p^4 (15 - 4p - 10p^2 / (1 - 2p(1-p))) at 0:0. */
export function gameChance(p: number, [own, other]: Score = [0, 0]): number {
  if (Math.max(own, other) >= 4 && Math.abs(own - other) >= 2) return own > other ? 1 : 0;
  if (own >= 3 && other >= 3) {
    const deuce = (p * p) / (1 - 2 * p * (1 - p));
    if (own === other) return deuce;
    return own > other ? p + (1 - p) * deuce : p * deuce;
  }
  return p * gameChance(p, [own + 1, other]) + (1 - p) * gameChance(p, [own, other + 1]);
}

/** Points of a tie-break: one serve, then two each in turn. Whether its first server serves point `number` (from 0). */
const firstServes = (number: number) => Math.floor((number + 1) / 2) % 2 === 0;

/** The first player wins a tie-break to `to` by two; `serves` serves its first point. */
export function tieBreakChance(
  chances: ServeChances,
  serves: "first" | "second",
  from: Score = [0, 0],
  to = 7,
): number {
  const pointTo = (number: number) =>
    firstServes(number) === (serves === "first") ? chances.first : 1 - chances.second;
  const known = new Map<number, number>();
  const level = to - 1;
  // From an equal score past the end each pair of points has one serve of each player.
  const both = chances.first * (1 - chances.second);
  const neither = (1 - chances.first) * chances.second;
  const equal = both / (both + neither);
  const chance = (own: number, other: number): number => {
    if (own >= level && other >= level) {
      if (own === other) return equal;
      if (Math.abs(own - other) >= 2) return own > other ? 1 : 0;
      const p = pointTo(own + other);
      return own > other ? p + (1 - p) * equal : p * equal;
    }
    if (own >= to) return 1;
    if (other >= to) return 0;
    const key = own * 100 + other;
    const value = known.get(key);
    if (value !== undefined) return value;
    const p = pointTo(own + other);
    const found = p * chance(own + 1, other) + (1 - p) * chance(own, other + 1);
    known.set(key, found);
    return found;
  };
  return chance(from[0], from[1]);
}

/** One way a set may end: games of both, who serves next, and the chance. */
export interface SetEnd {
  readonly games: Score;
  readonly next: "first" | "second";
  readonly p: number;
}

const other = (player: "first" | "second") => (player === "first" ? "second" : "first");

/** Every way a set may end from a score in games; `serves` serves the next game, which may have begun. */
export function setEnds(
  chances: ServeChances,
  serves: "first" | "second",
  games: Score = [0, 0],
  points: Score = [0, 0],
): readonly SetEnd[] {
  const ends = new Map<string, SetEnd>();
  const held = { first: gameChance(chances.first), second: gameChance(chances.second) };
  const add = (score: Score, next: "first" | "second", p: number) => {
    const name = `${score[0]}:${score[1]} ${next}`;
    ends.set(name, { games: score, next, p: p + (ends.get(name)?.p ?? 0) });
  };
  const walk = (score: Score, server: "first" | "second", p: number, begun: Score) => {
    if (p === 0) return;
    const [a, b] = score;
    if ((Math.max(a, b) >= 6 && Math.abs(a - b) >= 2) || a === 7 || b === 7) return add(score, server, p);
    const isBegun = begun[0] + begun[1] > 0;
    const won = chanceOfGame(score, server, begun, isBegun);
    walk([a + 1, b], other(server), p * won, [0, 0]);
    walk([a, b + 1], other(server), p * (1 - won), [0, 0]);
  };
  const chanceOfGame = (score: Score, server: "first" | "second", begun: Score, isBegun: boolean): number => {
    if (score[0] === 6 && score[1] === 6) return tieBreakChance(chances, server, begun);
    if (server === "first") return isBegun ? gameChance(chances.first, begun) : held.first;
    return 1 - (isBegun ? gameChance(chances.second, [begun[1], begun[0]]) : held.second);
  };
  walk(games, serves, 1, points);
  return [...ends.values()];
}

/** The first player wins the set. */
export function setChance(chances: ServeChances, serves: "first" | "second", games: Score = [0, 0]): number {
  return setEnds(chances, serves, games).reduce((sum, end) => sum + (end.games[0] > end.games[1] ? end.p : 0), 0);
}

/** Where a match stands. */
export interface TennisState {
  readonly sets: Score;
  readonly games: Score;
  readonly points: Score;
  readonly serves: "first" | "second";
}

export const firstBall: TennisState = { sets: [0, 0], games: [0, 0], points: [0, 0], serves: "first" };

/** One way a match may end: sets of both, games still to be played of both (those of the running set included), and the chance. */
export interface MatchEnd {
  readonly sets: Score;
  readonly games: Score;
  readonly tieBreak: boolean;
  readonly p: number;
}

/** The joint distribution of sets and games at the end; games of finished sets are not in it. */
export function matchEnds(chances: ServeChances, state: TennisState, toWin: number): readonly MatchEnd[] {
  const fresh = { first: setEnds(chances, "first"), second: setEnds(chances, "second") };
  let open = new Map<string, MatchEnd & { readonly next: "first" | "second" }>();
  const ends = new Map<string, MatchEnd>();
  const put = (sets: Score, games: Score, tieBreak: boolean, next: "first" | "second", p: number) => {
    const over = sets[0] === toWin || sets[1] === toWin;
    const name = `${sets} ${games} ${tieBreak} ${over ? "" : next}`;
    const target: Map<string, MatchEnd> = over ? ends : open;
    target.set(name, { sets, games, tieBreak, p: p + (target.get(name)?.p ?? 0), ...(!over && { next }) });
  };
  const play = (from: MatchEnd, set: SetEnd) => {
    const won = set.games[0] > set.games[1];
    const sets: Score = won ? [from.sets[0] + 1, from.sets[1]] : [from.sets[0], from.sets[1] + 1];
    const games: Score = [from.games[0] + set.games[0], from.games[1] + set.games[1]];
    put(sets, games, from.tieBreak || set.games[0] + set.games[1] === 13, set.next, from.p * set.p);
  };
  const begin: MatchEnd = { sets: state.sets, games: [0, 0], tieBreak: false, p: 1 };
  for (const set of setEnds(chances, state.serves, state.games, state.points)) play(begin, set);
  while (open.size > 0) {
    const before = open;
    open = new Map();
    for (const from of before.values()) for (const set of fresh[from.next]) play(from, set);
  }
  return [...ends.values()];
}

/** The first player wins the match. */
export function matchChance(chances: ServeChances, toWin: number, state: TennisState = firstBall): number {
  return matchEnds(chances, state, toWin).reduce((sum, end) => sum + (end.sets[0] === toWin ? end.p : 0), 0);
}
