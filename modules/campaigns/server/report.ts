import type { Queryable } from "#kit/db/db.ts";
import { releasedSinceSql } from "#modules/bonuses/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { lostSinceSql } from "#modules/projections/server/index.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import { differenceOf, type Group } from "../shared/difference.ts";
import type { Campaign } from "./campaign-store.ts";
import type { CampaignNeeds } from "./needs.ts";

/** What players brought since they were chosen: real stakes less payouts, less what bonuses released. In the campaign's currency, per player. */
export interface Report {
  /** Everybody who was chosen for the bonus, also those who were refused it: else the groups would not compare. */
  readonly treated: Group;
  readonly control: Group;
  readonly difference: ReturnType<typeof differenceOf>;
  /** Undecided until both groups have the planned sample, and while the interval has zero in it. */
  readonly verdict: "too_few" | "no_difference" | "more" | "less";
}

interface GroupRow {
  readonly isControl: boolean;
  readonly players: number;
  readonly mean: number;
  readonly variance: number;
}

const empty: Group = { players: 0, mean: 0, variance: 0 };
const price = (currency: string) => `($2::jsonb ->> ${currency})::numeric`;

/** Fails with `rates_unavailable` if no rates were ever fixed. */
export async function reportOf({ host }: CampaignNeeds, on: Queryable, campaign: Campaign): Promise<Report> {
  const today = dayOf(new Date(host.clock.now()));
  const prices = (await pricesOfPastDays(on, [today])).get(today) ?? noRates();
  const texts = Object.fromEntries(Object.entries(prices).map(([currency, each]) => [currency, String(each)]));
  const members = "SELECT player_id, chosen_at AS since, state FROM campaigns.members WHERE campaign_id = $1";
  const { rows } = await on.query<GroupRow>(
    `SELECT m.state = 'control' AS "isControl", count(*)::int AS players, avg(b.brought)::float8 AS mean,
       coalesce(var_samp(b.brought), 0)::float8 AS variance
     FROM (${members}) m
     LEFT JOIN (${lostSinceSql(members, price)}) l ON l.player_id = m.player_id
     LEFT JOIN (${releasedSinceSql(members, price)}) r ON r.player_id = m.player_id
     CROSS JOIN LATERAL (SELECT (coalesce(l.lost, 0) - coalesce(r.released, 0)) / ${price("$3")} / 1000000 AS brought) b
     GROUP BY 1`,
    [campaign.id, JSON.stringify(texts), campaign.currency],
  );
  const [treated, control] = [rows.find(row => !row.isControl) ?? empty, rows.find(row => row.isControl) ?? empty];
  const difference = differenceOf(treated, control);
  return { treated, control, difference, verdict: verdictOf(campaign.sample, treated, control, difference) };
}

function verdictOf(sample: number, treated: Group, control: Group, found: Report["difference"]): Report["verdict"] {
  if (!found || treated.players < sample || control.players < sample) return "too_few";
  if (found.low > 0) return "more";
  return found.high < 0 ? "less" : "no_difference";
}
