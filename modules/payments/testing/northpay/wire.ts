import * as z from "zod/mini";
import { type Micros, micros } from "#kit/money/amount.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { ProviderPayment, ProviderPayout } from "../../server/provider.ts";

/** Formats of an invented provider: whole minor units, upper-case states, names of its own. */

const minor = z.int().check(z.positive(), z.maximum(1_000_000_000_00));
const ourId = z.pipe(
  z.string().check(z.regex(/^fh-[0-9a-f-]{36}$/)),
  z.transform((text, context): Uuid => {
    const id = parseUuid(text.slice("fh-".length));
    if (id) return id;
    context.issues.push({ code: "custom", message: "merchant_ref_invalid", input: text });
    return z.NEVER;
  }),
);

export const receiptSchema = z.object({
  receipt_no: z.string(),
  minor,
  ccy: z.string(),
  source: z.nullable(z.object({ vault_id: z.string(), masked: z.string() })),
});
export const checkoutSchema = z.object({
  checkout_id: z.string(),
  merchant_ref: ourId,
  minor,
  ccy: z.string(),
  landing: z.string(),
  state: z.enum(["OPEN", "SETTLED", "REFUSED", "LAPSED"]),
  receipts: z.array(receiptSchema),
});
export const transferSchema = z.object({
  merchant_ref: ourId,
  minor,
  ccy: z.string(),
  state: z.enum(["QUEUED", "DONE", "BOUNCED"]),
});
export const callbackSchema = z.discriminatedUnion("kind", [
  z.object({ evt: z.string(), kind: z.literal("CHECKOUT_SETTLED"), checkout: checkoutSchema, receipt: receiptSchema }),
  z.object({ evt: z.string(), kind: z.literal("CHECKOUT_CLOSED"), checkout: checkoutSchema }),
  z.object({ evt: z.string(), kind: z.literal("DISPUTE_LOST"), receipt: receiptSchema }),
  z.object({ evt: z.string(), kind: z.literal("TRANSFER"), transfer: transferSchema }),
  z.object({ evt: z.string(), kind: z.literal("REVERSAL"), transfer: transferSchema }),
]);

const microsPerMinor = 10_000n;

export function toMinor(amount: Micros): number {
  return Number(amount / microsPerMinor);
}

export function fromMinor(amount: number): Micros {
  return micros(BigInt(amount) * microsPerMinor);
}

export function paymentOf({ receipt_no, minor, ccy, source }: z.output<typeof receiptSchema>): ProviderPayment {
  const instrument = source ? { token: source.vault_id, label: source.masked } : undefined;
  return { id: receipt_no, amount: fromMinor(minor), currency: ccy, instrument };
}

const transferStates = { QUEUED: "processing", DONE: "paid", BOUNCED: "declined" } as const;

export function payoutOf({ merchant_ref, minor, ccy, state }: z.output<typeof transferSchema>): ProviderPayout {
  return { reference: merchant_ref, amount: fromMinor(minor), currency: ccy, status: transferStates[state] };
}
