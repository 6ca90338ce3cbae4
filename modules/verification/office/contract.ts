import * as z from "zod/mini";
import { dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { maskedDate } from "#modules/operators/shared/masked.ts";
import { checks } from "#modules/verification/shared/checklist.ts";
import { documentKinds } from "#modules/verification/shared/contract.ts";
import { checkClaimed, documentsMissing, notDecided, verificationClosed } from "#modules/verification/shared/errors.ts";
import { decisions, verificationStatuses } from "#modules/verification/shared/status.ts";

/** Who works on a case, and until when. */
const claim = z.object({ name: z.string(), own: z.boolean(), until: timeField });

export const readCases = route({
  ...officeRead("verification"),
  path: "/api/office/kyc",
  permission: "kyc.read",
  summary: "Identity checks: those in progress first, oldest first",
  output: dataOf(
    z.array(
      z.object({
        player,
        claim: z.nullable(claim),
        status: z.enum(verificationStatuses),
        reason: z.nullable(z.string()),
        /** Under age by the player's own statement, or two dates of birth: a document decides. */
        age_in_doubt: z.boolean(),
        /** The player's verification level. */
        level: z.int(),
        /** The provider's last result for these documents; null before one. */
        verdict: z.nullable(z.enum(decisions)),
        /** Null for callers without `risk.read`. */
        risk: z.nullable(z.int()),
        submitted_at: z.nullable(timeField),
        decided_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const readCase = route({
  ...officeRead("verification"),
  path: "/api/office/kyc/:id",
  permission: "kyc.read",
  summary: "One player's identity check: its status and documents",
  params: idParams,
  output: dataOf(
    z.object({
      player,
      claim: z.nullable(claim),
      status: z.enum(verificationStatuses),
      reason: z.nullable(z.string()),
      /** The dates of birth the player stated, the first one first; more than one, or one under age, is decided by a document. */
      birth_dates: z.array(maskedDate),
      age_in_doubt: z.boolean(),
      /** The verification provider's result while an operator has to decide about the age. */
      company_decision: z.nullable(z.string()),
      /** Decisions, newest first. `asked_by` requested an overrule, which `operator` approved. */
      decisions: z.array(
        z.object({
          at: timeField,
          decision: z.enum(decisions),
          by: z.enum(["provider", "operator", "rules"]),
          operator: z.nullable(z.string()),
          asked_by: z.nullable(z.string()),
        }),
      ),
      documents: z.array(
        z.object({
          id: uuidField,
          kind: z.enum(documentKinds),
          type: z.string(),
          size: z.number(),
          added_at: timeField,
        }),
      ),
    }),
  ),
});

export const openDocument = route({
  ...officeChange("verification"),
  method: "POST",
  path: "/api/office/kyc/:id/documents/:document/open",
  stepUp: true,
  permission: "kyc.documents",
  summary: "Decrypts one document for the caller; the audit log records it",
  params: z.object({ id: uuidField, document: uuidField }),
  body: z.object({ reason: reasonField }),
  output: dataOf(z.object({ type: z.string(), content: z.string() })),
});

export const claimCheck = route({
  ...officeChange("verification"),
  method: "POST",
  path: "/api/office/kyc/:id/claim",
  permission: "kyc.decide",
  summary:
    "Claims an identity check for ten minutes, or renews the caller's claim: no other operator decides it meanwhile",
  params: idParams,
  output: dataOf(z.object({ until: timeField })),
  errors: [checkClaimed, verificationClosed],
});

export const whys = ["unreadable", "expired", "mismatch", "more_documents", "other"] as const;

const decided = {
  decision: z.enum(decisions, "decision_invalid"),
  /** The text shown to the player. */
  why: z.optional(z.nullable(z.enum(whys, "why_invalid"))),
  /** What the operator has confirmed of the documents: an approval takes all of their checklist. */
  checks: z.optional(
    z.array(z.enum(checks, "checks_invalid"), "checks_invalid").check(z.maxLength(checks.length, "checks_invalid")),
  ),
};

export const decideCase = route({
  ...officeChange("verification"),
  method: "POST",
  path: "/api/office/kyc/:id/decision",
  permission: "kyc.decide",
  summary:
    "Approves or declines an identity check in progress, or requests documents; a later decision of the provider is ignored",
  params: idParams,
  body: z.object({
    ...decided,
    /** As in the document: required to approve a case whose date of birth is in doubt. */
    birth_date: z.optional(z.nullable(z.string("birth_date_invalid").check(z.maxLength(10, "birth_date_invalid")))),
    reason: reasonField,
  }),
  status: 204,
  errors: [verificationClosed, checkClaimed, documentsMissing],
});

export const overruleCase = route({
  ...officeChange("verification"),
  method: "POST",
  path: "/api/office/kyc/:id/overrule",
  stepUp: true,
  permission: "kyc.decide",
  summary:
    "Requests that a decided identity check be decided otherwise; an operator who has not decided on it has to approve",
  params: idParams,
  body: z.object({ ...decided, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [notDecided, documentsMissing],
});

const webhook = z.object({
  id: uuidField,
  provider: z.string(),
  received_at: timeField,
  /** The provider's id of the message; null when the call was refused. */
  event_id: z.nullable(z.string()),
  decision: z.nullable(z.string()),
  /** Its effect, `failed`, or the code it was refused with. */
  result: z.string(),
  /** Redacted. */
  error: z.nullable(z.string()),
  size: z.int(),
});

export const readCheckWebhooks = route({
  ...officeRead("verification"),
  path: "/api/office/identity-webhooks",
  reads: ["verification.webhook_calls"],
  permission: "kyc.read",
  summary: "Calls of the identity provider and what became of them, newest first; never their text",
  query: z.object({
    result: z.optional(
      z.string("query_invalid").check(z.maxLength(60, "query_invalid"), z.regex(plainText, "query_invalid")),
    ),
    ...paged,
  }),
  output: pageOf(webhook),
});

export type IdentityCheck = z.output<typeof readCase.output>["data"];
