import { formatAmount } from "#kit/money/amount.ts";
import { leastPlayers, type PartnerView, type StatementContent, type StatementView } from "../shared/contract.ts";
import type { StatementRow } from "./statement-store.ts";
import type { LinkRow, PartnerRow, PayoutRow, PlanRow } from "./store.ts";

/** What a partner may see: no name, no contact, and no figure of fewer than five players. */

export function partnerView(
  partner: PartnerRow,
  more: {
    readonly plan: PlanRow | undefined;
    readonly balance: bigint;
    readonly links: readonly LinkRow[];
    readonly subs: readonly PartnerRow[];
    readonly statements: readonly StatementRow[];
    readonly payouts: readonly PayoutRow[];
  },
): PartnerView {
  return {
    code: partner.code,
    site: partner.site,
    status: partner.status,
    currency: partner.currency,
    applied_at: partner.appliedAt.toISOString(),
    plan: more.plan ? planViewOf(more.plan.plan) : null,
    balance: formatAmount(more.balance),
    links: more.links.map(({ id, name, stag, path }) => ({ id, name, stag, path })),
    sub_partners: more.subs.map(({ code, status, appliedAt, subExcluded }) => ({
      code,
      status,
      applied_at: appliedAt.toISOString(),
      counts: subExcluded === null,
    })),
    statements: more.statements.map(({ content, hash }) => statementView(content, Buffer.from(hash).toString("hex"))),
    payouts: more.payouts.map(payoutView),
  };
}

export function planViewOf({ tiers, cpa, carry, sub }: PlanRow["plan"]): NonNullable<PartnerView["plan"]> {
  const own = { tiers: tiers.map(({ from, rate }) => ({ from, rate })), cpa, carry };
  // Left out where it is not set, as in the statements of before: their hashes stay.
  return sub === undefined ? own : { ...own, sub };
}

export function payoutView({ id, amount, destination, status, requestedAt, endedAt }: PayoutRow) {
  return {
    id,
    amount: formatAmount(amount),
    destination,
    status,
    requested_at: requestedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

export function statementView(content: StatementContent, hash: string | null): StatementView {
  const isEnough = content.players >= leastPlayers;
  return {
    month: content.month,
    plan_number: content.plan_number,
    plan: content.plan,
    players: content.players,
    registrations: content.registrations,
    first_deposits: content.first_deposits,
    totals: isEnough ? content.totals : null,
    net_revenue: isEnough ? content.net_revenue : null,
    carried_in: isEnough ? content.carried_in : null,
    cap: isEnough ? content.cap : null,
    counted: isEnough ? content.counted : null,
    rate: content.rate,
    share: content.share,
    cpa_players: content.cpa_players,
    cpa: content.cpa,
    sub_partners: content.sub_partners
      ? {
          rate: content.sub_partners.rate,
          count: content.sub_partners.list.length,
          base: content.sub_partners.base,
          share: content.sub_partners.share,
        }
      : null,
    commission: content.commission,
    carried_out: isEnough ? content.carried_out : null,
    hash,
  };
}
