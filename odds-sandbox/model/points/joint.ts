import type { QuoteLeg } from "../../shared/protocol.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { isKnownMarket, positions, refusedParts } from "../goals/joint.ts";
import { outcomesOf, settleTennis } from "./settle-tennis.ts";
import { TennisBook, type TennisEnd } from "./tennis-book.ts";
import type { TennisFacts, TennisMatch } from "./tennis-match.ts";

/** Kinds whose result follows from sets, games of the match and whether there was a tie-break. */
const byEnd = new Set(["winner", "set_score", "sets_total", "games_total", "games_hcp", "tie_break"]);

/** The joint chance of every subset of legs under the distribution that prices each of them. */
export function jointOfTennis(
  match: TennisMatch,
  legs: readonly QuoteLeg[],
  facts: TennisFacts,
): readonly BuilderPart[] | BuilderRefusal {
  const refusal = unusable(match, legs, facts);
  if (refusal) return refusal;
  const sums = new Float64Array(1 << legs.length);
  for (const end of new TennisBook(match, facts).ends) {
    const won = wonLegs(match, legs, end);
    for (let mask = 1; mask < sums.length; mask++) {
      if ((won & mask) === mask) sums[mask] = (sums[mask] as number) + end.p;
    }
  }
  const parts = [...sums].flatMap((p, mask) => (mask === 0 ? [] : [{ legs: positions(mask), p }]));
  return refusedParts(parts) ?? parts;
}

function unusable(match: TennisMatch, legs: readonly QuoteLeg[], facts: TennisFacts): BuilderRefusal | undefined {
  const seen = new Set<string>();
  for (const leg of legs) {
    const line = { id: leg.market, spec: leg.spec };
    if (!isKnownMarket(leg)) return "unknown_leg";
    const name = `${leg.market}?${leg.spec}=${leg.outcome}`;
    if (seen.has(name)) return "same_leg";
    seen.add(name);
    if (!byEnd.has(leg.market)) return "not_combinable";
    if (!outcomesOf(line, match.setsToWin).includes(leg.outcome)) return "unknown_leg";
    if (settleTennis(line, facts, match.setsToWin)) return "not_combinable";
  }
  return undefined;
}

/** The legs that an end wins, as bits. */
function wonLegs({ setsToWin }: TennisMatch, legs: readonly QuoteLeg[], { sets, games, tieBreak }: TennisEnd): number {
  // Of the games only their sums count, and one set with a tie-break stands for any.
  const facts: TennisFacts = {
    sets,
    games: tieBreak
      ? [
          [6, 6],
          [games[0] - 6, games[1] - 6],
        ]
      : [games, [0, 0]],
    won: [],
    points: [0, 0],
    serves: undefined,
    phase: "over",
  };
  let mask = 0;
  for (const [index, leg] of legs.entries()) {
    const results = settleTennis({ id: leg.market, spec: leg.spec }, facts, setsToWin);
    if (results?.some(([id, result]) => id === leg.outcome && result === "win")) mask |= 1 << index;
  }
  return mask;
}
