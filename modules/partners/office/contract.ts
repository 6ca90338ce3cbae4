import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { acts, looks, oneThing, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { partnerStatuses, payoutStatuses, planField, statementContent } from "#modules/partners/shared/contract.ts";
import { partnerClosed } from "#modules/partners/shared/errors.ts";

const summary = {
  id: uuidField,
  code: z.string(),
  site: z.string(),
  about: z.string(),
  currency: currencyField,
  status: z.enum(partnerStatuses),
  /** The account that signs in for the partner. */
  player,
  applied_at: timeField,
  decided_at: z.nullable(timeField),
  decided_by: z.nullable(z.string()),
} as const;

const subPartner = z.object({
  id: uuidField,
  code: z.string(),
  status: z.enum(partnerStatuses),
  /** Why they bring the partner nothing. */
  excluded: z.nullable(z.enum(["device", "instrument"])),
});

export const readPartners = route({
  ...looks("partners"),
  path: "/api/office/partners",
  permission: "partners.read",
  summary: "Partners: applications first",
  output: dataOf(z.array(z.object(summary))),
});

const payout = z.object({
  id: uuidField,
  amount: moneyField,
  destination: z.string(),
  status: z.enum(payoutStatuses),
  requested_at: timeField,
  asked_by: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

export const readPartner = route({
  ...looks("partners"),
  path: "/api/office/partners/:id",
  permission: "partners.read",
  summary: "One partner: plans, closed months with every figure, withdrawals, excluded players",
  params: oneThing,
  output: dataOf(
    z.object({
      ...summary,
      balance: moneyField,
      plans: z.array(
        z.object({
          number: z.int(),
          from: z.string(),
          plan: planField,
          asked_by: z.string(),
          approved_by: z.string(),
          reason: z.string(),
        }),
      ),
      statements: z.array(
        z.object({
          content: statementContent,
          hash: z.string(),
          closed_at: timeField,
          /** Computed again from the ledger, it has the same hash. */
          same: z.boolean(),
        }),
      ),
      payouts: z.array(payout),
      invited_by: z.nullable(subPartner),
      sub_partners: z.array(subPartner),
      players: z.int(),
      /** Players who count for nothing, and why. */
      excluded: z.array(z.object({ player, why: z.enum(["self", "device", "instrument"]), at: timeField })),
    }),
  ),
});

export const askPartnerPlan = route({
  ...acts("partners"),
  method: "POST",
  path: "/api/office/partners/:id/plan",
  permission: "partners.write",
  summary: "Requests a plan for a partner, which another person approves; the first one approves an application",
  params: oneThing,
  body: z.object({ plan: planField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
  errors: [partnerClosed],
});

export const decidePartner = route({
  ...acts("partners"),
  method: "POST",
  path: "/api/office/partners/:id/status",
  permission: "partners.write",
  summary: "Declines an application, suspends a partner, or ends the suspension",
  params: oneThing,
  body: z.object({ status: z.enum(["declined", "suspended", "approved"], "status_invalid"), reason: reasonField }),
  status: 204,
  errors: [partnerClosed],
});

export const payPartner = route({
  ...acts("partners"),
  method: "POST",
  path: "/api/office/partner-payouts/:id/pay",
  permission: "partners.write",
  summary: "Requests that a withdrawal be booked as paid, with the bank's reference; another person approves it",
  params: oneThing,
  body: z.object({
    reference: z
      .string("reference_invalid")
      .check(
        z.trim(),
        z.minLength(3, "reference_invalid"),
        z.maxLength(100, "reference_invalid"),
        z.regex(plainText, "reference_invalid"),
      ),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
  errors: [partnerClosed],
});

export const declinePartnerPayout = route({
  ...acts("partners"),
  method: "POST",
  path: "/api/office/partner-payouts/:id/decline",
  permission: "partners.write",
  summary: "Declines a partner's withdrawal: the money is back in the balance",
  params: oneThing,
  body: z.object({ reason: reasonField }),
  status: 204,
  errors: [partnerClosed],
});

export type PartnerSummary = z.output<typeof readPartners.output>["data"][number];
export type PartnerFileView = z.output<typeof readPartner.output>["data"];
