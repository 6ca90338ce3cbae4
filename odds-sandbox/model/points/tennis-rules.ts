import { specText } from "../../shared/markets.ts";
import type { Score as ShownScore } from "../../shared/protocol.ts";
import type { Line, Side, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { settleTennis } from "./settle-tennis.ts";
import { TennisBook } from "./tennis-book.ts";
import {
  afterToss,
  beforeToss,
  type PointPlayed,
  playTennis,
  pointServer,
  runningSet,
  type TennisFacts,
  type TennisMatch,
} from "./tennis-match.ts";

/** Milliseconds of the clock. */
export interface TennisTimes {
  readonly point: number;
  /** Added after a game, and after a set. */
  readonly game: number;
  readonly set: number;
}

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

/** Half lines around the middle of a distribution. */
function around(middle: number, steps: number): readonly number[] {
  return Array.from({ length: 2 * steps + 1 }, (_, index) => Math.floor(middle) + 0.5 + index - steps);
}

const setTotals = [8.5, 9.5, 10.5, 12.5];

export function openingLines(match: TennisMatch): readonly Line[] {
  const { ends } = new TennisBook(match, beforeToss);
  const mean = (value: (games: readonly [number, number]) => number) =>
    ends.reduce((sum, { games, p }) => sum + p * value(games), 0);
  const margin = mean(([home, away]) => home - away);
  return [
    line("winner"),
    line("set_score"),
    line("sets_total", { total: 2 * match.setsToWin - 1.5 }),
    ...around(
      mean(([home, away]) => home + away),
      2,
    ).map(total => line("games_total", { total })),
    ...around(-margin, 2).map(hcp => line("games_hcp", { hcp })),
    line("tie_break"),
    ...linesOfSet(1),
    ...Array.from({ length: match.setsToWin - 1 }, (_, index) => line("set_winner", { set: index + 2 })),
  ];
}

const linesOfSet = (set: number): readonly Line[] => [
  line("set_winner", { set }),
  ...setTotals.map(total => line("set_games_total", { set, total })),
];

const gameLine = (set: number, game: number) => line("game_winner", { game, set });

/** The running game, and the next one if this one cannot end the set. */
function gamesAt({ games, phase }: TennisFacts): readonly Line[] {
  const [home, away] = games.at(-1) ?? [0, 0];
  if (games.length === 0 || phase !== "open") return [];
  const game = home + away + 1;
  const mayEnd = Math.max(home, away) >= 5 && !(home === 5 && away === 5);
  return [gameLine(games.length, game), ...(mayEnd ? [] : [gameLine(games.length, game + 1)])];
}

const linesAt = (facts: TennisFacts): readonly Line[] => [
  ...linesOfSet(Math.max(1, facts.games.length)),
  ...gamesAt(facts),
];

function linesUntil({ games, won }: TennisFacts): readonly Line[] {
  return games.flatMap((_, index) => [
    ...linesOfSet(index + 1),
    ...(won[index] ?? []).map((_winner, game) => gameLine(index + 1, game + 1)),
  ]);
}

export function tennisRules(match: TennisMatch, random: RandomStream, times: TennisTimes): SportRules<TennisFacts> {
  let lines: readonly Line[] | undefined;
  return {
    before: beforeToss,
    steps: stepsOf(match, random, times),
    get openingLines() {
      lines ??= openingLines(match);
      return lines;
    },
    mainKind: "winner",
    linesAt,
    // Games on offer when play is broken off are part of what is void.
    linesUntil: facts => (facts.phase === "open" ? linesUntil(facts) : [...linesUntil(facts), ...gamesOnOffer(facts)]),
    book: facts => {
      const book = new TennisBook(match, facts);
      return each => book.outcomes(each);
    },
    settle: (each, facts) => settleTennis(each, facts, match.setsToWin),
    broken: (facts, why) => {
      const retired = why === "retired" ? behind(facts) : undefined;
      return { state: { ...facts, phase: why, ...(retired && { retired }) }, ...(retired && { retired }) };
    },
    score: scoreOf,
    clock: facts => ({ seconds: 0, period: Math.max(1, facts.games.length) }),
  };
}

const gamesOnOffer = (facts: TennisFacts) => (facts.phase === "over" ? [] : gamesAt({ ...facts, phase: "open" }));

/** Who retires at a tester's command: the player who is behind. */
function behind(facts: TennisFacts): Side {
  const [home, away] = runningSet(facts);
  const lead = 10 * (facts.sets[0] - facts.sets[1]) + home - away;
  return lead < 0 ? "home" : "away";
}

function scoreOf(facts: TennisFacts): ShownScore {
  const isOpen = facts.phase === "open" && facts.serves !== undefined;
  return {
    total: [facts.sets[0], facts.sets[1]],
    periods: facts.games.map(([home, away]) => [home, away]),
    ...(isOpen && { points: [facts.points[0], facts.points[1]], serving: pointServer(facts) }),
  };
}

function stepsOf(match: TennisMatch, random: RandomStream, times: TennisTimes): readonly Step<TennisFacts>[] {
  const { toss, points } = playTennis(match, random);
  const start = { kind: "period_start" as const, clock: 0, period: 1, id: "s1" };
  const steps: Step<TennisFacts>[] = [
    { after: 0, state: afterToss(toss), incidents: [start], stops: false, onBreak: false },
  ];
  const moments = momentsOf(points, times);
  for (const [index, played] of points.entries()) {
    const after = moments[index] as number;
    const incidents = incidentsOf(played, after);
    steps.push({ after, state: played.facts, incidents, stops: played.game !== undefined, onBreak: false });
  }
  return steps;
}

/** When each point ends, in milliseconds after the start. */
function momentsOf(points: readonly PointPlayed[], times: TennisTimes): readonly number[] {
  let after = 0;
  let pause = 0;
  return points.map(played => {
    after += times.point + pause;
    pause = (played.game ? times.game : 0) + (played.set ? times.set : 0);
    return Math.round(after);
  });
}

export function durationOf(points: readonly PointPlayed[], times: TennisTimes): number {
  return momentsOf(points, times).at(-1) ?? 0;
}

/** The game and the set that a point has won. */
function incidentsOf({ facts, game, set }: PointPlayed, after: number): Step<TennisFacts>["incidents"] {
  if (!game) return [];
  // The facts after a set have the next one in them, unless it was the last.
  const period = set && facts.phase === "open" ? facts.games.length - 1 : facts.games.length;
  const number = facts.won[period - 1]?.length ?? 0;
  const base = { side: game, clock: Math.floor(after / 1000), period };
  const won = { ...base, id: `g${period}-${number}`, kind: "game" as const };
  return set ? [won, { ...base, id: `w${period}`, kind: "set" as const }] : [won];
}
