import type { Queryable } from "#kit/db/db.ts";
import type { AsOf } from "#modules/conditions/server/index.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Facts of now, at the day's rates. Fails with `rates_unavailable` where a rule compares money and no rates were ever fixed. */
export async function asOfNow({ host, conditions }: CampaignNeeds, on: Queryable, rule: Rule): Promise<AsOf> {
  const now = new Date(host.clock.now());
  const prices = (await pricesOfPastDays(on, [dayOf(now)])).get(dayOf(now));
  if (!prices && conditions.needsPrices(rule)) noRates();
  return { now, prices };
}
