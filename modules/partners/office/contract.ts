import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { partnerStatuses, payoutStatuses, planField, statementContent } from "#modules/partners/shared/contract.ts";
import { partnerClosed, postbackNotFailed } from "#modules/partners/shared/errors.ts";
import { flagKinds, flagStates } from "#modules/partners/shared/flags.ts";
import { conversionEvents } from "#modules/partners/shared/postback.ts";

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
  ...officeRead("partners"),
  path: "/api/office/partners",
  permission: "partners.read",
  summary: "Partners: applications first",
  query: z.object({ ...paged }),
  output: pageOf(z.object({ ...summary, /** Flags without a decision. */ open_flags: z.int() })),
});

const flag = z.object({
  id: uuidField,
  kind: z.enum(flagKinds),
  state: z.enum(flagStates),
  /** For a burst: its hour, and below it the registrations in the two weeks before. */
  from: z.nullable(timeField),
  before: z.nullable(z.int()),
  /** For minimum deposits: the month of registration, and how many players of it deposited. */
  month: z.nullable(z.string()),
  depositors: z.nullable(z.int()),
  /** For an address or a means of payment: all accounts that have it. */
  accounts: z.nullable(z.int()),
  players: z.array(player),
  /** Players for whom CPA is held. */
  held: z.int(),
  raised_at: timeField,
  decided_at: z.nullable(timeField),
  decided_by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type FlagView = z.output<typeof flag>;

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
  ...officeRead("partners"),
  path: "/api/office/partners/:id",
  permission: "partners.read",
  summary: "One partner: plans, closed months with every figure, withdrawals, flags, excluded players",
  params: idParams,
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
      /** What looks wrong about the players: open ones first. */
      flags: z.array(flag),
      players: z.int(),
      /** Players who count for nothing, and why. */
      excluded: z.array(z.object({ player, why: z.enum(["self", "device", "instrument"]), at: timeField })),
    }),
  ),
});

export const askPartnerPlan = route({
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/partners/:id/plan",
  permission: "partners.write",
  summary: "Requests a plan for a partner, which another person approves; the first one approves an application",
  params: idParams,
  body: z.object({ plan: planField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
  errors: [partnerClosed],
});

export const decidePartner = route({
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/partners/:id/status",
  permission: "partners.write",
  summary: "Declines an application, suspends a partner, or ends the suspension",
  params: idParams,
  body: z.object({ status: z.enum(["declined", "suspended", "approved"], "status_invalid"), reason: reasonField }),
  status: 204,
  errors: [partnerClosed],
});

export const decidePartnerFlag = route({
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/partner-flags/:id/decide",
  permission: "partners.write",
  summary: "Dismisses a flag, so that held CPA is paid when it is due, or confirms it: CPA of its players is refused",
  params: idParams,
  body: z.object({ state: z.enum(["dismissed", "confirmed"], "state_invalid"), reason: reasonField }),
  status: 204,
  errors: [partnerClosed],
});

export const payPartner = route({
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/partner-payouts/:id/pay",
  permission: "partners.write",
  summary: "Requests that a withdrawal be booked as paid, with the bank's reference; another person approves it",
  params: idParams,
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
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/partner-payouts/:id/decline",
  permission: "partners.write",
  summary: "Declines a partner's withdrawal: the money is back in the balance",
  params: idParams,
  body: z.object({ reason: reasonField }),
  status: 204,
  errors: [partnerClosed],
});

const sourceField = z.string("source_invalid").check(z.regex(/^[a-z0-9_-]{1,40}$/, "source_invalid"));

export const readAdNetworks = route({
  ...officeRead("partners"),
  path: "/api/office/ad-networks",
  permission: "partners.read",
  summary: "Advertising networks that conversions are sent to, and the last deliveries",
  output: dataOf(
    z.object({
      networks: z.array(
        z.object({
          /** The `click_source` of its links. */
          source: z.string(),
          name: z.string(),
          url: z.string(),
          active: z.boolean(),
          changed_by: z.string(),
          changed_at: timeField,
        }),
      ),
      log: z.array(
        z.object({
          event_id: uuidField,
          source: z.string(),
          event: z.enum(conversionEvents),
          happened_at: timeField,
          state: z.enum(["waiting", "sent", "failed", "withheld"]),
          tries: z.int(),
          outcome: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export const putAdNetwork = route({
  ...officeChange("partners"),
  method: "PUT",
  path: "/api/office/ad-networks/:source",
  permission: "partners.write",
  summary: "Adds an advertising network, or changes its address; nothing is sent to one that is not active",
  params: z.object({ source: sourceField }),
  body: z.object({
    name: z
      .string("name_invalid")
      .check(
        z.trim(),
        z.minLength(1, "name_invalid"),
        z.maxLength(60, "name_invalid"),
        z.regex(plainText, "name_invalid"),
      ),
    url: z.string("url_invalid").check(z.maxLength(1000, "url_invalid"), z.regex(plainText, "url_invalid")),
    active: z.boolean("active_invalid"),
    reason: reasonField,
  }),
  status: 204,
});

const postback = z.object({
  id: uuidField,
  partner: uuidField,
  player,
  event: z.string(),
  happened_at: timeField,
  state: z.enum(["waiting", "sent", "failed", "withheld"]),
  /** The host name that it goes to; the rest of the address has the partner's keys. */
  host: z.nullable(z.string()),
  tries: z.int(),
  /** The status of the last answer, or why there was none. */
  outcome: z.nullable(z.string()),
  next_at: z.nullable(timeField),
  ended_at: z.nullable(timeField),
});

export type PostbackView = z.infer<typeof postback>;

export const readPostbacks = route({
  ...officeRead("partners"),
  path: "/api/office/postbacks",
  reads: ["partners.events"],
  permission: "webhooks.read",
  summary: "Events sent to partners' networks, newest first: attempts and outcome",
  query: z.object({
    state: z.optional(z.enum(["waiting", "sent", "failed", "withheld"], "state_invalid")),
    ...paged,
  }),
  output: pageOf(postback),
});

export const resendPostback = route({
  ...officeChange("partners"),
  method: "POST",
  path: "/api/office/postbacks/:id/resend",
  permission: "webhooks.replay",
  summary: "Sends an event again that was given up, under the same event id; not while the player is on a break",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [postbackNotFailed],
});

export type PartnerSummary = z.output<typeof readPartners.output>["data"]["items"][number];
export type PartnerFileView = z.output<typeof readPartner.output>["data"];
