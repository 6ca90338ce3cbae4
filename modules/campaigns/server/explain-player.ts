import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Explained, explainRow } from "#modules/conditions/server/index.ts";
import type { Prices } from "#modules/conditions/shared/fact.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { asOfNow } from "./as-of.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Why a player is in a segment, or out of it; undefined for a player who does not exist. */
export async function explainPlayer(
  needs: CampaignNeeds,
  on: Queryable,
  rule: Rule,
  player: PlayerId,
): Promise<(Explained & { readonly prices: Prices | undefined }) | undefined> {
  const asOf = await asOfNow(needs, on, rule);
  const row = await needs.conditions.rowOf(on, rule, player, asOf);
  return row && { ...explainRow(needs.conditions, rule, row, asOf.prices), prices: asOf.prices };
}
