import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { FactRow, Prices } from "#modules/conditions/shared/fact.ts";
import { factValue, holds, leafHolds, type Reason } from "#modules/conditions/shared/interpret-rule.ts";
import { leavesOf, type Rule } from "#modules/conditions/shared/rule.ts";
import { asOfNow } from "./as-of.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Why a player is in a segment, or out of it. */
export interface Explained {
  readonly player: PlayerId;
  readonly matches: boolean;
  /** Facts of the guard that keep them out. */
  readonly blockedBy: readonly string[];
  readonly reasons: readonly Reason[];
}

/** Undefined for a player who does not exist. */
export async function explainPlayer(
  needs: CampaignNeeds,
  on: Queryable,
  rule: Rule,
  player: PlayerId,
): Promise<(Explained & { readonly prices: Prices | undefined }) | undefined> {
  const asOf = await asOfNow(needs, on, rule);
  const row = await needs.conditions.rowOf(on, rule, player, asOf);
  return row && { ...explainRow(needs, rule, player, row, asOf.prices), prices: asOf.prices };
}

export function explainRow(
  { conditions }: CampaignNeeds,
  rule: Rule,
  player: PlayerId,
  row: FactRow,
  prices: Prices | undefined,
): Explained {
  return {
    player,
    matches: holds(rule, row, prices),
    blockedBy: conditions.guards.map(({ name }) => name).filter(name => row[name] === true),
    reasons: leavesOf(rule).map(leaf => ({
      leaf,
      holds: leafHolds(leaf, row, prices),
      value: factValue(leaf.fact, row),
    })),
  };
}
