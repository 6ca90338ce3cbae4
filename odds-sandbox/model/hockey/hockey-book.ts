import { specValues } from "../../shared/markets.ts";
import { winChance } from "../chances.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { partChances, type ScoreChances, shifted } from "../score-chances.ts";
import { above, handicapOutcomes, sideOutcomes, threeOutcomes, totalOutcomes } from "../score-lines.ts";
import {
  expectedGoals,
  goalChances,
  type HockeyMatch,
  homeShare,
  overtimeChance,
  overtimePeriod,
  overtimeSeconds,
  periodSeconds,
  regularPeriods,
  shootOutChance,
  shootOutPeriod,
} from "./hockey.ts";
import { type HockeyFacts, isRegularOver, sum } from "./hockey-facts.ts";

/** Chances of every outcome of every market of a match at one moment. */
export class HockeyBook {
  readonly match: HockeyMatch;
  readonly facts: HockeyFacts;
  readonly #scores = new Map<number, ScoreChances>();

  constructor(match: HockeyMatch, facts: HockeyFacts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const chances = this.chances(Number(spec.get("period") ?? 0));
    if (line.id === "winner") return sideOutcomes(this.#winner());
    if (line.id === "next_goal") return this.#nextGoal();
    if (line.id === "both_score") return yesNo(beyondZero(chances.home) * beyondZero(chances.away));
    if (line.id.endsWith("1x2")) return threeOutcomes(above(chances));
    if (line.id.endsWith("hcp")) return handicapOutcomes(chances, Number(spec.get("hcp")));
    return totalOutcomes(chances.total, Number(spec.get("total")));
  }

  /** Score chances of sixty minutes (0) or of a period. */
  chances(period: number): ScoreChances {
    const known = this.#scores.get(period) ?? this.#scoreOf(period);
    this.#scores.set(period, known);
    return known;
  }

  #scoreOf(period: number): ScoreChances {
    const [from, to] = period > 0 ? [period, period] : [1, regularPeriods];
    const [home, away] = sum(this.facts.periods.slice(from - 1, to));
    const of = (mean: number, scored: number) => shifted(goalChances(this.#expected(mean, from, to)), scored);
    return partChances(of(this.match.home, home), of(this.match.away, away));
  }

  #expected(mean: number, from: number, to: number): number {
    const { periods, seconds } = this.facts;
    return expectedGoals(mean, from, to, period => {
      if (period !== periods.length) return period > periods.length ? 1 : 0;
      return 1 - seconds / periodSeconds;
    });
  }

  #winner(): number {
    const { periods, seconds } = this.facts;
    if (periods.length === shootOutPeriod) return shootOutChance;
    if (periods.length === overtimePeriod) return overtimeChance(this.match, 1 - seconds / overtimeSeconds);
    const [home, level] = above(this.chances(0));
    return home + level * overtimeChance(this.match, 1);
  }

  /** Only the next one is offered. */
  #nextGoal(): readonly Outcome[] {
    const left = isRegularOver(this.facts) ? 0 : this.#expected(this.match.home + this.match.away, 1, regularPeriods);
    const none = Math.exp(-left);
    const home = (1 - none) * homeShare(this.match);
    return [
      { id: "home", p: winChance(home) },
      { id: "none", p: winChance(none) },
      { id: "away", p: winChance(1 - none - home) },
    ];
  }
}

const beyondZero = (goals: Float64Array) => 1 - (goals[0] ?? 0);

const yesNo = (yes: number): readonly Outcome[] => [
  { id: "yes", p: winChance(yes) },
  { id: "no", p: winChance(1 - yes) },
];
