import type { SettledMarket } from "../../shared/protocol.ts";
import { type Line, settledMarket } from "../events/rules.ts";
import type { FootballCourse } from "./football-course.ts";
import { linesAtScore } from "./lines.ts";
import type { FootballMatch, FootballState } from "./match.ts";
import { settleFootball } from "./settle.ts";

/** What the course of a match has decided of its markets. */
export class FootballResults {
  readonly #course: FootballCourse;
  readonly #match: FootballMatch;
  readonly #lines: readonly Line[];

  /** @param lines those offered at the opening */
  constructor(course: FootballCourse, match: FootballMatch, lines: readonly Line[]) {
    this.#course = course;
    this.#match = match;
    this.#lines = lines;
  }

  /** What a state decides and was not decided before. */
  decided(state: FootballState, decidedAt: number, settled: Set<string>): readonly SettledMarket[] {
    return this.linesSoFar(state).flatMap(line => {
      const name = `${line.id}?${line.spec}`;
      const results = settled.has(name) ? undefined : settleFootball(line, state, this.#match);
      if (!results) return [];
      settled.add(name);
      return [settledMarket(line, decidedAt, results)];
    });
  }

  /** Opening lines, and those of every score there has been. */
  linesSoFar({ order }: FootballState): readonly Line[] {
    const goals: [number, number] = [0, 0];
    const lines = [...this.#lines, ...linesAtScore(goals, this.#match)];
    for (const { side } of order) {
      goals[side === "home" ? 0 : 1]++;
      lines.push(...linesAtScore([goals[0], goals[1]], this.#match));
    }
    return lines;
  }

  /** All results at a moment with the time each was decided. */
  decidedTimes(at: number): readonly SettledMarket[] {
    const settled = new Set<string>();
    const found: SettledMarket[] = [];
    const { halfTime, end } = this.#course.times;
    const moments = this.#course.facts
      .flatMap(fact => (fact.kind === "disallowed_goal" ? [] : [fact.at]))
      .concat(halfTime, end);
    for (const moment of moments.sort((a, b) => a - b)) {
      if (moment <= at) found.push(...this.decided(this.#course.stateAt(moment), moment, settled));
    }
    return found;
  }
}
