import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { AskedRequest } from "#modules/operators/server/index.ts";
import type { PartnerRow, Partners } from "#modules/partners/server/index.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly partners: Partners;
}

/** Affiliates: plans and payments take a second person, who approves the request. */
export function partnerHandlers(needs: Needs): readonly Handler[] {
  const { host, partners } = needs;
  return [
    handle(contract.readPartners, async () => {
      const rows = await partners.all();
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId),
      );
      return { data: rows.map(row => ({ ...summaryOf(row), player: named(row.playerId) })) };
    }),
    handle(contract.readPartner, async ({ input: { params } }) => {
      const file = (await partners.file(idOf(params.id))) ?? fail(notFound);
      const left = file.players.filter(({ excluded }) => excluded !== null);
      const named = await namesOf(needs, [file.partner.playerId, ...left.map(({ playerId }) => playerId)]);
      return {
        data: {
          ...summaryOf(file.partner),
          player: named(file.partner.playerId),
          balance: formatAmount(file.balance),
          plans: file.plans.toReversed().map(({ number, fromMonth, plan, askedBy, approvedBy, reason }) => ({
            number,
            from: fromMonth,
            plan: { ...plan, tiers: plan.tiers.map(tier => ({ ...tier })) },
            asked_by: askedBy,
            approved_by: approvedBy,
            reason,
          })),
          statements: file.statements.map(({ month, content, hash, closedAt }) => ({
            content,
            hash: Buffer.from(hash).toString("hex"),
            closed_at: closedAt.toISOString(),
            same: !file.differing.includes(month),
          })),
          payouts: file.payouts.map(({ id, amount, destination, status, requestedAt, askedBy, decidedBy, note }) => ({
            id,
            amount: formatAmount(amount),
            destination,
            status,
            requested_at: requestedAt.toISOString(),
            asked_by: askedBy,
            decided_by: decidedBy,
            note,
          })),
          invited_by: file.invitedBy ? subView(file.invitedBy, file.partner.subExcluded) : null,
          sub_partners: file.subs.map(sub => subView(sub, sub.subExcluded)),
          players: file.players.length,
          excluded: left.flatMap(({ playerId, excluded: why, excludedAt }) =>
            why && excludedAt ? [{ player: named(playerId), why, at: excludedAt.toISOString() }] : [],
          ),
        },
      };
    }),
    act(host, contract.askPartnerPlan, async (tx, { operator, input: { params, body } }) => {
      const { plan, reason } = body;
      const request = await partners.askPlan(tx, { partner: idOf(params.id), plan, reason }, operator);
      return asked(request, reason, { kind: "partners.plan", subject: params.id, plan: JSON.stringify(plan) });
    }),
    act(host, contract.decidePartner, async (tx, { operator, input: { params, body } }) => {
      const { status, reason } = body;
      const { before } = await partners.decide(tx, idOf(params.id), { status, reason, by: operator.name });
      return {
        answer: undefined,
        auditAction: {
          action: "partners.status",
          subject: `partner:${before.code}`,
          reason,
          before: { status: before.status },
          after: { status },
        },
      };
    }),
    act(host, contract.payPartner, async (tx, { operator, input: { params, body } }) => {
      const { reference, reason } = body;
      const request = await partners.askPayment(tx, { payout: idOf(params.id), reference, reason }, operator);
      return asked(request, reason, { kind: "partners.payout", subject: params.id, reference });
    }),
    act(host, contract.declinePartnerPayout, async (tx, { operator, input: { params, body } }) => {
      const row = await partners.declinePayout(tx, idOf(params.id), { name: operator.name, note: body.reason });
      return {
        answer: undefined,
        auditAction: {
          action: "partners.payout_declined",
          subject: `partner_payout:${row.id}`,
          reason: body.reason,
          before: { status: "requested" },
          after: { status: "declined", amount: formatAmount(row.amount), currency: row.currency },
        },
      };
    }),
  ];
}

const subView = ({ id, code, status }: PartnerRow, excluded: PartnerRow["subExcluded"]) => ({
  id,
  code,
  status,
  excluded,
});

function summaryOf({ id, code, site, about, currency, status, appliedAt, decidedAt, decidedBy }: PartnerRow) {
  return {
    id,
    code,
    site,
    about,
    currency,
    status,
    applied_at: appliedAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
    decided_by: decidedBy,
  };
}

/** The same request again leaves no second entry. */
function asked({ id, isNew }: AskedRequest, reason: string, after: Record<string, string>) {
  return {
    answer: { data: { request: id } },
    auditAction: isNew ? { action: "approval.ask", subject: `request:${id}`, reason, after } : null,
  };
}
