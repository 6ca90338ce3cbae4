import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type PaymentProvider, type ProviderInvoice, ProviderRejected } from "../../server/provider.ts";
import { checkoutSchema, fromMinor, paymentOf, payoutOf, toMinor, transferSchema } from "./wire.ts";

/** The outgoing calls: PUT under our id, a bearer token, minor units. */
export function northpayClient(address: string, token: string): Omit<PaymentProvider, "receive"> {
  async function send<T extends z.ZodMiniType>(
    method: string,
    path: string,
    schema: T,
    body?: object,
  ): Promise<z.output<T>> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const options = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const response = await fetch(`${address}${path}`, options).catch(error => {
      throw new ProviderRejected("no connection", { cause: error });
    });
    if (response.status === 409 || response.status === 401) throw new ProviderRejected(`${response.status}`);
    if (!response.ok) throw new Failure(unavailable, { retryAfter: 5 });
    return z.parse(schema, await response.json());
  }
  const path = (kind: string, id: Uuid) => `/v3/${kind}/fh-${id}`;

  return {
    async open({ id, amount, currency, returnTo }) {
      const order = { minor: toMinor(amount), ccy: currency, back: returnTo ?? null };
      return invoiceOf(await send("PUT", path("checkouts", id), checkoutSchema, order));
    },
    async probe() {
      await send("GET", "/v3/ping", z.object({ pong: z.literal(true) }));
    },
    async pay({ id, amount, currency, token: vault_id }) {
      const order = { minor: toMinor(amount), ccy: currency, vault_id };
      return payoutOf(await send("PUT", path("transfers", id), transferSchema, order));
    },
    async refund({ id, amount, currency, paymentId: receipt_no }) {
      const order = { minor: toMinor(amount), ccy: currency, receipt_no };
      return payoutOf(await send("PUT", path("reversals", id), transferSchema, order));
    },
    async states(ids) {
      const known = ids.map(id => send("GET", path("checkouts", id), checkoutSchema).then(invoiceOf, () => undefined));
      return (await Promise.all(known)).filter(invoice => invoice !== undefined);
    },
  };
}

const states = { OPEN: "awaiting", SETTLED: "paid", REFUSED: "declined", LAPSED: "expired" } as const;

function invoiceOf(checkout: z.output<typeof checkoutSchema>): ProviderInvoice {
  return {
    hash: checkout.checkout_id,
    reference: checkout.merchant_ref,
    amount: fromMinor(checkout.minor),
    url: checkout.landing,
    card: null,
    status: states[checkout.state],
    payments: checkout.receipts.map(paymentOf),
  };
}
