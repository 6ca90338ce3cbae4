import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Host } from "#kit/host/host.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invoiceLifeSeconds } from "../shared/invoice.ts";
import type { PaymentScheme } from "../shared/methods.ts";

const name = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
const amount = z.pipe(
  z.string(),
  z.transform((text, context): Micros => {
    const value = parseAmount(text);
    if (value !== undefined && value > 0n) return value;
    context.issues.push({ code: "custom", message: "amount_invalid", input: text });
    return z.NEVER;
  }),
);

/** A payment as the provider tells it. `currency` may be one the house does not have. `instrument` is what the payer paid with, where the provider can pay back to it. */
export const paymentSchema = z.object({
  id: name,
  amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  instrument: z.optional(z.object({ token: name, label: z.string().check(z.minLength(1), z.maxLength(40)) })),
});

/** A payout as the provider tells it; `reference` is the house's own name of it. */
export const payoutSchema = z.object({
  reference: uuidField,
  amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  status: z.enum(["processing", "paid", "declined"]),
});

export type ProviderPayout = z.output<typeof payoutSchema> & { readonly reference: Uuid };

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
  /** A name of the player for companies: always the same, and it says nothing. */
  readonly payer: string;
  readonly scheme: PaymentScheme;
  readonly kind: "page" | "transfer";
  readonly amount: Micros;
  readonly currency: Currency;
  readonly locale: Locale;
  /** Where the payer's browser goes from the provider's own page. */
  readonly returnTo: string | undefined;
}

/** Part of a payment, or all of it, that goes back to what it was paid with. */
export interface RefundOrder {
  readonly id: Uuid;
  /** The provider's name of the payment. */
  readonly paymentId: string;
  readonly amount: Micros;
  readonly currency: Currency;
}

/** A refund is told of as a payout is. */
export type ProviderRefund = ProviderPayout;

export interface PayoutOrder {
  readonly id: Uuid;
  readonly amount: Micros;
  readonly currency: Currency;
  /** The provider's name of the instrument. */
  readonly token: string;
}

/** A payment company, as the house talks to it. Every method throws {@link ProviderRejected} when it has done nothing, and Failure `unavailable` when it does not answer as agreed. */
export interface PaymentProvider {
  /** The same id gets the same invoice. */
  open(order: InvoiceOrder): Promise<ProviderInvoice>;
  /** Whether it is there; rejects when it is not. */
  probe(): Promise<void>;
  /** Pays to an instrument. The same id is the same payout, whatever is asked and how often: the answer is what became of it. */
  pay(order: PayoutOrder): Promise<ProviderPayout>;
  /** Gives money of a payment back. The same id is the same refund, whatever is asked and how often. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** What it knows of these invoices; those it does not know, or tells of in another way than agreed, are left out. */
  states(ids: readonly Uuid[]): Promise<readonly ProviderInvoice[]>;
}

/** The company has certainly not opened the invoice: another one may be asked. Everything else that goes wrong leaves it unknown. */
export class ProviderRejected extends Error {
  override readonly name = "ProviderRejected";
}

/** Connections that were never made. */
const neverReached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
/** Answers that say that nothing was done. */
const refusals = new Set([400, 401, 403, 404, 422, 429, 503]);

class Answered extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the provider answered ${status}`);
    this.status = status;
  }
}

function isProviderRejection(error: unknown): boolean {
  if (error instanceof Answered) return refusals.has(error.status);
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return cause?.code !== undefined && neverReached.has(cause.code);
}

export function httpProvider(
  host: Host,
  { address, secret }: { readonly address: string; readonly secret: string } = {
    address: host.config.PAYMENTS_URL,
    secret: host.config.PAYMENTS_SECRET,
  },
): PaymentProvider {
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
      if (!response.ok) throw new Answered(response.status);
      return z.parse(schema, await response.json());
    } catch (error) {
      host.log.warn({ err: error, path }, "the payment provider did not answer as agreed");
      if (isProviderRejection(error)) throw new ProviderRejected("nothing was taken", { cause: error });
      throw new Failure(unavailable, { retryAfter: 5 });
    }
  }

  return {
    open({ id, payer, kind, scheme, amount, currency, locale, returnTo }) {
      const sum = { amount: formatAmount(amount), currency };
      const message = {
        reference: id,
        payer,
        kind,
        scheme,
        ...sum,
        life_time: invoiceLifeSeconds,
        locale,
        return_url: returnTo,
      };
      return post("/psp/api/invoices", message, invoiceSchema);
    },
    async probe() {
      await post("/psp/api/health", {}, z.object({ ok: z.literal(true) }));
    },
    async pay({ id, amount, currency, token }) {
      const order = { reference: id, amount: formatAmount(amount), currency, token };
      const reported = await post("/psp/api/payouts", order, payoutSchema);
      return { ...reported, reference: id };
    },
    async refund({ id, paymentId, amount, currency }) {
      const order = { reference: id, payment: paymentId, amount: formatAmount(amount), currency };
      return { ...(await post("/psp/api/refunds", order, payoutSchema)), reference: id };
    },
    async states(ids) {
      const schema = z.object({ invoices: z.array(z.unknown()) });
      const { invoices } = await post("/psp/api/invoices/state", { references: ids }, schema);
      return invoices.flatMap(reported => {
        const result = z.safeParse(invoiceSchema, reported);
        if (result.success) return result.data;
        host.log.error(
          { err: result.error, reported },
          "the payment provider told of an invoice in a way nobody agreed on",
        );
        return [];
      });
    },
  };
}
