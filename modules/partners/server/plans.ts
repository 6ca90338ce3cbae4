import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Approvals, ApprovedRequest, AskedRequest, Asker, RequestKind } from "#modules/approvals/server/index.ts";
import type { Attribution } from "#modules/attribution/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { partnerClosed } from "../shared/errors.ts";
import { type Plan, planFaultOf } from "../shared/plan.ts";
import { monthOf, nextMonth } from "./months.ts";
import { type PayoutNeeds, payPayout } from "./payouts.ts";
import {
  insertPlan,
  lockFamily,
  lockPartner,
  type PartnerRow,
  partnerById,
  payoutById,
  plansOf,
  setStatus,
} from "./store.ts";
import { paysSubsTooMuch } from "./sub-partners.ts";

export interface PlanNeeds extends PayoutNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly attribution: Pick<Attribution, "addPartner">;
  readonly audit: Pick<Audit, "record">;
}

/** Who approves last. */
type Actor = Parameters<RequestKind["run"]>[2];

export const planRequest = "partners.plan";
export const payoutRequest = "partners.payout";
const planPayload = z.object({ partner: z.uuid(), plan: z.unknown() });
const payoutPayload = z.object({ payout: z.uuid(), reference: z.string() });

/** A plan and the payment of a withdrawal each take two operators. */
export function registerRequests(needs: PlanNeeds): void {
  needs.approvals.register({
    kind: planRequest,
    permission: "partners.write",
    reads: "partners.read",
    needs: 1,
    versionOf: async (db, { payload }) => {
      const id = z.parse(planPayload, payload).partner as Uuid;
      return `${(await partnerById(db, id))?.status} ${(await plansOf(db, id)).length}`;
    },
    run: (tx, request, by) => publish(needs, tx, request, by),
  });
  needs.approvals.register({
    kind: payoutRequest,
    permission: "partners.write",
    reads: "partners.read",
    needs: 1,
    versionOf: async (db, { payload }) =>
      String((await payoutById(db, z.parse(payoutPayload, payload).payout as Uuid))?.status),
    run: async (tx, request, by) => {
      const { payout, reference } = z.parse(payoutPayload, request.payload);
      const parties = { askedBy: request.askedName, decidedBy: by.name, note: reference };
      await payPayout(needs, tx, payout as Uuid, parties);
      await needs.audit.record(tx, by, {
        action: "partners.paid",
        subject: `partner_payout:${payout}`,
        reason: request.reason,
        before: { status: "requested" },
        after: { status: "paid", request: request.id, asked_by: request.askedName, reference },
      });
    },
  });
}

/** Asks for a plan; it approves an application as well. Fails with `not_found`, `partner_closed`, `validation_failed`. */
export async function askPlan(
  needs: PlanNeeds,
  tx: Tx,
  { partner: id, plan, reason }: { readonly partner: Uuid; readonly plan: unknown; readonly reason: string },
  by: Asker,
): Promise<AskedRequest> {
  const fault = planFaultOf(plan);
  if (fault) fail(validationFailed, { errors: { plan: [fault] } });
  const partner = (await partnerById(tx, id)) ?? fail(notFound);
  if (partner.status === "declined") fail(partnerClosed);
  await refuseSubs(needs, tx, partner, plan as Plan);
  const payload = { partner: id, plan: JSON.parse(JSON.stringify(plan)) };
  return needs.approvals.ask(tx, { kind: planRequest, subject: `partner:${partner.code}`, payload, reason }, by);
}

/** Asks for the payment of a withdrawal, with the bank's reference. */
export async function askPayment(
  needs: PlanNeeds,
  tx: Tx,
  { payout, reference, reason }: { readonly payout: Uuid; readonly reference: string; readonly reason: string },
  by: Asker,
): Promise<AskedRequest> {
  const row = (await payoutById(tx, payout)) ?? fail(notFound);
  if (row.status !== "requested") fail(partnerClosed);
  const content = { kind: payoutRequest, subject: `partner_payout:${payout}`, payload: { payout, reference }, reason };
  return needs.approvals.ask(tx, content, by);
}

/** Fails with `validation_failed`: `plan_subs_too_much`. */
async function refuseSubs({ host }: PlanNeeds, tx: Tx, partner: PartnerRow, plan: Plan): Promise<void> {
  if (await paysSubsTooMuch(tx, partner, plan, monthOf(host.clock.now())))
    fail(validationFailed, { errors: { plan: ["plan_subs_too_much"] } });
}

/** PUBLISHED: the first plan counts from this month and approves the partner, a later one from the next month. */
async function publish(needs: PlanNeeds, tx: Tx, request: ApprovedRequest, by: Actor): Promise<void> {
  const { partner: id, plan } = z.parse(planPayload, request.payload);
  // The rules may be stricter than when it was asked for.
  const fault = planFaultOf(plan);
  if (fault) fail(validationFailed, { errors: { plan: [fault] } });
  await lockFamily(tx, id as Uuid);
  const partner = (await lockPartner(tx, id as Uuid)) ?? fail(notFound);
  await refuseSubs(needs, tx, partner, plan as Plan);
  const before = await plansOf(tx, partner.id);
  const at = new Date(needs.host.clock.now());
  const month = monthOf(at.getTime());
  const fromMonth = before.length === 0 ? month : nextMonth(month);
  await insertPlan(tx, {
    partnerId: partner.id,
    number: before.length + 1,
    fromMonth,
    plan: plan as Plan,
    reason: request.reason,
    askedBy: request.askedName,
    approvedBy: by.name,
    publishedAt: at,
  });
  if (partner.status === "applied") {
    await setStatus(tx, partner.id, { status: "approved", at, by: by.name, reason: request.reason });
    await needs.attribution.addPartner(tx, partner.code);
  }
  await needs.audit.record(tx, by, {
    action: "partners.plan",
    subject: `partner:${partner.code}`,
    reason: request.reason,
    before: before.length === 0 ? null : { plan: JSON.stringify(before.at(-1)?.plan) },
    after: { plan: JSON.stringify(plan), from: fromMonth, request: request.id, asked_by: request.askedName },
  });
}
