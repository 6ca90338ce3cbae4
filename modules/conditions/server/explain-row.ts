import type { Fact, FactRow, Prices } from "../shared/fact.ts";
import { factValue, holds, leafHolds, type Reason } from "../shared/interpret-rule.ts";
import { leavesOf, type Rule } from "../shared/rule.ts";

/** Why a player meets a rule, or does not. */
export interface Explained {
  readonly matches: boolean;
  /** Facts of the guard that keep them out. */
  readonly blockedBy: readonly string[];
  readonly reasons: readonly Reason[];
}

export function explainRow(
  { guards }: { readonly guards: readonly Fact[] },
  rule: Rule,
  row: FactRow,
  prices: Prices | undefined,
): Explained {
  return {
    matches: holds(rule, row, prices),
    blockedBy: guards.map(({ name }) => name).filter(name => row[name] === true),
    reasons: leavesOf(rule).map(leaf => ({
      leaf,
      holds: leafHolds(leaf, row, prices),
      value: factValue(leaf.fact, row),
    })),
  };
}
