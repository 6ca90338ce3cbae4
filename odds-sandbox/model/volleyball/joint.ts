import type { QuoteLeg } from "../../shared/protocol.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { jointOfLegs, wonBits } from "../events/joint-legs.ts";
import type { Line } from "../events/rules.ts";
import { settleVolleyball } from "./settle-volleyball.ts";
import type { VolleyballMatch } from "./volleyball.ts";
import { VolleyballBook } from "./volleyball-book.ts";
import { beforeToss, type VolleyballFacts } from "./volleyball-facts.ts";

/** Kinds whose results follow from the score in sets. */
const kinds = new Set(["winner", "set_score", "sets_total", "sets_hcp"]);

/** The joint chance of every subset of legs: the sum over the final scores in sets. */
export function jointOfVolleyball(
  match: VolleyballMatch,
  legs: readonly QuoteLeg[],
  facts: VolleyballFacts,
): readonly BuilderPart[] | BuilderRefusal {
  const book = new VolleyballBook(match, facts);
  const rules = {
    kinds,
    outcomes: (line: Line) => book.outcomes(line),
    isDecided: (line: Line) => settleVolleyball(line, facts) !== undefined,
  };
  return jointOfLegs(legs, rules, () =>
    book.setScores().map(({ score, p }) => {
      const end: VolleyballFacts = Object.assign({}, beforeToss, { won: score, phase: "over" as const });
      const isWon = ({ market, spec, outcome }: QuoteLeg) =>
        settleVolleyball({ id: market, spec }, end)?.some(([id, result]) => id === outcome && result === "win") ??
        false;
      return { won: wonBits(legs, isWon), p };
    }),
  );
}
