import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { birthDateInReview, checkSignatureInvalid, documentsMissing, tooYoung, verificationClosed } from "./errors.ts";
import { fileTypes, largestFile } from "./file-type.ts";
import { verificationStatuses } from "./status.ts";

export const documentKinds = ["identity", "identity_back", "selfie", "address"] as const;
export type DocumentKind = (typeof documentKinds)[number];
/** The documents a check requires. */
export const neededKinds: readonly DocumentKind[] = ["identity", "selfie"];

const verificationView = z.object({
  is_need: z.boolean(),
  status: z.enum(verificationStatuses),
  /** Why it failed, or what else is required: a code of the verification provider's list, or null. */
  reason: z.nullable(z.enum(["unreadable", "expired", "mismatch", "more_documents", "other"])),
  /** 0 nothing, 1 name and birth date, 2 documents accepted, 3 the address too. */
  level: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** Review of the date of birth: `minor` and `disputed` (there are two) need a document, and an operator decides. */
  birth_date: z.enum(["unknown", "stated", "minor", "disputed", "proved"]),
  documents: z.array(
    z.object({
      id: uuidField,
      kind: z.enum(documentKinds),
      type: z.enum(fileTypes as [string, ...string[]]),
      /** Bytes. */
      size: z.number(),
      added_at: timeField,
    }),
  ),
});

const common = { module: "verification", caller: "player", moves: "nothing" } as const;
/** Base64 needs four bytes for three, plus the rest of the body. */
const largestText = Math.ceil(largestFile / 3) * 4;

export const getVerification = route({
  ...common,
  method: "GET",
  path: "/api/v1/verification",
  summary: "The status of the caller's identity check, and the documents they submitted",
  output: dataOf(verificationView),
});

const personName = z
  .string("name_invalid")
  .check(z.trim(), z.regex(/^[\p{L}][\p{L}\p{M} '’.-]{0,59}$/u, "name_invalid"));

export const giveIdentity = route({
  ...common,
  method: "POST",
  path: "/api/v1/verification/identity",
  summary:
    "Sets the caller's name and date of birth, once: the first level of verification and the age check; a different date of birth is reviewed by an operator",
  body: z.object({
    first_name: personName,
    last_name: personName,
    birth_date: z.string("birth_date_invalid").check(z.regex(/^(19|20)\d\d-\d\d-\d\d$/, "birth_date_invalid")),
  }),
  output: dataOf(verificationView),
  errors: [tooYoung, birthDateInReview],
  rate: { burst: 60, perMinute: 20 },
});

export const addDocument = route({
  ...common,
  method: "POST",
  path: "/api/v1/verification/documents",
  summary: "Stores a document, encrypted; it replaces one of the same kind",
  body: z.object({
    kind: z.enum(documentKinds, "document_kind_invalid"),
    /** Base64 of a JPEG, PNG or PDF of at most 4 MiB. */
    content: z
      .string("document_invalid")
      .check(z.minLength(1, "document_invalid"), z.maxLength(largestText, "document_too_large")),
  }),
  maxBody: largestText + 1024,
  status: 201,
  output: dataOf(verificationView),
  errors: [verificationClosed],
  rate: { burst: 60, perMinute: 20 },
});

export const submitVerification = route({
  ...common,
  method: "POST",
  path: "/api/v1/verification/submit",
  summary: "Submits the documents to the verification provider",
  output: dataOf(verificationView),
  errors: [verificationClosed, documentsMissing],
  rate: { burst: 60, perMinute: 10 },
});

export const receiveCheck = route({
  method: "POST",
  path: "/api/v1/verification/webhooks/:provider",
  module: "verification",
  caller: "provider",
  moves: "nothing",
  summary: "Webhook of the verification provider about a check, signed over its bytes",
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  output: dataOf(z.object({ result: z.enum(["noted", "repeated", "ignored"]) })),
  errors: [checkSignatureInvalid],
});

export type VerificationView = z.output<typeof verificationView>;
