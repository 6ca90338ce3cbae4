import { deadHeatOf, type Factor, halfLost, halfWon, lost, voided, won } from "#modules/odds/shared/factor.ts";
import { findKind } from "#modules/odds/shared/market-kinds.ts";
import type { Result } from "#modules/odds/shared/result.ts";

/** How an outcome ends by hand: `tied_1_2` is one winning place shared by two. */
export const endPattern = /^(won|lost|void|half_won|half_lost|tied_[1-9]\d?_[1-9]\d?)$/;
export const plainEnds = ["won", "lost", "void", "half_won", "half_lost"] as const;

const factors: Readonly<Record<string, Factor>> = {
  won,
  lost,
  void: voided,
  half_won: halfWon,
  half_lost: halfLost,
};

/** Undefined where the text is none, or shares more places than there are. */
export function factorOfEnd(end: string): Factor | undefined {
  const [, places, tied] = /^tied_(\d+)_(\d+)$/.exec(end) ?? [];
  if (places === undefined || tied === undefined) return factors[end];
  const deadHeat = deadHeatOf(Number(places) / Number(tied));
  return deadHeat && Number(places) < Number(tied) ? { result: 1, voidFactor: 0, deadHeat } : undefined;
}

export function endOfFactor({ result, voidFactor, deadHeat: [places, tied] }: Factor): string {
  if (voidFactor === 1) return "void";
  if (voidFactor === 0.5) return result === 1 ? "half_won" : "half_lost";
  if (result === 0) return "lost";
  return places === tied ? "won" : `tied_${places}_${tied}`;
}

/** The result of a market with these outcomes; undefined where one is missing, unknown, or one too many wins. */
export function resultByHand(
  kind: string,
  outcomes: readonly string[],
  ends: Readonly<Record<string, string>>,
): Result | undefined {
  const result: Record<string, Factor> = {};
  for (const outcome of outcomes) {
    const factor = factorOfEnd(ends[outcome] ?? "");
    if (!factor) return undefined;
    result[outcome] = factor;
  }
  const isOfMarket = outcomes.length > 0 && Object.keys(ends).length === outcomes.length;
  const winners = Object.values(result).filter(each => endOfFactor(each) === "won").length;
  return isOfMarket && winners <= (findKind(kind)?.winners ?? outcomes.length) ? result : undefined;
}

export const voidOf = (outcomes: readonly string[]): Result =>
  Object.fromEntries(outcomes.map(outcome => [outcome, voided]));
