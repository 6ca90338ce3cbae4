import { type Counts, poisson } from "../chances.ts";
import { cardFactors, type GoalRates, type HalfLengths, otherFactor, ownFactor, restWeights } from "./rates.ts";
import { tau } from "./tau.ts";

/** Goals a team can have in the model. */
export const mostGoals = 15;
const size = mostGoals + 1;

export type Pair = readonly [number, number];

/** What prices of goals depend on. */
export interface GoalState {
  readonly goals: Pair;
  /** Goals of the first half so far, final once it is over. */
  readonly firstHalf: Pair;
  readonly redCards: Pair;
  /** 0 first half, 1 second half or the break, 2 over. */
  readonly half: 0 | 1 | 2;
  /** Seconds played in this half. */
  readonly seconds: number;
}

export const kickOff: GoalState = { goals: [0, 0], firstHalf: [0, 0], redCards: [0, 0], half: 0, seconds: 0 };

/** One way a team's goals may end: of the first half and of the match. */
interface Path {
  readonly first: number;
  readonly all: number;
  readonly p: number;
}

export interface Rest {
  /** Means of what is left of the first and the second half, of each team. */
  readonly home: Pair;
  readonly away: Pair;
}

/** Mean goals still to come, red cards so far and to come included. */
export function restOf(rates: GoalRates, state: GoalState, lengths: HalfLengths): Rest {
  const weights = restWeights(state.half, state.seconds, lengths);
  const cards = cardFactors(state.half, state.seconds, lengths);
  const [home, away] = state.redCards;
  const homeRate = rates.home * ownFactor ** home * otherFactor ** away;
  const awayRate = rates.away * ownFactor ** away * otherFactor ** home;
  return {
    home: [homeRate * weights[0] * cards[0], homeRate * weights[1] * cards[1]],
    away: [awayRate * weights[0] * cards[0], awayRate * weights[1] * cards[1]],
  };
}

interface TeamRest {
  /** Goals of the first half, of the second, and of the match. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly all: Float64Array;
  /** The paths that end with at most one goal: those tau may correct. */
  readonly low: readonly Path[];
  /** Every path, for what is asked across halves. */
  paths(): readonly Path[];
}

function teamRest(goals: number, first: number, [restFirst, restSecond]: Pair, firstHalfOver: boolean): TeamRest {
  const inFirst = poisson(firstHalfOver ? 0 : restFirst, mostGoals);
  const inSecond = poisson(restSecond, mostGoals);
  const already = goals - first;
  const to = (most: number): readonly Path[] => {
    const paths: Path[] = [];
    for (let i = 0; goals + i <= most; i++) {
      for (let j = 0; goals + i + j <= most; j++) {
        const p = (inFirst[i] as number) * (inSecond[j] as number);
        if (p > 1e-13) paths.push({ first: first + i, all: goals + i + j, p });
      }
    }
    return paths;
  };
  return {
    first: shifted(inFirst, first),
    second: shifted(inSecond, already),
    all: shifted(poisson((firstHalfOver ? 0 : restFirst) + restSecond, mostGoals), goals),
    low: to(1),
    paths: () => to(mostGoals),
  };
}

function shifted(p: Float64Array, by: number): Float64Array {
  const moved = new Float64Array(size);
  for (let at = by; at < size; at++) moved[at] = p[at - by] as number;
  return moved;
}

/**
 * The joint distribution of the final facts. Teams are independent but for the four scores that tau corrects, so every table is a
 * product and at most nine corrections.
 */
export class GoalDistribution {
  /** P(final x:y) at x * 16 + y. */
  readonly final: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** P(half-time result, result) at 3 * first + final; 0 home, 1 draw, 2 away. */
  readonly halfFull: Float64Array;
  readonly #home: TeamRest;
  readonly #away: TeamRest;
  readonly #rates: GoalRates;

  constructor(rates: GoalRates, state: GoalState, lengths: HalfLengths) {
    const rest = restOf(rates, state, lengths);
    this.#rates = rates;
    this.#home = teamRest(state.goals[0], state.firstHalf[0], rest.home, state.half > 0);
    this.#away = teamRest(state.goals[1], state.firstHalf[1], rest.away, state.half > 0);
    const { first, second, all } = this.#home;
    this.final = product(all, this.#away.all);
    this.first = product(first, this.#away.first);
    this.second = product(second, this.#away.second);
    this.halfFull = halfFullOf(differenceOf(first, this.#away.first), differenceOf(second, this.#away.second));
    this.#correct();
    for (const table of [this.final, this.first, this.second, this.halfFull]) normalise(table);
  }

  #correct(): void {
    const { first, final, second, halfFull } = this;
    for (const home of this.#home.low) {
      for (const away of this.#away.low) {
        const extra = home.p * away.p * (tau(this.#rates, home.all, away.all) - 1);
        const add = (table: Float64Array, at: number) => {
          table[at] = (table[at] as number) + extra;
        };
        add(final, home.all * size + away.all);
        add(first, home.first * size + away.first);
        add(second, (home.all - home.first) * size + away.all - away.first);
        add(halfFull, 3 * signIndex(home.first - away.first) + signIndex(home.all - away.all));
      }
    }
  }

  /** Every way the match may end: goals at half-time, at the end, and the chance. */
  each(visit: (x1: number, y1: number, x: number, y: number, p: number) => void): void {
    const homePaths = this.#home.paths();
    const awayPaths = this.#away.paths();
    let total = 0;
    for (const home of homePaths) {
      for (const away of awayPaths) total += home.p * away.p * tau(this.#rates, home.all, away.all);
    }
    for (const home of homePaths) {
      for (const away of awayPaths) {
        const p = (home.p * away.p * tau(this.#rates, home.all, away.all)) / total;
        visit(home.first, away.first, home.all, away.all, p);
      }
    }
  }
}

function product(home: Float64Array, away: Float64Array): Float64Array {
  const table = new Float64Array(size * size);
  for (let x = 0; x < size; x++) {
    const chance = home[x] as number;
    if (chance === 0) continue;
    for (let y = 0; y < size; y++) table[x * size + y] = chance * (away[y] as number);
  }
  return table;
}

function differenceOf(home: Float64Array, away: Float64Array): Float64Array {
  const p = new Float64Array(2 * size - 1);
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      const at = x - y + mostGoals;
      p[at] = (p[at] as number) + (home[x] as number) * (away[y] as number);
    }
  }
  return p;
}

function halfFullOf(first: Float64Array, second: Float64Array): Float64Array {
  const cells = new Float64Array(9);
  for (let i = 0; i < first.length; i++) {
    const early = first[i] as number;
    if (early < 1e-15) continue;
    const row = 3 * signIndex(i - mostGoals);
    for (let j = 0; j < second.length; j++) {
      const cell = row + signIndex(i + j - 2 * mostGoals);
      cells[cell] = (cells[cell] as number) + early * (second[j] as number);
    }
  }
  return cells;
}

function normalise(table: Float64Array): void {
  let total = 0;
  for (const p of table) total += p;
  for (let at = 0; at < table.length; at++) table[at] = (table[at] as number) / total;
}

/** 0 home, 1 draw, 2 away. */
export function signIndex(difference: number): 0 | 1 | 2 {
  if (difference > 0) return 0;
  return difference === 0 ? 1 : 2;
}

/** Distributions of one number over a table of scores. */
export function totals(table: Float64Array): Counts {
  const p = new Float64Array(2 * size - 1);
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) p[x + y] = (p[x + y] as number) + (table[x * size + y] as number);
  }
  return { from: 0, p };
}

export function differences(table: Float64Array): Counts {
  const p = new Float64Array(2 * size - 1);
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      const at = x - y + mostGoals;
      p[at] = (p[at] as number) + (table[x * size + y] as number);
    }
  }
  return { from: -mostGoals, p };
}

export function teamGoals(table: Float64Array, side: "home" | "away"): Counts {
  const p = new Float64Array(size);
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      const at = side === "home" ? x : y;
      p[at] = (p[at] as number) + (table[x * size + y] as number);
    }
  }
  return { from: 0, p };
}

/** Home, draw and away over a table of scores. */
export function threeWay(table: Float64Array): readonly [number, number, number] {
  const three: [number, number, number] = [0, 0, 0];
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) three[signIndex(x - y)] += table[x * size + y] as number;
  }
  return three;
}

/** Both teams score. */
export function bothScore(table: Float64Array): number {
  let p = 0;
  for (let x = 1; x < size; x++) {
    for (let y = 1; y < size; y++) p += table[x * size + y] as number;
  }
  return p;
}
