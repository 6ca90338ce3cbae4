import type { Queryable } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted } from "#modules/rates/shared/day-prices.ts";
import { isTooMuch, type Plan } from "../shared/plan.ts";
import { daysOf } from "./months.ts";
import { statementsOf } from "./statement-store.ts";
import { type PartnerRow, type PlanRow, partnerById, plansOf, subPartnersOf } from "./store.ts";

/** What a sub-partner's closed month adds to the month of the partner who invited them. */
export interface SubCommission {
  readonly code: string;
  readonly currency: Currency;
  /** Their own share and CPA, without what they get for sub-partners of theirs: there is one level. */
  readonly commission: bigint;
  /** The commission in the inviting partner's currency, at the prices of the month's last day. */
  readonly converted: bigint;
}

/** Sub-partners who count at a moment: without those linked to the partner by then. */
export async function countedSubs(on: Queryable, { id }: PartnerRow, at: Date): Promise<readonly PartnerRow[]> {
  return (await subPartnersOf(on, id)).filter(({ subExcludedAt }) => subExcludedAt === null || subExcludedAt > at);
}

/** Commissions for the sub-partners' months that are closed. Fails with `rates_unavailable`. */
export async function subCommissions(
  on: Queryable,
  partner: PartnerRow,
  month: string,
  at: Date,
): Promise<readonly SubCommission[]> {
  const found: Omit<SubCommission, "converted">[] = [];
  for (const sub of await countedSubs(on, partner, at)) {
    const content = (await statementsOf(on, sub.id)).find(each => each.month === month)?.content;
    const commission = content ? parseDecimal(content.share) + parseDecimal(content.cpa) : 0n;
    if (commission > 0n) found.push({ code: sub.code, currency: sub.currency, commission });
  }
  if (found.length === 0) return [];
  const last = daysOf(month).next - 1;
  const prices = (await pricesOfPastDays(on, [last])).get(last);
  return found.map(each => ({
    ...each,
    converted: converted({ currency: each.currency, amount: each.commission }, partner.currency, prices) ?? noRates(),
  }));
}

interface PeopleNeeds {
  readonly people: Pick<Accounts["people"], "of">;
}

/** Those of the partners whose account is open. */
export async function withAccount(
  { people }: PeopleNeeds,
  on: Queryable,
  partners: readonly PartnerRow[],
): Promise<readonly PartnerRow[]> {
  const persons = await people.of(
    partners.map(({ playerId }) => playerId),
    on,
  );
  return partners.filter(({ playerId }) => !persons.get(playerId)?.closedAt);
}

/** Whether a month of every sub-partner who has an account and a plan for it is closed: only then is what they were paid known. */
export async function areSubsClosed(
  needs: PeopleNeeds,
  on: Queryable,
  partner: PartnerRow,
  month: string,
  at: Date,
): Promise<boolean> {
  for (const { id } of await withAccount(needs, on, await countedSubs(on, partner, at))) {
    const [first] = await plansOf(on, id);
    if (first === undefined || first.fromMonth > month) continue;
    if (!(await statementsOf(on, id)).some(each => each.month === month)) return false;
  }
  return true;
}

/** Whether a plan, with the share of the partner who invited or of those invited, could pay more than half of the theoretical loss. */
export async function paysSubsTooMuch(on: Queryable, partner: PartnerRow, plan: Plan, month: string): Promise<boolean> {
  const inviter = partner.invitedBy === null ? undefined : await partnerById(on, partner.invitedBy);
  const above = inviter ? await openPlans(on, inviter, month) : [];
  if (above.some(({ plan: { sub = 0 } }) => isTooMuch(plan, sub))) return true;
  const { sub } = plan;
  if (sub === undefined) return false;
  for (const invited of await subPartnersOf(on, partner.id))
    if ((await openPlans(on, invited, month)).some(each => isTooMuch(each.plan, sub))) return true;
  return false;
}

/** The plan in force and those that follow it. */
async function openPlans(on: Queryable, { id }: PartnerRow, month: string): Promise<readonly PlanRow[]> {
  const plans = await plansOf(on, id);
  return plans.filter((_, index) => (plans[index + 1]?.fromMonth ?? "9999") > month);
}
