import { specValues } from "../../shared/markets.ts";
import { lineChances, winChance } from "../chances.ts";
import type { Line, Outcome, Side } from "../events/rules.ts";
import { sideOutcomes } from "../score-lines.ts";
import {
  type Ends,
  endsAfter,
  freshSet,
  matchEnds,
  mixed,
  type Points,
  setEnds,
  setsToWin,
  sumOf,
  type VolleyballMatch,
} from "./volleyball.ts";
import type { VolleyballFacts } from "./volleyball-facts.ts";

const lost = Array.from({ length: setsToWin }, (_, sets) => sets);

/** Every score in sets. */
export const setScores: readonly string[] = [
  ...lost.map(sets => `${setsToWin}:${sets}`),
  ...lost.map(sets => `${sets}:${setsToWin}`),
];

const bothSides: readonly Side[] = ["home", "away"];

/** Chances of every outcome of every market of a match at one moment. */
export class VolleyballBook {
  readonly match: VolleyballMatch;
  readonly facts: VolleyballFacts;
  #running: ReturnType<typeof setEnds> | undefined;
  readonly #known = new Map<number, Ends>();

  constructor(match: VolleyballMatch, facts: VolleyballFacts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const { won, total, margin } = this.#ends(Number(spec.get("set") ?? 0));
    const [quarters, hcp] = [4 * Number(spec.get("total")), 4 * Number(spec.get("hcp"))];
    switch (line.id) {
      case "winner":
      case "set_winner":
        return sideOutcomes(won.reduce((sum, { score: [home, away], p }) => sum + (home > away ? p : 0), 0));
      case "set_score":
        return setScores.map(id => ({
          id,
          p: winChance(won.reduce((sum, { score, p }) => sum + (score.join(":") === id ? p : 0), 0)),
        }));
      case "sets_total":
        return linesOf(["over", "under"], countOf(won, 1), quarters);
      case "sets_hcp":
        return linesOf(["home", "away"], countOf(won, -1), -hcp);
      default:
        return line.id.endsWith("hcp")
          ? linesOf(["home", "away"], margin, -hcp)
          : linesOf(["over", "under"], total, quarters);
    }
  }

  /** How the match can end in sets. */
  setScores(): Ends["won"] {
    return this.#ends(0).won;
  }

  /** The ends of the match (0) or of a set. */
  #ends(set: number): Ends {
    const ends = this.#known.get(set) ?? (set === 0 ? this.#matchEnds() : this.#setEnds(set));
    this.#known.set(set, ends);
    return ends;
  }

  /** The set that is being played, from its score on. */
  #runningEnds(): ReturnType<typeof setEnds> {
    const { sets, serves } = this.facts;
    this.#running ??= setEnds(this.match, sets.length, sets.at(-1) ?? [0, 0], serves);
    return this.#running;
  }

  #setEnds(set: number): Ends {
    const { sets, first } = this.facts;
    if (set <= sets.length) return mixed(Object.values(this.#runningEnds()));
    return this.#byToss(first, side => mixed(Object.values(freshSet(this.match, set, side))));
  }

  #matchEnds(): Ends {
    const { sets, won, first, onBreak } = this.facts;
    const isRunning = first !== undefined && sets.length > 0 && !onBreak;
    const rest = isRunning
      ? matchEnds(this.match, won, first, this.#runningEnds())
      : this.#byToss(first, side => endsAfter(this.match, won, side));
    return movedBy(rest, sets.slice(0, isRunning ? -1 : undefined));
  }

  /** Either side serves first before the toss. */
  #byToss(first: Side | undefined, endsOf: (first: Side) => Ends): Ends {
    return first ? endsOf(first) : mixed(bothSides.map(endsOf), 1 / 2);
  }
}

/** Counts with the points of sets that are over. */
function movedBy({ won, total, margin }: Ends, sets: readonly Points[]): Ends {
  const points = sets.reduce((sum, score) => sum + sumOf(score), 0);
  const lead = sets.reduce((sum, [home, away]) => sum + home - away, 0);
  return { won, total: { from: total.from + points, p: total.p }, margin: { from: margin.from + lead, p: margin.p } };
}

function linesOf(
  [above, below]: readonly [string, string],
  counts: Ends["total"],
  quarters: number,
): readonly Outcome[] {
  const [over, under] = lineChances(counts, quarters);
  return [
    { id: above, p: over },
    { id: below, p: under },
  ];
}

/** Sets of both sides together (1), or how many more the home side has won (-1). */
function countOf(won: Ends["won"], sign: 1 | -1): Ends["total"] {
  const p = new Float64Array(4 * setsToWin);
  const from = -2 * setsToWin;
  for (const { score, p: chance } of won) {
    const at = score[0] + sign * score[1] - from;
    p[at] = (p[at] as number) + chance;
  }
  return { from, p };
}
