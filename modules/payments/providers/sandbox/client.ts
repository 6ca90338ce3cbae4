import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PaymentProvider, ProviderRejected } from "../../server/provider.ts";
import { invoiceLifeSeconds } from "../../shared/invoice.ts";
import { invoiceSchema, payoutSchema } from "./wire.ts";

/** Connections that were never made. */
const neverReached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
/** Responses after which the provider has done nothing. */
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

/** The outgoing calls, signed with `secret`. */
export function sandboxClient(
  host: Pick<Host, "clock" | "log">,
  { address, secret }: { readonly address: string; readonly secret: string },
): Omit<PaymentProvider, "receive"> {
  /** `refused`: what a 409 means, which refuses the order itself; without it the outcome is unknown. */
  async function post<T extends z.ZodMiniType>(
    path: string,
    message: object,
    schema: T,
    refused?: z.output<T>,
  ): Promise<z.output<T>> {
    const body = JSON.stringify(message);
    try {
      const response = await fetch(`${address}${path}`, {
        method: "POST",
        headers: signedHeaders(secret, body, host.clock.now()),
        body,
        redirect: "error",
        signal: AbortSignal.timeout(8_000),
      });
      if (response.status === 409 && refused !== undefined) return refused;
      if (!response.ok) throw new Answered(response.status);
      return z.parse(schema, await response.json());
    } catch (error) {
      host.log.warn({ err: error, path }, "a call to the payment provider failed");
      if (isProviderRejection(error)) throw new ProviderRejected("the provider has done nothing", { cause: error });
      throw new Failure(unavailable, { retryAfter: 5 });
    }
  }

  return {
    open({ id, payer, kind, scheme, amount, currency, locale, returnTo }) {
      const message = {
        reference: id,
        payer,
        kind,
        scheme,
        amount: formatAmount(amount),
        currency,
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
      const refused = { reference: id, amount, currency, status: "declined" as const };
      return { ...(await post("/psp/api/refunds", order, payoutSchema, refused)), reference: id };
    },
    async states(ids) {
      const schema = z.object({ invoices: z.array(z.unknown()) });
      const { invoices } = await post("/psp/api/invoices/state", { references: ids }, schema);
      return invoices.flatMap(reported => {
        const result = z.safeParse(invoiceSchema, reported);
        if (result.success) return result.data;
        host.log.error({ err: result.error, reported }, "the payment provider reported an unreadable invoice");
        return [];
      });
    },
  };
}
