import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { notLocked } from "#modules/accounts/shared/errors.ts";
import {
  requestApprovedAlready,
  requestClosed,
  requestExpired,
  requestStale,
} from "#modules/approvals/shared/errors.ts";
import {
  campaignClosed as bonusCampaignClosed,
  freeBetsBlocked,
  otherProfile,
} from "#modules/bonuses/shared/errors.ts";
import { campaignState } from "#modules/campaigns/shared/errors.ts";
import { budgetClosed, rainOpen } from "#modules/community-chat/shared/errors.ts";
import { exportNotHeld } from "#modules/exports/shared/errors.ts";
import { flagUnchanged } from "#modules/flags/shared/errors.ts";
import { campaignClosed } from "#modules/free-spins/shared/errors.ts";
import { closureMissing } from "#modules/geo/shared/errors.ts";
import { jackpotState } from "#modules/jackpots/shared/errors.ts";
import { missionState } from "#modules/missions/shared/errors.ts";
import { idParams, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import {
  approverLinked,
  approverNew,
  ownRights,
  requesterLeft,
  secondPersonNeeded,
} from "#modules/operators/shared/errors.ts";
import { partnerClosed } from "#modules/partners/shared/errors.ts";
import {
  bonusEnded,
  debtOpen,
  notAssignable,
  paymentNotRefundable,
  quarantineClosed,
  refundTooLarge,
  revealNeeded,
  wageringOpen,
} from "#modules/payments/shared/errors.ts";
import { erasedAlready, eraseRefused } from "#modules/privacy/shared/errors.ts";
import { roundNotVoidable } from "#modules/providers/shared/errors.ts";
import { riskRuleChanged, riskRuleState } from "#modules/risk/shared/errors.ts";
import { raceClosed, tournamentClosed } from "#modules/tournaments/shared/errors.ts";
import { decidedBefore } from "#modules/verification/shared/errors.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { packClosed, packSpinsUnavailable } from "#modules/welcome-pack/shared/errors.ts";

const hashField = z.string("payload_hash_invalid").check(z.regex(/^[0-9a-f]{64}$/, "payload_hash_invalid"));

const approvalRequest = z.object({
  id: uuidField,
  /** The requested action: `owner.invite`. */
  kind: z.string(),
  subject: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** SHA-256 of kind, subject, its version and payload, in hex: an approval names it. */
  payload_hash: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: timeField,
  expires_at: timeField,
  /** Approvals needed besides the requester. */
  needs: z.number(),
  /** `stale`: the subject has changed since, so it can only be declined. */
  status: z.enum(["waiting", "stale", "approved", "declined", "expired"]),
  approvals: z.array(z.object({ operator: z.string(), at: timeField })),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timeField),
  decline_reason: z.nullable(z.string()),
  /** Whether the caller is the requester. */
  mine: z.boolean(),
  approved_by_me: z.boolean(),
  /** Whether the caller's role may approve this kind. */
  may_approve: z.boolean(),
});

export const readApprovals = route({
  ...officeRead("approvals"),
  path: "/api/office/approvals",
  permission: "approvals.read",
  summary: "Requests that need several approvals: open ones, oldest first; or all, newest first",
  query: z.object({ which: z.optional(z.enum(["waiting", "all"], "which_invalid")) }),
  output: dataOf(z.array(approvalRequest)),
});

export const readApproval = route({
  ...officeRead("approvals"),
  path: "/api/office/approvals/:id",
  permission: "approvals.read",
  summary: "One request: its effect, the requester and reason, the approvals",
  params: idParams,
  output: dataOf(approvalRequest),
});

/** What the last approval may fail with, of the action that it carries out. */
const effectErrors = [
  notLocked,
  bonusCampaignClosed,
  freeBetsBlocked,
  otherProfile,
  campaignState,
  budgetClosed,
  rainOpen,
  exportNotHeld,
  flagUnchanged,
  campaignClosed,
  closureMissing,
  jackpotState,
  missionState,
  partnerClosed,
  bonusEnded,
  debtOpen,
  notAssignable,
  paymentNotRefundable,
  quarantineClosed,
  refundTooLarge,
  revealNeeded,
  wageringOpen,
  erasedAlready,
  eraseRefused,
  roundNotVoidable,
  riskRuleChanged,
  riskRuleState,
  raceClosed,
  tournamentClosed,
  decidedBefore,
  insufficientFunds,
  packClosed,
  packSpinsUnavailable,
];

export const approveRequest = route({
  ...officeChange("approvals"),
  method: "POST",
  path: "/api/office/approvals/:id/approve",
  stepUp: true,
  permission: "approvals.decide",
  summary: "Approves this content of a request; the last approval carries it out in the same transaction",
  params: idParams,
  body: z.object({ payload_hash: hashField }),
  output: dataOf(approvalRequest),
  errors: [
    requestClosed,
    requestExpired,
    secondPersonNeeded,
    approverNew,
    approverLinked,
    requesterLeft,
    requestStale,
    requestApprovedAlready,
    ownRights,
    ...effectErrors,
  ],
});

export const declineRequest = route({
  ...officeChange("approvals"),
  method: "POST",
  path: "/api/office/approvals/:id/decline",
  permission: "approvals.decide",
  summary: "Declines a request, or withdraws one's own; nothing else changes",
  params: idParams,
  body: withReason,
  output: dataOf(approvalRequest),
  errors: [requestClosed, requestExpired],
});

export type ApprovalRequestView = z.output<typeof approvalRequest>;
