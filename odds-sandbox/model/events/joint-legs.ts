import type { QuoteLeg } from "../../shared/protocol.ts";
import { isKnownMarket, positions, refusedParts } from "../goals/joint.ts";
import type { BuilderPart, BuilderRefusal } from "./event.ts";
import type { Line, Outcome } from "./rules.ts";

/** What a sport combines in one price. */
export interface JointRules {
  /** Kinds of markets whose results all follow from one end of the match. */
  readonly kinds: ReadonlySet<string>;
  outcomes(line: Line): readonly Outcome[];
  isDecided(line: Line): boolean;
}

/** An end of the match: which legs win, as bits, and its chance. */
export interface JointEnd {
  readonly won: number;
  readonly p: number;
}

/** The joint chance of every subset of legs: the sum over the ends that win all of them. */
export function jointOfLegs(
  legs: readonly QuoteLeg[],
  rules: JointRules,
  ends: () => Iterable<JointEnd>,
): readonly BuilderPart[] | BuilderRefusal {
  const refusal = refusalOf(legs, rules);
  if (refusal) return refusal;
  const sums = new Float64Array(1 << legs.length);
  for (const { won, p } of ends())
    for (let mask = won; mask > 0; mask = (mask - 1) & won) sums[mask] = (sums[mask] as number) + p;
  const parts = [...sums].flatMap((p, mask) => (mask === 0 ? [] : [{ legs: positions(mask), p }]));
  return refusedParts(parts) ?? parts;
}

function refusalOf(legs: readonly QuoteLeg[], rules: JointRules): BuilderRefusal | undefined {
  const seen = new Set<string>();
  for (const leg of legs) {
    if (!isKnownMarket(leg)) return "unknown_leg";
    const name = `${leg.market}?${leg.spec}=${leg.outcome}`;
    if (seen.has(name)) return "same_leg";
    seen.add(name);
    if (!rules.kinds.has(leg.market)) return "not_combinable";
    const line = { id: leg.market, spec: leg.spec };
    if (rules.isDecided(line)) return "not_combinable";
    const outcome = rules.outcomes(line).find(({ id }) => id === leg.outcome);
    if (!outcome) return "unknown_leg";
    if (outcome.p.refund > 0 || outcome.p.half_win > 0 || outcome.p.half_lose > 0) return "not_combinable";
  }
  return undefined;
}

/** The legs whose outcomes win by these results, as bits. */
export function wonBits(legs: readonly QuoteLeg[], wins: (leg: QuoteLeg) => boolean): number {
  return legs.reduce((bits, leg, index) => (wins(leg) ? bits | (1 << index) : bits), 0);
}
