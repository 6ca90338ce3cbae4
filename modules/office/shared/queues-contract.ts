import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { longestMessage } from "#modules/support/shared/contract.ts";
import { verificationClosed } from "#modules/verification/shared/errors.ts";
import { acts, looks, oneThing, player } from "./fields.ts";

export const readCases = route({
  ...looks,
  path: "/api/office/kyc",
  permission: "kyc.read",
  summary: "Identity checks: those under way first, the oldest on top",
  output: dataOf(
    z.array(
      z.object({
        player,
        status: z.string(),
        reason: z.nullable(z.string()),
        /** Under age by what the player said, or two dates of birth: a document decides. */
        age_in_doubt: z.boolean(),
        submitted_at: z.nullable(timeField),
        decided_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const readCase = route({
  ...looks,
  path: "/api/office/kyc/:id",
  permission: "kyc.read",
  summary: "One player's identity check: where it stands, and which documents there are",
  params: oneThing,
  output: dataOf(
    z.object({
      player,
      status: z.string(),
      reason: z.nullable(z.string()),
      /** The dates of birth the player gave, the first one first; more than one, or one under age, is decided by a document. */
      birth_dates: z.array(z.string()),
      age_in_doubt: z.boolean(),
      /** What the verification company said while a person has to decide about the age. */
      company_decision: z.nullable(z.string()),
      documents: z.array(
        z.object({ id: uuidField, kind: z.string(), type: z.string(), size: z.number(), added_at: timeField }),
      ),
    }),
  ),
});

export const openDocument = route({
  ...acts,
  method: "POST",
  path: "/api/office/kyc/:id/documents/:document/open",
  permission: "kyc.documents",
  summary: "Decrypts one document for the caller's eyes; that stands in the audit log",
  params: z.object({ id: uuidField, document: uuidField }),
  body: z.object({ reason: reasonField }),
  output: dataOf(z.object({ type: z.string(), content: z.string() })),
});

export const decideCase = route({
  ...acts,
  method: "POST",
  path: "/api/office/kyc/:id/decision",
  permission: "kyc.decide",
  summary:
    "Approves or declines an identity check that is under way, or asks for more; the company's later word is ignored",
  params: oneThing,
  body: z.object({
    decision: z.enum(["approved", "declined", "more"], "decision_invalid"),
    /** What the player is told. */
    why: z.optional(
      z.nullable(z.enum(["unreadable", "expired", "mismatch", "more_documents", "other"], "why_invalid")),
    ),
    /** As the document has it: needed to approve a case whose date of birth is in doubt. */
    birth_date: z.optional(z.nullable(z.string("birth_date_invalid").check(z.maxLength(10, "birth_date_invalid")))),
    reason: reasonField,
  }),
  status: 204,
  errors: [verificationClosed],
});

export const readInbox = route({
  ...looks,
  path: "/api/office/support",
  permission: "support.read",
  summary: "Messages to support: those that wait first, the oldest on top",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player: z.nullable(player),
        /** Whether an answer goes out by mail as well. */
        by_mail: z.boolean(),
        locale: z.string(),
        page: z.nullable(z.string()),
        text: z.string(),
        written_at: timeField,
        answer: z.nullable(z.string()),
        answered_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const answerMessage = route({
  ...acts,
  method: "POST",
  path: "/api/office/support/:id/answer",
  permission: "support.answer",
  summary: "Answers a message, once",
  params: oneThing,
  body: z.object({
    text: z.string("text_required").check(
      z.maxLength(longestMessage, "text_too_long"),
      z.refine(text => text.trim() !== "" && !text.includes("\u0000"), "text_required"),
    ),
  }),
  status: 204,
});

export const readVipRequests = route({
  ...looks,
  path: "/api/office/vip",
  permission: "vip.read",
  summary: "Requests to the VIP club: those that wait first",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player,
        request_type: z.string(),
        status: z.string(),
        created_at: timeField,
        answered_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const answerVipRequest = route({
  ...acts,
  method: "POST",
  path: "/api/office/vip/:id/answer",
  permission: "vip.decide",
  summary: "Accepts or declines a request to the VIP club, once",
  params: oneThing,
  body: z.object({ accept: z.boolean("accept_invalid"), reason: reasonField }),
  status: 204,
});
