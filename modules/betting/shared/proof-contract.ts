import * as z from "zod/mini";
import { cursorField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { eventProof } from "#modules/odds/shared/proof-contract.ts";
import { slipIdField } from "./contract.ts";

const hash = z.string();
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** A day of receipts (UTC). */
export const receiptDay = z.object({
  day,
  /** 1, 2, 3 ...; days without receipts have none. */
  number: z.int(),
  receipts: z.int(),
  /** The root of the tree over the receipts of the day. */
  root: hash,
  /** SHA-256("{chain of the day before}:{day}:{receipts}:{root}"): a changed older day is detectable. */
  chain: hash,
});
export type ReceiptDay = z.output<typeof receiptDay>;

/** A receipt with its signature, and the way from it to the root of its day. */
export const provenReceipt = z.object({
  /** The receipt's bytes: JSON with sorted keys. */
  text: z.string(),
  /** SHA-256 of the text. */
  hash,
  /** Ed25519 over the text, base64url. */
  signature: z.string(),
  /** Null until its day is published. */
  included: z.nullable(
    z.extend(receiptDay, {
      /** The chain of the day before; empty for the first. */
      before: z.string(),
      index: z.int(),
      path: z.array(z.object({ side: z.enum(["left", "right"]), hash })),
    }),
  ),
});
export type ProvenReceipt = z.output<typeof provenReceipt>;

/** All that a verification of a slip reads, but for the frames that its messages arrived in. */
export const slipProof = z.object({
  id: slipIdField,
  /** Our public key for receipts (Ed25519, base64url). */
  key: z.string(),
  receipt: provenReceipt,
  /** One for each revision, oldest first. */
  revisions: z.array(provenReceipt),
  /** The slip's current state in our books. */
  stands: z.object({
    status: z.enum(["open", "settled", "voided", "cashed_out"]),
    revision: z.int(),
    payout: moneyField,
    boost: moneyField,
    cashed_out: moneyField,
  }),
  events: z.array(eventProof),
});
export type SlipProof = z.output<typeof slipProof>;

export const getSlipProof = route({
  method: "GET",
  path: "/api/v1/betting/slips/:id/proof",
  module: "betting",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The proof of a slip: receipts of its acceptance and its revisions with their place in the roots of their days, and the logs of its events as far as they price and decide it. Anyone with the id of a slip can verify it",
  params: z.object({ id: slipIdField }),
  output: dataOf(slipProof),
  rate: { burst: 20, perMinute: 60 },
});

export const getReceiptDays = route({
  method: "GET",
  path: "/api/v1/betting/receipts",
  module: "betting",
  caller: "anyone",
  moves: "nothing",
  summary: "Roots over all receipts of slips and their revisions, by day, newest first, thirty at a time",
  query: z.object({ cursor: cursorField }),
  output: dataOf(
    z.object({
      /** Our public key for receipts (Ed25519, base64url). */
      key: z.string(),
      items: z.array(z.extend(receiptDay, { published_at: timeField })),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});
