import { specValues } from "../../shared/markets.ts";
import type { QuoteLeg } from "../../shared/protocol.ts";
import { lineResult, otherSide } from "../chances.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { type JointEnd, jointOfLegs } from "../events/joint-legs.ts";
import type { Line } from "../events/rules.ts";
import { sumOf } from "../score-chances.ts";
import { type BasketballMatch, overtimePossessions, pointsOf } from "./basketball.ts";
import { BasketballBook } from "./basketball-book.ts";
import type { BasketballFacts } from "./basketball-facts.ts";
import { settleBasketball } from "./settle-basketball.ts";

/** Kinds whose results follow from the final score. */
const kinds = new Set(["winner", "total", "hcp", "team_total"]);

/** Chances below it change no price. */
const negligible = 1e-13;

type Wins = (home: number, away: number) => boolean;

/** The joint chance of every subset of legs: the sum over the final scores of both sides, overtimes included. */
export function jointOfBasketball(
  match: BasketballMatch,
  legs: readonly QuoteLeg[],
  facts: BasketballFacts,
): readonly BuilderPart[] | BuilderRefusal {
  const book = new BasketballBook(match, facts);
  const rules = {
    kinds,
    outcomes: (line: Line) => book.outcomes(line),
    isDecided: (line: Line) => settleBasketball(line, facts) !== undefined,
  };
  return jointOfLegs(legs, rules, () => endsOf(match, legs, book));
}

function endsOf(match: BasketballMatch, legs: readonly QuoteLeg[], book: BasketballBook): readonly JointEnd[] {
  const wins = legs.map(winsOf);
  const byBits = new Float64Array(1 << legs.length);
  const add = (home: number, away: number, p: number) => {
    let bits = 0;
    for (let leg = 0; leg < wins.length; leg++) if (wins[leg]?.(home, away)) bits |= 1 << leg;
    byBits[bits] = (byBits[bits] as number) + p;
  };
  const regular = book.regularPoints();
  let level = new Float64Array(Math.min(regular.home.length, regular.away.length));
  eachPair(regular, (home, away, p) => {
    if (home === away) level[home] = p;
    else add(home, away, p);
  });
  const extra = { home: pointsOf(match.home, overtimePossessions), away: pointsOf(match.away, overtimePossessions) };
  // Level scores go on with overtimes until one side is ahead.
  while (sumOf(level) > 1e-11) {
    const next = new Float64Array(level.length + extra.home.length);
    for (const [points, open] of level.entries()) {
      if (open < negligible) continue;
      eachPair(extra, (home, away, p) => {
        if (home === away) next[points + home] = (next[points + home] as number) + open * p;
        else add(points + home, points + away, open * p);
      });
    }
    level = next;
  }
  return [...byBits].map((p, won) => ({ won, p }));
}

interface Points {
  readonly home: Float64Array;
  readonly away: Float64Array;
}

function eachPair({ home, away }: Points, visit: (home: number, away: number, p: number) => void): void {
  for (let h = 0; h < home.length; h++) {
    const ofHome = home[h] as number;
    if (ofHome < negligible) continue;
    for (let a = 0; a < away.length; a++) {
      const p = ofHome * (away[a] as number);
      if (p >= negligible) visit(h, a, p);
    }
  }
}

/** Whether a leg wins at a final score. */
function winsOf({ market, spec, outcome }: QuoteLeg): Wins {
  const values = specValues(spec);
  const of = (value: number, quarters: number, isFirst: boolean) => {
    const result = lineResult(value, quarters);
    return (isFirst ? result : otherSide(result)) === "win";
  };
  if (market === "winner") return (home, away) => home > away === (outcome === "home");
  if (market === "hcp") {
    const quarters = -4 * Number(values.get("hcp"));
    return (home, away) => of(home - away, quarters, outcome === "home");
  }
  const [quarters, side] = [4 * Number(values.get("total")), values.get("side")];
  const counted: (home: number, away: number) => number =
    side === "home" ? home => home : side === "away" ? (_home, away) => away : (home, away) => home + away;
  return (home, away) => of(counted(home, away), quarters, outcome === "over");
}
