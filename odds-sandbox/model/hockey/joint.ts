import { specValues } from "../../shared/markets.ts";
import type { QuoteLeg } from "../../shared/protocol.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { type JointEnd, jointOfLegs, wonBits } from "../events/joint-legs.ts";
import { type Goals, type HockeyMatch, overtimeChance, periodSeconds, regularPeriods } from "./hockey.ts";
import { HockeyBook } from "./hockey-book.ts";
import { type HockeyFacts, isRegularOver } from "./hockey-facts.ts";
import { settleHockey } from "./settle-hockey.ts";

const kinds = new Set(["winner", "1x2", "total", "hcp", "both_score", "period_1x2", "period_total", "period_hcp"]);

/** Chances below it change no price. */
const negligible = 1e-13;

/** The joint chance of every subset of legs: goals of periods are independent, overtime follows a level score. */
export function jointOfHockey(
  match: HockeyMatch,
  legs: readonly QuoteLeg[],
  facts: HockeyFacts,
): readonly BuilderPart[] | BuilderRefusal {
  const book = new HockeyBook(match, facts);
  const rules = {
    kinds,
    outcomes: (line: { id: string; spec: string }) => book.outcomes(line),
    isDecided: (line: { id: string; spec: string }) => settleHockey(line, facts) !== undefined,
  };
  // In overtime only the winner is open.
  if (isRegularOver(facts)) return "not_combinable";
  return jointOfLegs(legs, rules, () => endsOf(match, legs, book));
}

/** Period by period: the score so far and the legs of periods that it wins. */
function endsOf(match: HockeyMatch, legs: readonly QuoteLeg[], book: HockeyBook): readonly JointEnd[] {
  let open = new Map<string, { readonly score: Goals; readonly won: number; readonly p: number }>();
  open.set("", { score: [0, 0], won: 0, p: 1 });
  for (let period = 1; period <= regularPeriods; period++) {
    const scores = periodScores(legs, period, book);
    const next: typeof open = new Map();
    for (const { score, won, p } of open.values())
      for (const each of scores) {
        if (p * each.p < negligible) continue;
        const all: Goals = [score[0] + each.score[0], score[1] + each.score[1]];
        const bits = won | each.won;
        const name = `${all.join()} ${bits}`;
        const known = next.get(name)?.p ?? 0;
        next.set(name, { score: all, won: bits, p: known + p * each.p });
      }
    open = next;
  }
  return [...open.values()].flatMap(({ score, won, p }) =>
    finals(match, score).map(({ periods, chance }) => {
      const end = wonBits(legs, leg => periodOf(leg) === 0 && wins(leg, periods));
      return { won: won | end, p: p * chance };
    }),
  );
}

function periodScores(legs: readonly QuoteLeg[], period: number, book: HockeyBook) {
  const { home, away } = book.chances(period);
  const scores: { readonly score: Goals; readonly won: number; readonly p: number }[] = [];
  for (const [h, ofHome] of home.entries())
    for (const [a, ofAway] of away.entries()) {
      const p = ofHome * ofAway;
      if (p < negligible) continue;
      const periods = Array.from({ length: regularPeriods }, (_, n): Goals => (n + 1 === period ? [h, a] : [0, 0]));
      scores.push({ score: [h, a], won: wonBits(legs, leg => periodOf(leg) === period && wins(leg, periods)), p });
    }
  return scores;
}

/** What becomes of a score of sixty minutes. */
function finals(match: HockeyMatch, score: Goals): readonly { readonly periods: readonly Goals[]; chance: number }[] {
  const regular: readonly Goals[] = [score, [0, 0], [0, 0]];
  if (score[0] !== score[1]) return [{ periods: regular, chance: 1 }];
  const home = overtimeChance(match, 1);
  return [
    { periods: [...regular, [1, 0]], chance: home },
    { periods: [...regular, [0, 1]], chance: 1 - home },
  ];
}

const periodOf = ({ spec }: QuoteLeg) => Number(specValues(spec).get("period") ?? 0);

function wins({ market, spec, outcome }: QuoteLeg, periods: readonly Goals[]): boolean {
  const end: HockeyFacts = { periods, seconds: periodSeconds, onBreak: false, phase: "over", scorers: [] };
  const results = settleHockey({ id: market, spec }, end);
  return results?.some(([id, result]) => id === outcome && result === "win") ?? false;
}
