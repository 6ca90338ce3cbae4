import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import { type Counts, lineChances, winChance } from "../chances.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { outcomesOf } from "./settle-tennis.ts";
import { gameChance, type MatchEnd, matchEnds, type Score, type SetEnd, setEnds, tieBreakChance } from "./tennis.ts";
import { runningSet, type TennisFacts, type TennisMatch } from "./tennis-match.ts";

/** One way the match may end: sets, games of all sets, whether any set has a tie-break. */
export type TennisEnd = MatchEnd;

type Server = "first" | "second";

/** Chances of every outcome of every market of a match at one moment: all are sums over one joint distribution. */
export class TennisBook {
  readonly match: TennisMatch;
  readonly facts: TennisFacts;
  /** Who may serve, each with its chance: both before the toss. */
  readonly #servers: readonly (readonly [Server, number])[];
  #ends: readonly TennisEnd[] | undefined;
  #setEnds: readonly SetEnd[] | undefined;
  readonly #counts = new Map<string, Counts>();

  constructor(match: TennisMatch, facts: TennisFacts) {
    this.match = match;
    this.facts = facts;
    const { serves } = facts;
    this.#servers = serves
      ? [[serves === "home" ? "first" : "second", 1]]
      : [
          ["first", 0.5],
          ["second", 0.5],
        ];
  }

  get ends(): readonly TennisEnd[] {
    this.#ends ??= this.#servers.flatMap(([serves, share]) => this.#endsWith(serves, share));
    return this.#ends;
  }

  #endsWith(serves: Server, share: number): readonly TennisEnd[] {
    const { sets, games, points } = this.facts;
    const finished = games.slice(0, -1);
    const before = finished.reduce<Score>(([home, away], [a, b]) => [home + a, away + b], [0, 0]);
    const had = finished.some(([a, b]) => a + b === 13);
    const state = { sets, games: runningSet(this.facts), points, serves };
    return matchEnds(this.match.chances, state, this.match.setsToWin).map(end => ({
      sets: end.sets,
      games: [before[0] + end.games[0], before[1] + end.games[1]],
      tieBreak: had || end.tieBreak,
      p: end.p * share,
    }));
  }

  /** Ways the running set may end. */
  get setEnds(): readonly SetEnd[] {
    const { chances } = this.match;
    this.#setEnds ??= this.#servers.flatMap(([serves, share]) =>
      setEnds(chances, serves, runningSet(this.facts), this.facts.points).map(end => ({ ...end, p: end.p * share })),
    );
    return this.#setEnds;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    switch (line.id) {
      case "winner":
        return this.#sides(this.#sum(({ sets }) => sets[0] > sets[1]));
      case "set_score":
        return outcomesOf(line, this.match.setsToWin).map(id => ({
          id,
          p: winChance(this.#sum(({ sets }) => sets.join(":") === id)),
        }));
      case "sets_total":
        return this.#overUnder("sets", spec, ({ sets }) => sets[0] + sets[1]);
      case "games_total":
        return this.#overUnder("games", spec, ({ games }) => games[0] + games[1]);
      case "games_hcp":
        return this.#handicap(spec);
      case "set_winner":
        return this.#setWinner(Number(spec.get("set")));
      case "set_games_total":
        return this.#setGames(spec);
      case "game_winner":
        return this.#gameWinner(Number(spec.get("game")));
      case "tie_break":
        return yesNo(this.#sum(end => end.tieBreak));
    }
    invariant(false, `${line.id} is no market of tennis`);
  }

  #sum(counts: (end: TennisEnd) => boolean): number {
    return this.ends.reduce((sum, end) => sum + (counts(end) ? end.p : 0), 0);
  }

  #sides(home: number): readonly Outcome[] {
    return [
      { id: "home", p: winChance(home) },
      { id: "away", p: winChance(Math.max(0, 1 - home)) },
    ];
  }

  #countOf(name: string, value: (end: TennisEnd) => number): Counts {
    const known = this.#counts.get(name) ?? countsOf(this.ends, value);
    this.#counts.set(name, known);
    return known;
  }

  #overUnder(name: string, spec: ReadonlyMap<string, string>, value: (end: TennisEnd) => number): readonly Outcome[] {
    return totals(this.#countOf(name, value), spec);
  }

  #handicap(spec: ReadonlyMap<string, string>): readonly Outcome[] {
    const margins = this.#countOf("margin", ({ games }) => games[0] - games[1]);
    const [home, away] = lineChances(margins, -Math.round(4 * Number(spec.get("hcp"))));
    return [
      { id: "home", p: home },
      { id: "away", p: away },
    ];
  }

  /** The running set, or the next one: who serves it first changes nothing about who wins it, but it does about its games. */
  #setWinner(set: number): readonly Outcome[] {
    const running = Math.max(1, this.facts.games.length);
    const ends = set === running ? this.setEnds : this.#nextSetEnds();
    return this.#sides(ends.reduce((sum, { games, p }) => sum + (games[0] > games[1] ? p : 0), 0));
  }

  #nextSetEnds(): readonly SetEnd[] {
    const { chances } = this.match;
    return (["first", "second"] as const).flatMap(serves => {
      const share = this.setEnds.reduce((sum, end) => sum + (end.next === serves ? end.p : 0), 0);
      return setEnds(chances, serves).map(end => ({ ...end, p: end.p * share }));
    });
  }

  #setGames(spec: ReadonlyMap<string, string>): readonly Outcome[] {
    return totals(
      countsOf(this.setEnds, ({ games }) => games[0] + games[1]),
      spec,
    );
  }

  /** The running game by its points, or the next one, which the other player serves. */
  #gameWinner(game: number): readonly Outcome[] {
    const { chances } = this.match;
    const { points, serves } = this.facts;
    const running = runningSet(this.facts);
    const played = running[0] + running[1];
    const isNext = game !== played + 1;
    const server: Server = (serves === "home") !== isNext ? "first" : "second";
    if (running[0] === 6 && running[1] === 6) return this.#sides(tieBreakChance(chances, server, points));
    const begun: Score = isNext ? [0, 0] : points;
    return this.#sides(
      server === "first" ? gameChance(chances.first, begun) : 1 - gameChance(chances.second, [begun[1], begun[0]]),
    );
  }
}

function countsOf<T extends { readonly p: number }>(ends: readonly T[], value: (end: T) => number): Counts {
  const values = ends.map(value);
  const from = Math.min(...values);
  const p = new Float64Array(Math.max(...values) - from + 1);
  for (const [index, end] of ends.entries()) {
    const at = (values[index] as number) - from;
    p[at] = (p[at] as number) + end.p;
  }
  return { from, p };
}

function totals(counts: Counts, spec: ReadonlyMap<string, string>): readonly Outcome[] {
  const [over, under] = lineChances(counts, Math.round(4 * Number(spec.get("total"))));
  return [
    { id: "over", p: over },
    { id: "under", p: under },
  ];
}

function yesNo(yes: number): readonly Outcome[] {
  return [
    { id: "yes", p: winChance(Math.min(1, yes)) },
    { id: "no", p: winChance(Math.max(0, 1 - yes)) },
  ];
}
