import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import { type Counts, lineChances, poisson, winChance } from "../chances.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { bothScore, differences, GoalDistribution, mostGoals, teamGoals, threeWay, totals } from "./distribution.ts";
import type { FootballMatch, FootballState } from "./match.ts";
import { redCardRate } from "./rates.ts";

const size = mostGoals + 1;
/** Scores listed by correct_score; the rest is `other`. */
export const listedGoals = 4;

/** Chances of every outcome of every market of one match at one moment: all are sums over one distribution. */
export class FootballBook {
  readonly goals: GoalDistribution;
  readonly match: FootballMatch;
  readonly state: FootballState;
  readonly #counts = new Map<string, Counts>();

  constructor(match: FootballMatch, state: FootballState) {
    this.match = match;
    this.state = state;
    this.goals = new GoalDistribution(match.rates, state, match.lengths);
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const table = this.#table(spec.get("half"));
    switch (line.id) {
      case "1x2":
      case "half_1x2":
        return three(threeWay(table));
      case "double_chance":
        return doubleChance(threeWay(table));
      case "draw_no_bet":
        return drawNoBet(threeWay(table));
      case "total":
      case "half_total":
        return overUnder(
          this.#count(`total ${spec.get("half")}`, () => totals(table)),
          spec,
        );
      case "hcp":
        return handicap(
          this.#count("difference", () => differences(table)),
          quartersOf(spec, "hcp"),
        );
      case "rest_hcp":
        return this.#restHandicap(spec);
      case "hcp_3way":
        return handicapThreeWay(
          this.#count("difference", () => differences(table)),
          Number(spec.get("hcp")),
        );
      case "team_total":
      case "half_team_total":
        return this.#teamTotal(table, spec);
      case "both_score":
      case "half_both_score":
        return yesNo(bothScore(table));
      case "correct_score":
        return correctScore(this.goals.final);
      case "ht_ft":
        return halfFull(this.goals.halfFull);
      case "next_goal":
        return this.#nextGoal();
      case "corners_1x2":
        return three(signs(this.#cornerDifference()));
      case "corners_total":
        return overUnder(
          this.#count("corners", () => this.#cornerTotal()),
          spec,
        );
      case "cards_total":
        return overUnder(
          this.#count("cards", () => this.#cardTotal()),
          spec,
        );
      case "anytime_scorer":
        return this.#scorers();
    }
    invariant(false, `${line.id} is no market of football`);
  }

  #table(half: string | undefined): Float64Array {
    if (half === "1") return this.goals.first;
    return half === "2" ? this.goals.second : this.goals.final;
  }

  #count(name: string, make: () => Counts): Counts {
    const known = this.#counts.get(name);
    if (known) return known;
    const made = make();
    this.#counts.set(name, made);
    return made;
  }

  #teamTotal(table: Float64Array, spec: ReadonlyMap<string, string>): readonly Outcome[] {
    const side = spec.get("side") === "home" ? "home" : "away";
    return overUnder(
      this.#count(`${side} ${spec.get("half")}`, () => teamGoals(table, side)),
      spec,
    );
  }

  #restHandicap(spec: ReadonlyMap<string, string>): readonly Outcome[] {
    const [home = 0, away = 0] = (spec.get("score") ?? "").split(":").map(Number);
    const difference = this.#count("difference", () => differences(this.goals.final));
    return handicap(difference, quartersOf(spec, "hcp") - 4 * (home - away));
  }

  /** Both teams share one course of time, so each order of the goals still to come is equally likely. */
  #nextGoal(): readonly Outcome[] {
    const [a, b] = this.state.goals;
    let home = 0;
    let none = 0;
    for (let x = a; x < size; x++) {
      for (let y = b; y < size; y++) {
        const p = this.goals.final[x * size + y] as number;
        const more = x - a + y - b;
        if (more === 0) none += p;
        else home += (p * (x - a)) / more;
      }
    }
    const away = Math.max(0, 1 - home - none);
    return [
      { id: "home", p: winChance(home) },
      { id: "none", p: winChance(none) },
      { id: "away", p: winChance(away) },
    ];
  }

  /** The share of the match still to be played. */
  #left(): number {
    const { half, seconds } = this.state;
    const [first, second] = this.match.lengths;
    if (half === 2) return 0;
    return (half === 0 ? first - seconds + second : Math.max(0, second - seconds)) / (first + second);
  }

  #cornerTotal(): Counts {
    const { corners } = this.match;
    const [home, away] = this.state.corners;
    return { from: home + away, p: poisson((corners[0] + corners[1]) * this.#left(), 40) };
  }

  #cornerDifference(): Counts {
    const left = this.#left();
    const home = poisson(this.match.corners[0] * left, 30);
    const away = poisson(this.match.corners[1] * left, 30);
    const p = new Float64Array(61);
    for (let x = 0; x <= 30; x++) {
      for (let y = 0; y <= 30; y++)
        p[x - y + 30] = (p[x - y + 30] as number) + (home[x] as number) * (away[y] as number);
    }
    return { from: this.state.corners[0] - this.state.corners[1] - 30, p };
  }

  #cardTotal(): Counts {
    const { yellowCards } = this.match;
    const shown = [...this.state.yellowCards, ...this.state.redCards].reduce((sum, count) => sum + count, 0);
    const mean = (yellowCards[0] + yellowCards[1] + 2 * redCardRate) * this.#left();
    return { from: shown, p: poisson(mean, 30) };
  }

  #scorers(): readonly Outcome[] {
    const scored = new Set(this.state.order.map(({ player }) => player));
    return (["home", "away"] as const).flatMap(side => {
      const { from, p } = this.#count(`${side} undefined`, () => teamGoals(this.goals.final, side));
      const already = this.state.goals[side === "home" ? 0 : 1];
      return this.match.scorers[side].map(({ id, share }) => {
        let without = 0;
        for (let n = already; n < p.length; n++) without += (p[n] as number) * (1 - share) ** (from + n - already);
        return { id, p: winChance(scored.has(id) ? 1 : 1 - without) };
      });
    });
  }
}

function quartersOf(spec: ReadonlyMap<string, string>, key: string): number {
  return Math.round(Number(spec.get(key)) * 4);
}

function three([home, draw, away]: readonly [number, number, number]): readonly Outcome[] {
  return [
    { id: "home", p: winChance(home) },
    { id: "draw", p: winChance(draw) },
    { id: "away", p: winChance(away) },
  ];
}

function doubleChance([home, draw, away]: readonly [number, number, number]): readonly Outcome[] {
  return [
    { id: "home_draw", p: winChance(home + draw) },
    { id: "home_away", p: winChance(home + away) },
    { id: "draw_away", p: winChance(draw + away) },
  ];
}

function drawNoBet([home, draw, away]: readonly [number, number, number]): readonly Outcome[] {
  const pushed = { half_win: 0, refund: draw, half_lose: 0 };
  return [
    { id: "home", p: { ...pushed, win: home } },
    { id: "away", p: { ...pushed, win: away } },
  ];
}

function yesNo(yes: number): readonly Outcome[] {
  return [
    { id: "yes", p: winChance(yes) },
    { id: "no", p: winChance(1 - yes) },
  ];
}

function overUnder(counts: Counts, spec: ReadonlyMap<string, string>): readonly Outcome[] {
  const [over, under] = lineChances(counts, quartersOf(spec, "total"));
  return [
    { id: "over", p: over },
    { id: "under", p: under },
  ];
}

/** The home side's goals plus the handicap against the away side's. */
function handicap(difference: Counts, quarters: number): readonly Outcome[] {
  const [home, away] = lineChances(difference, -quarters);
  return [
    { id: "home", p: home },
    { id: "away", p: away },
  ];
}

function handicapThreeWay({ from, p }: Counts, hcp: number): readonly Outcome[] {
  return three(signs({ from: from + hcp, p }));
}

/** Chances of above, at and below 0. */
function signs({ from, p }: Counts): readonly [number, number, number] {
  const found: [number, number, number] = [0, 0, 0];
  for (let index = 0; index < p.length; index++) {
    const value = from + index;
    found[value > 0 ? 0 : value === 0 ? 1 : 2] += p[index] as number;
  }
  return found;
}

function correctScore(final: Float64Array): readonly Outcome[] {
  const listed: Outcome[] = [];
  let other = 1;
  for (let x = 0; x <= listedGoals; x++) {
    for (let y = 0; y <= listedGoals; y++) {
      const p = final[x * size + y] as number;
      other -= p;
      listed.push({ id: `${x}:${y}`, p: winChance(p) });
    }
  }
  return listed.concat({ id: "other", p: winChance(Math.max(0, other)) });
}

const names = ["home", "draw", "away"] as const;

function halfFull(cells: Float64Array): readonly Outcome[] {
  return names.flatMap((first, row) =>
    names.map((full, column) => ({ id: `${first}_${full}`, p: winChance(cells[3 * row + column] as number) })),
  );
}
