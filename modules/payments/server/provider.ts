import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/http/handler.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import { formatAmount, type Micros, microsPerUnit, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Seconds a payer has. */
export const invoiceLifeSeconds = 1200;

/** More than anybody pays in, and little enough for every sum in the books: a billion major units. */
const largest = 1_000_000_000n * microsPerUnit;

const name = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
const amount = z.pipe(
  z.string(),
  z.transform((text, context): Micros => {
    const value = parseAmount(text);
    if (value !== undefined && value > 0n && value <= largest) return value;
    context.issues.push({ code: "custom", message: "amount_invalid", input: text });
    return z.NEVER;
  }),
);

/** A payment as the provider tells it. `currency` may be one the house does not have. */
export const paymentSchema = z.object({ id: name, amount, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });

const invoiceSchema = z.object({
  hash: name,
  reference: name,
  amount,
  url: z.nullable(z.string().check(z.regex(/^https?:\/\/[^\s]{1,400}$/))),
  card: z.nullable(z.object({ card_number: name, phone_number: name })),
  status: z.enum(["awaiting", "paid", "declined", "expired"]),
  payments: z.array(paymentSchema),
});

export type ProviderInvoice = z.output<typeof invoiceSchema>;
export type ProviderPayment = z.output<typeof paymentSchema>;

export interface InvoiceOrder {
  readonly id: Uuid;
  readonly kind: "page" | "transfer";
  readonly amount: Micros;
  readonly currency: Currency;
  readonly locale: Locale;
}

/** A payment company, as the house talks to it. Every method throws Failure `unavailable` when it does not answer as agreed. */
export interface PaymentProvider {
  /** The same id gets the same invoice. */
  open(order: InvoiceOrder): Promise<ProviderInvoice>;
  /** What it knows of these invoices; those it does not know, or tells of in another way than agreed, are left out. */
  states(ids: readonly Uuid[]): Promise<readonly ProviderInvoice[]>;
}

export function httpProvider(host: Host): PaymentProvider {
  const { PAYMENTS_URL: address, PAYMENTS_SECRET: secret } = host.config;

  async function post<T extends z.ZodMiniType>(path: string, message: object, schema: T): Promise<z.output<T>> {
    const body = JSON.stringify(message);
    try {
      const response = await fetch(`${address}${path}`, {
        method: "POST",
        headers: signedHeaders(secret, body, host.clock.now()),
        body,
        redirect: "error",
        signal: AbortSignal.timeout(8_000),
      });
      if (!response.ok) throw new Error(`the provider answered ${response.status}`);
      return z.parse(schema, await response.json());
    } catch (error) {
      host.log.warn({ err: error, path }, "the payment provider did not answer as agreed");
      throw new Failure(unavailable, { retryAfter: 5 });
    }
  }

  return {
    open: ({ id, kind, amount, currency, locale }) =>
      post(
        "/psp/api/invoices",
        { reference: id, kind, amount: formatAmount(amount), currency, life_time: invoiceLifeSeconds, locale },
        invoiceSchema,
      ),
    async states(ids) {
      const schema = z.object({ invoices: z.array(z.unknown()) });
      const { invoices } = await post("/psp/api/invoices/state", { references: ids }, schema);
      return invoices.flatMap(told => {
        const result = z.safeParse(invoiceSchema, told);
        if (result.success) return result.data;
        host.log.error(
          { err: result.error, told },
          "the payment provider told of an invoice in a way nobody agreed on",
        );
        return [];
      });
    },
  };
}
