import type { Side } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { firstServes, type Score, type ServeChances } from "./tennis.ts";

/** What is known of a tennis match before it is played; what its prices and its play both follow from. Home is the first player. */
export interface TennisMatch {
  readonly chances: ServeChances;
  readonly setsToWin: number;
}

/** Facts so far. */
export interface TennisFacts {
  readonly sets: Score;
  /** Games of each set, the running one included. */
  readonly games: readonly Score[];
  /** Winners of the games of each set, in order. */
  readonly won: readonly (readonly Side[])[];
  readonly points: Score;
  /** Who serves this game, or the first point of this tie-break; undefined before the toss. */
  readonly serves: Side | undefined;
  readonly phase: "open" | "over" | "abandoned" | "retired";
  readonly retired?: Side;
}

export const beforeToss: TennisFacts = {
  sets: [0, 0],
  games: [],
  won: [],
  points: [0, 0],
  serves: undefined,
  phase: "open",
};

export function afterToss(serves: Side): TennisFacts {
  return { ...beforeToss, games: [[0, 0]], won: [[]], serves };
}

export const otherSide = (side: Side): Side => (side === "home" ? "away" : "home");

const plus = ([home, away]: Score, side: Side): Score => (side === "home" ? [home + 1, away] : [home, away + 1]);

export const runningSet = ({ games }: TennisFacts): Score => games.at(-1) ?? [0, 0];

const isTieBreak = (facts: TennisFacts) => runningSet(facts).every(games => games === 6);

/** Who serves the next point: in a tie-break one point, then two each in turn. */
export function pointServer(facts: TennisFacts): Side {
  const serves = facts.serves ?? "home";
  if (!isTieBreak(facts)) return serves;
  return firstServes(facts.points[0] + facts.points[1]) ? serves : otherSide(serves);
}

export interface PointPlayed {
  readonly facts: TennisFacts;
  /** Who has won a game, a set, with this point. */
  readonly game?: Side;
  readonly set?: Side;
}

/** The facts after a point. */
export function afterPoint(facts: TennisFacts, winner: Side, setsToWin: number): PointPlayed {
  const points = plus(facts.points, winner);
  const needed = isTieBreak(facts) ? 7 : 4;
  const [most, lead] = [Math.max(points[0], points[1]), Math.abs(points[0] - points[1])];
  if (most < needed || lead < 2) return { facts: { ...facts, points } };
  return afterGame(facts, winner, setsToWin);
}

function afterGame(facts: TennisFacts, winner: Side, setsToWin: number): PointPlayed {
  const games = plus(runningSet(facts), winner);
  const played: TennisFacts = {
    ...facts,
    points: [0, 0],
    games: [...facts.games.slice(0, -1), games],
    won: [...facts.won.slice(0, -1), (facts.won.at(-1) ?? []).concat(winner)],
    serves: otherSide(facts.serves ?? "home"),
  };
  const [most, lead] = [Math.max(games[0], games[1]), Math.abs(games[0] - games[1])];
  if (most < 6 || (lead < 2 && most < 7)) return { facts: played, game: winner };
  const sets = plus(facts.sets, winner);
  if (Math.max(...sets) === setsToWin) return { facts: { ...played, sets, phase: "over" }, game: winner, set: winner };
  const next = { ...played, sets, games: [...played.games, [0, 0] as Score], won: [...played.won, []] };
  return { facts: next, game: winner, set: winner };
}

/** The points of a match in order, from one stream of numbers; the toss first. */
export function playTennis(match: TennisMatch, random: RandomStream): { toss: Side; points: readonly PointPlayed[] } {
  const toss: Side = random.next() < 0.5 ? "home" : "away";
  const points: PointPlayed[] = [];
  let facts = afterToss(toss);
  while (facts.phase === "open") {
    const server = pointServer(facts);
    const held = random.next() < (server === "home" ? match.chances.first : match.chances.second);
    const played = afterPoint(facts, held ? server : otherSide(server), match.setsToWin);
    points.push(played);
    facts = played.facts;
  }
  return { toss, points };
}
