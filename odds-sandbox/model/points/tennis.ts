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
export const firstServes = (number: number) => Math.floor((number + 1) / 2) % 2 === 0;

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
  const ends: SetEnd[] = [];
  const held = { first: gameChance(chances.first), second: 1 - gameChance(chances.second) };
  const chanceOfGame = (a: number, b: number, server: "first" | "second", begun: Score): number => {
    if (a === 6 && b === 6) return tieBreakChance(chances, server, begun);
    if (begun[0] + begun[1] === 0) return held[server];
    return server === "first" ? gameChance(chances.first, begun) : 1 - gameChance(chances.second, [begun[1], begun[0]]);
  };
  // The server follows from the number of games, so a score is reached with one server only.
  const reached = new Float64Array(64);
  reached[8 * games[0] + games[1]] = 1;
  for (let played = games[0] + games[1]; played <= 13; played++) {
    const server = (played - games[0] - games[1]) % 2 === 0 ? serves : other(serves);
    for (let a = Math.max(0, played - 7); a <= Math.min(7, played); a++) {
      const b = played - a;
      const p = reached[8 * a + b] as number;
      if (p === 0) continue;
      if ((Math.max(a, b) >= 6 && Math.abs(a - b) >= 2) || a === 7 || b === 7) {
        ends.push({ games: [a, b], next: server, p });
        continue;
      }
      const isFirst = played === games[0] + games[1];
      const won = chanceOfGame(a, b, server, isFirst ? points : [0, 0]);
      reached[8 * (a + 1) + b] = (reached[8 * (a + 1) + b] as number) + p * won;
      reached[8 * a + b + 1] = (reached[8 * a + b + 1] as number) + p * (1 - won);
    }
  }
  return ends;
}

/** The first player wins the set. */
export function setChance(chances: ServeChances, serves: "first" | "second", games: Score = [0, 0]): number {
  return setEnds(chances, serves, games).reduce((sum, end) => sum + (end.games[0] > end.games[1] ? end.p : 0), 0);
}

/** The score of a match. */
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
  let open = new Map<number, OpenEnd>();
  const ends = new Map<number, OpenEnd>();
  const play = (from: OpenEnd, { games, next, p }: SetEnd) => {
    const won = games[0] > games[1] ? 1 : 0;
    const sets: Score = [from.sets[0] + won, from.sets[1] + 1 - won];
    const over = sets[0] === toWin || sets[1] === toWin;
    const [home, away] = [from.games[0] + games[0], from.games[1] + games[1]];
    const tieBreak = from.tieBreak || games[0] + games[1] === 13;
    const isSecond = !over && next === "second";
    const key = ((((sets[0] * 8 + sets[1]) * 64 + home) * 64 + away) * 2 + (tieBreak ? 1 : 0)) * 2 + (isSecond ? 1 : 0);
    const target = over ? ends : open;
    const known = target.get(key);
    if (known) known.p += from.p * p;
    else target.set(key, { sets, games: [home, away], tieBreak, next, p: from.p * p });
  };
  const begin: OpenEnd = { sets: state.sets, games: [0, 0], tieBreak: false, next: state.serves, p: 1 };
  for (const set of setEnds(chances, state.serves, state.games, state.points)) play(begin, set);
  while (open.size > 0) {
    const before = open;
    open = new Map();
    for (const from of before.values()) for (const set of fresh[from.next]) play(from, set);
  }
  return [...ends.values()];
}

interface OpenEnd extends MatchEnd {
  readonly next: "first" | "second";
  p: number;
}

/** The first player wins the match. */
export function matchChance(chances: ServeChances, toWin: number, state: TennisState = firstBall): number {
  return matchEnds(chances, state, toWin).reduce((sum, end) => sum + (end.sets[0] === toWin ? end.p : 0), 0);
}
