import { specValues } from "../../shared/markets.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { partChances, type ScoreChances, shifted, sumOf } from "../score-chances.ts";
import { above, handicapOutcomes, sideOutcomes, threeOutcomes, totalOutcomes } from "../score-lines.ts";
import { type BasketballMatch, pointsOf, withOvertime } from "./basketball.ts";
import { type BasketballFacts, type Points, possessionsIn, raceTo, sum } from "./basketball-facts.ts";

/** Chances of every outcome of every market of a match at one moment. */
export class BasketballBook {
  readonly match: BasketballMatch;
  readonly facts: BasketballFacts;
  readonly #scores = new Map<string, ScoreChances>();

  constructor(match: BasketballMatch, facts: BasketballFacts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    if (line.id === "race") return sideOutcomes(this.#race());
    const chances = this.#chances(spec);
    if (line.id === "winner") return sideOutcomes(above(chances)[0]);
    if (line.id.endsWith("1x2")) return threeOutcomes(above(chances));
    if (line.id.endsWith("hcp")) return handicapOutcomes(chances, Number(spec.get("hcp")));
    const side = spec.get("side");
    const counted = side === "home" ? chances.home : side === "away" ? chances.away : chances.total;
    return totalOutcomes(counted, Number(spec.get("total")));
  }

  /** Score chances of the match with overtime, of a quarter or of a half. */
  #chances(spec: ReadonlyMap<string, string>): ScoreChances {
    const name = `${spec.get("quarter") ?? ""} ${spec.get("half") ?? ""}`;
    const known =
      this.#scores.get(name) ?? this.#scoreOf(Number(spec.get("quarter") ?? 0), Number(spec.get("half") ?? 0));
    this.#scores.set(name, known);
    return known;
  }

  #scoreOf(quarter: number, half: number): ScoreChances {
    const [from, to] = quarter > 0 ? [quarter, quarter] : half > 0 ? [2 * half - 1, 2 * half] : [1, 4];
    if (quarter === 0 && half === 0) {
      const { home, away } = this.regularPoints();
      return withOvertime(this.match, home, away);
    }
    const scored = sum(this.facts.quarters.slice(from - 1, to));
    return this.#pointsOf(scored, this.#left(from, to), partChances);
  }

  /** Points of each side at the end of four quarters, or of the overtime that is played. */
  regularPoints(): { readonly home: Float64Array; readonly away: Float64Array } {
    const { quarters } = this.facts;
    const left = this.#left(1, Math.max(4, quarters.length));
    return this.#pointsOf(sum(quarters), left, (home, away) => ({ home, away }));
  }

  #pointsOf<T>([home, away]: Points, left: number, made: (home: Float64Array, away: Float64Array) => T): T {
    return made(shifted(pointsOf(this.match.home, left), home), shifted(pointsOf(this.match.away, left), away));
  }

  /** Possessions of each side still to come in these quarters. */
  #left(from: number, to: number): number {
    const { quarters, played } = this.facts;
    let left = 0;
    for (let quarter = from; quarter <= to; quarter++) {
      if (quarter > quarters.length) left += possessionsIn(quarter);
      else if (quarter === quarters.length) left += possessionsIn(quarter) - played;
    }
    return left;
  }

  /** The home side reaches the number of points first: possession by possession, the home side's before the away side's. */
  #race(): number {
    const { facts, match } = this;
    const [h, a]: Points = sum(facts.quarters);
    if (facts.first20) return facts.first20 === "home" ? 1 : 0;
    let open = new Float64Array(raceTo * raceTo);
    open[h * raceTo + a] = 1;
    let won = 0;
    for (let left = this.#left(1, 4); left > 0 && sumOf(open) > 1e-12; left--) {
      const afterHome = new Float64Array(raceTo * raceTo);
      const after = new Float64Array(raceTo * raceTo);
      won += scored(open, afterHome, match.home, raceTo);
      scored(afterHome, after, match.away, 1);
      open = after;
    }
    return won;
  }
}

/** Moves every open score by a possession; `stride` 20 is the home side's. @returns the chance that it has reached the aim */
function scored(from: Float64Array, to: Float64Array, chances: readonly number[], stride: number): number {
  let reached = 0;
  for (const [cell, p] of from.entries()) {
    if (p === 0) continue;
    const own = stride === 1 ? cell % raceTo : Math.floor(cell / raceTo);
    for (const [points, chance] of chances.entries()) {
      if (own + points >= raceTo) reached += p * chance;
      else to[cell + points * stride] = (to[cell + points * stride] as number) + p * chance;
    }
  }
  return reached;
}
