import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  moneyField,
  namesField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { approverDecided, approverLinked, approverNew } from "#modules/operators/shared/errors.ts";
import { maskedDestination } from "#modules/operators/shared/masked.ts";
import { approvedAlready, payoutAsked, payoutClaimed, payoutClosed } from "#modules/payments/shared/errors.ts";
import { payoutTopics } from "#modules/payments/shared/payout-questions.ts";

const payout = z.object({
  id: uuidField,
  player,
  currency: currencyField,
  amount: moneyField,
  method: z.string(),
  label: maskedDestination,
  status: z.number(),
  created_at: timeField,
  ended_at: z.nullable(timeField),
  /** 0: paid without approval. */
  approvals_needed: z.number(),
  waits_for: z.array(z.string()),
  approved_at: z.nullable(timeField),
  approvals: z.array(z.object({ operator: z.string(), at: timeField })),
  /** Whether the caller has approved it already. */
  approved_by_me: z.boolean(),
  /** Who works on it, and until when. */
  claim: z.nullable(z.object({ name: z.string(), own: z.boolean(), until: timeField })),
  /** The last question to the player. While it is open nobody approves the payout. */
  question: z.nullable(
    z.object({
      topic: z.enum(payoutTopics),
      by: z.string(),
      at: timeField,
      open: z.boolean(),
      /** Without an answer it can be decided again from then on. */
      until: timeField,
      answered_at: z.nullable(timeField),
      answer: z.nullable(z.string()),
    }),
  ),
  /** In euros at the prices of today; null without them. */
  worth: z.nullable(moneyField),
  /** Other accounts that have paid with the same, or saved the same address; at most 20. */
  shared_with: z.int(),
  /** Staked of what was deposited in the last 30 days, percent; null where nothing was. */
  wagered: z.nullable(z.int()),
  /** Null for callers without `risk.read` or `harm.read`. Neither decides about a payout. */
  risk: z.nullable(z.int()),
  harm: z.nullable(z.int()),
  /** Coin payouts that are in a block: the transaction, and the network fee in ether. */
  mined: z.nullable(z.object({ tx_hash: z.string(), fee: z.string() })),
});

const deposit = z.object({
  id: uuidField,
  player,
  method: z.string(),
  method_name: namesField,
  currency: currencyField,
  amount: moneyField,
  credited: moneyField,
  held: moneyField,
  status: z.number(),
  created_at: timeField,
  ended_at: z.nullable(timeField),
});

export const readPayouts = route({
  ...officeRead("payments"),
  path: "/api/office/payouts",
  permission: "payouts.read",
  summary: "Payouts waiting for review, or for an answer of their player, oldest first; or all, newest first",
  query: z.object({
    which: z.optional(z.enum(["waiting", "asked", "all"], "which_invalid")),
    player: z.optional(uuidField),
    ...paged,
  }),
  output: pageOf(payout),
});

export const approvePayout = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/payouts/:id/approve",
  stepUp: true,
  permission: "payouts.approve",
  moves: "payout",
  summary: "Approves a payout; it is sent when enough different operators have approved it",
  params: idParams,
  output: dataOf(z.object({ approvals: z.number(), needed: z.number(), released: z.boolean() })),
  errors: [payoutClosed, payoutClaimed, payoutAsked, approvedAlready, approverNew, approverLinked, approverDecided],
});

export const declinePayout = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/payouts/:id/decline",
  permission: "payouts.approve",
  moves: "payout",
  summary: "Declines a payout; the money returns to the player's balance",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [payoutClosed, payoutClaimed],
});

export const askAboutPayout = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/payouts/:id/ask",
  permission: "payouts.approve",
  summary:
    "Asks the player about a payout that waits, in their language: nobody approves it until they answer, for at most seven days",
  params: idParams,
  body: z.object({ topic: z.enum(payoutTopics, "topic_invalid"), reason: reasonField }),
  output: dataOf(z.object({ until: timeField })),
  errors: [payoutClosed, payoutClaimed, payoutAsked],
});

export const claimPayout = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/payouts/:id/claim",
  permission: "payouts.approve",
  summary:
    "Claims a payout that waits for approval for ten minutes, or renews the caller's claim: no other operator decides it meanwhile",
  params: idParams,
  output: dataOf(z.object({ until: timeField })),
  errors: [payoutClosed, payoutClaimed],
});

export const readDeposits = route({
  ...officeRead("payments"),
  path: "/api/office/deposits",
  permission: "payments.read",
  summary: "Deposits of all players or of one, newest first",
  query: z.object({ player: z.optional(uuidField), ...paged }),
  output: pageOf(deposit),
});

const timeline = {
  steps: z.array(
    z.object({
      at: timeField,
      kind: z.string(),
      /** The provider, or the operator of an approval. */
      by: z.nullable(z.string()),
      action: z.nullable(z.string()),
      outcome: z.nullable(z.string()),
      amount: z.nullable(moneyField),
      /** How often this outcome occurred, the last time at `last_at`. */
      times: z.number(),
      last_at: z.nullable(timeField),
    }),
  ),
  /** What happens next; `at` is null when it depends on a person. */
  next: z.array(z.object({ what: z.string(), at: z.nullable(timeField) })),
};
const timelineView = z.object(timeline);

/** A big win that differs when it is recomputed, or that could not be recomputed. */
const doubtedRound = z.object({
  round: uuidField,
  game: z.string(),
  doubt: z.enum(["win_differs", "win_unproven"]),
  /** The steps that differ, or why nothing could be computed. */
  found: z.array(z.string()),
});

export const readPayout = route({
  ...officeRead("payments"),
  path: "/api/office/payouts/:id",
  permission: "payouts.read",
  summary:
    "A payout with its timeline: steps, responses of the provider, attempts, approvals and the next attempt; big wins that it waits for",
  params: idParams,
  output: dataOf(z.object({ payout, provider: z.string(), doubted: z.array(doubtedRound), ...timeline })),
});

export const readDeposit = route({
  ...officeRead("payments"),
  path: "/api/office/deposits/:id",
  permission: "payments.read",
  summary:
    "A deposit with its payments and its timeline: steps, responses of the provider, returns, refunds and the next attempt",
  params: idParams,
  output: dataOf(
    z.object({
      id: uuidField,
      player,
      provider: z.string(),
      /** The provider's name of the invoice. */
      provider_reference: z.nullable(z.string()),
      method: z.string(),
      method_name: namesField,
      currency: currencyField,
      amount: moneyField,
      credited: moneyField,
      held: moneyField,
      status: z.number(),
      /** What was credited of each payment, what of it was refunded or is on its way, and what can be. */
      payments: z.array(
        z.object({
          id: uuidField,
          /** The provider's name of the payment. */
          payment_id: z.string(),
          credited: moneyField,
          refunded: moneyField,
          left: moneyField,
          recalled: z.boolean(),
        }),
      ),
      ...timeline,
    }),
  ),
});

export const readMethods = route({
  ...officeRead("payments"),
  path: "/api/office/methods",
  permission: "payments.read",
  summary: "The deposit methods, their limits, and which are offered",
  output: dataOf(
    z.array(
      z.object({
        hash: z.string(),
        name: namesField,
        /** The provider that is tried first now where no order is set; null while none is available. */
        provider: z.nullable(z.string()),
        on: z.boolean(),
        limits: z.array(z.object({ currency: currencyField, min: moneyField, usual: moneyField, max: moneyField })),
      }),
    ),
  ),
});

export const switchMethod = route({
  ...officeChange("payments"),
  method: "PUT",
  path: "/api/office/methods/:hash",
  permission: "methods.write",
  summary: "Turns a deposit method on or off; open invoices are unaffected",
  params: z.object({ hash: z.string().check(z.maxLength(64, "method_unknown")) }),
  body: z.object({ on: z.boolean("on_invalid"), reason: reasonField }),
  status: 204,
});

const sumAboveZero = amountField.check(z.refine(text => /[1-9]/.test(text), "amount_invalid"));

export const setMethodLimits = route({
  ...officeChange("payments"),
  method: "PUT",
  path: "/api/office/methods/:hash/limits",
  permission: "methods.write",
  summary: "Sets the limits of deposits by a method in a currency; open invoices are unaffected",
  params: z.object({ hash: z.string().check(z.maxLength(64, "method_unknown")) }),
  body: z.object({
    currency: currencyField,
    min: sumAboveZero,
    usual: sumAboveZero,
    max: sumAboveZero,
    reason: reasonField,
  }),
  status: 204,
});

const approvalRule = { automatic: amountField, automatic_day: amountField, one_person: amountField };

export const readApprovalRules = route({
  ...officeRead("payments"),
  path: "/api/office/payout-rules",
  permission: "payouts.read",
  summary: "The limits of automatic payouts, per payout and per day, and up to which amount one approval is enough",
  output: dataOf(z.array(z.object({ currency: currencyField, ...approvalRule }))),
});

export const setApprovalRule = route({
  ...officeChange("payments"),
  method: "PUT",
  path: "/api/office/payout-rules/:currency",
  stepUp: true,
  permission: "rules.write",
  summary:
    "Lowers the limits of automatic payouts in a currency; raising one takes another owner's approval (202). Payouts that already wait for approval are unchanged",
  params: z.object({ currency: currencyField }),
  body: z.object({ ...approvalRule, reason: reasonField }),
  orAccepted: true,
  /** `request`: what another owner approves; null if the limits are set. */
  output: dataOf(z.object({ request: z.nullable(uuidField) })),
});

export type TimelineView = z.output<typeof timelineView>;
export type DoubtedRoundView = z.output<typeof doubtedRound>;
export type PayoutRowView = z.output<typeof payout>;
export type DepositRowView = z.output<typeof deposit>;
