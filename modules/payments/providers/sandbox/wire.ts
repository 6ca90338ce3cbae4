import * as z from "zod/mini";
import { uuidField } from "#kit/contract/fields.ts";
import { type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** The provider's formats. */

export const name = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const amount = z.pipe(
  z.string(),
  z.transform((text, context): Micros => {
    const value = parseAmount(text);
    if (value !== undefined && value > 0n) return value;
    context.issues.push({ code: "custom", message: "amount_invalid", input: text });
    return z.NEVER;
  }),
);
const reference = z.pipe(
  uuidField,
  z.transform(text => text as Uuid),
);

export const paymentSchema = z.object({
  id: name,
  amount,
  currency,
  instrument: z.optional(z.object({ token: name, label: z.string().check(z.minLength(1), z.maxLength(40)) })),
});

export const payoutSchema = z.object({
  reference,
  amount,
  currency,
  status: z.enum(["processing", "paid", "declined"]),
});

export const invoiceSchema = z.object({
  hash: name,
  reference: name,
  amount,
  url: z.nullable(z.string().check(z.regex(/^https?:\/\/[^\s]{1,400}$/))),
  card: z.nullable(z.object({ card_number: name, phone_number: name })),
  status: z.enum(["awaiting", "paid", "declined", "expired"]),
  payments: z.array(paymentSchema),
});
