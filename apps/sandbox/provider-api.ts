import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { defaultLocale, isLocale } from "#kit/i18n/locale.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { parseUuid } from "#kit/std/brand.ts";
import type { ProviderKeys } from "./keys.ts";
import type { PayoutOrder, Payouts } from "./payouts.ts";
import type { InvoiceRequest, Provider } from "./provider.ts";
import type { RefundOrder, Refunds } from "./refunds.ts";
import { isFromFairhouse } from "./signature.ts";
import { type Invoice, type Scheme, schemes } from "./state.ts";

export interface ApiOptions {
  readonly provider: Provider;
  readonly payouts: Payouts;
  readonly refunds: Refunds;
  readonly clock: Clock;
  readonly keys: ProviderKeys;
  /** The address of this program for browsers. */
  readonly publicUrl: string;
  /** The path prefix of this provider: nothing, or `/reserve`. */
  readonly prefix: string;
}

/** A simulated fault: `refuse` rejects every request; `silent` executes requests and never responds. */
export type Trouble = "none" | "refuse" | "silent";

/** The merchant API: every request is signed over its bytes. */
export function mountProviderApi(app: FastifyInstance, options: ApiOptions): void {
  const { provider, prefix } = options;
  let trouble: Trouble = "none";
  app.post<{ Params: { trouble: string } }>(`${prefix}/psp/trouble/:trouble`, (request, reply) => {
    const requestedTrouble = request.params.trouble;
    if (requestedTrouble !== "none" && requestedTrouble !== "refuse" && requestedTrouble !== "silent")
      return reply.code(404).send({ error: "none, refuse or silent" });
    trouble = requestedTrouble;
    return reply.send({ trouble });
  });
  app.addHook("onRequest", async (request, reply) => {
    if (trouble === "refuse" && request.url.startsWith(`${prefix}/psp/api/`))
      await reply.code(503).send({ error: "unavailable" });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (trouble === "silent" && request.url.startsWith(`${prefix}/psp/api/`)) reply.raw.destroy();
    return payload;
  });
  app.post(`${prefix}/psp/api/health`, (request, reply) =>
    signedBody(request, reply, options) ? reply.send({ ok: true }) : reply,
  );
  app.post(`${prefix}/psp/api/invoices`, (request, reply) => {
    const body = signedBody(request, reply, options);
    if (!body) return reply;
    const order = readInvoiceRequest(body);
    if (!order) return reply.code(422).send({ error: "not an invoice" });
    const invoice = provider.open(order);
    if (!invoice) return reply.code(409).send({ error: "this reference has another invoice" });
    return reply.code(201).send(view(invoice, `${options.publicUrl}${prefix}`));
  });
  app.post(`${prefix}/psp/api/payouts`, (request, reply) => {
    const body = signedBody(request, reply, options);
    if (!body) return reply;
    const order = readPayout(body);
    if (!order) return reply.code(422).send({ error: "not a payout" });
    const payout = options.payouts.create(order);
    if (!payout) return reply.code(409).send({ error: "this reference is another payout" });
    const { reference, amount, currency, status } = payout;
    return reply.code(201).send({ reference, amount, currency, status });
  });
  app.post(`${prefix}/psp/api/refunds`, (request, reply) => {
    const body = signedBody(request, reply, options);
    if (!body) return reply;
    const order = readRefund(body);
    if (!order) return reply.code(422).send({ error: "not a refund" });
    const refund = options.refunds.order(order);
    if (!refund) return reply.code(409).send({ error: "no such payment, or less is left of it" });
    const { reference, amount, currency, status } = refund;
    return reply.code(201).send({ reference, amount, currency, status });
  });
  app.post(`${prefix}/psp/api/invoices/state`, (request, reply) => {
    const body = signedBody(request, reply, options);
    if (!body) return reply;
    const { references } = body;
    if (!Array.isArray(references) || references.length > 200) return reply.code(422).send({ error: "no references" });
    const found = references.flatMap(reference => provider.byReference(String(reference)) ?? []);
    return reply.send({ invoices: found.map(invoice => view(invoice, `${options.publicUrl}${prefix}`)) });
  });
}

function signedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, clock }: ApiOptions,
): Record<string, unknown> | undefined {
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
  if (!keys.accepted().some(secret => isFromFairhouse(secret, request.headers, bytes, clock.now()))) {
    keys.noteRefusal();
    void reply.code(401).send({ error: "invalid signature" });
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below like any other body that is not an object.
  }
  void reply.code(400).send({ error: "not a JSON object" });
  return undefined;
}

function readInvoiceRequest(body: Record<string, unknown>): InvoiceRequest | undefined {
  const { reference, payer, kind, amount, currency, life_time, locale, scheme = "card", return_url: returnUrl } = body;
  if (typeof reference !== "string" || !parseUuid(reference)) return undefined;
  if (typeof payer !== "string" || !/^[0-9a-f]{32}$/.test(payer)) return undefined;
  if (kind !== "page" && kind !== "transfer") return undefined;
  if (!isAmount(amount) || !isCurrency(currency)) return undefined;
  if (typeof life_time !== "number" || !Number.isInteger(life_time) || life_time < 60 || life_time > 86_400) {
    return undefined;
  }
  if (returnUrl !== undefined && (typeof returnUrl !== "string" || !isWebPage(returnUrl))) return undefined;
  if (!isScheme(scheme)) return undefined;
  const language = isLocale(locale) ? locale : defaultLocale;
  const request = { reference, payer, kind, scheme, amount, currency, lifeTime: life_time, locale: language } as const;
  return returnUrl === undefined ? request : { ...request, returnUrl };
}

/** Zero is not an amount of a payment. */
const isAmount = (value: unknown): value is string => typeof value === "string" && Boolean(parseAmount(value));
const isCurrency = (value: unknown): value is string => typeof value === "string" && /^[A-Z]{3}$/.test(value);

function isScheme(value: unknown): value is Scheme {
  return schemes.some(each => each === value);
}

function isWebPage(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readPayout({ reference, token, amount, currency }: Record<string, unknown>): PayoutOrder | undefined {
  if (typeof reference !== "string" || !parseUuid(reference)) return undefined;
  if (typeof token !== "string" || !/^(card|sbp|kaspi|upi|bank)_[0-9a-f]{24}_[0-9a-z]{0,4}$/.test(token))
    return undefined;
  if (!isAmount(amount) || !isCurrency(currency)) return undefined;
  return { reference, token, amount, currency };
}

function readRefund({ reference, payment, amount, currency }: Record<string, unknown>): RefundOrder | undefined {
  if (typeof reference !== "string" || !parseUuid(reference) || typeof payment !== "string") return undefined;
  if (!isAmount(amount) || !isCurrency(currency)) return undefined;
  return { reference, payment, amount, currency };
}

/** An invoice as the merchant API returns it. */
function view(invoice: Invoice, publicUrl: string): object {
  const { hash, reference, amount, currency, card, status, payments } = invoice;
  const url = invoice.kind === "page" ? `${publicUrl}/psp/pay/${hash}` : null;
  return { hash, reference, amount, currency, card, url, status, payments };
}
