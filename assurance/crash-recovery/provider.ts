import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { signatureOf } from "#kit/http/signature.ts";

/** A payment provider that keeps running through every kill and records its orders. */
export interface RunningProvider {
  readonly url: string;
  /** By the server's reference: one order each. */
  readonly invoices: ReadonlyMap<string, { readonly hash: string; readonly amount: string; readonly currency: string }>;
  readonly payouts: ReadonlyMap<string, Order>;
  readonly refunds: ReadonlyMap<string, Order>;
  close(): void;
}

interface Body extends Omit<Order, "status"> {
  readonly kind?: string;
}

interface Order {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: "paid" | "declined";
}

export async function startProvider(
  prices: Readonly<Record<string, string>>,
  now: () => number,
): Promise<RunningProvider> {
  const invoices = new Map<string, { hash: string; amount: string; currency: string }>();
  const payouts = new Map<string, Order>();
  const refunds = new Map<string, Order>();
  const answers: Readonly<Record<string, (body: Body) => unknown>> = {
    "/psp/api/invoices": ({ reference, amount, currency, kind }) => {
      const invoice = invoices.get(reference) ?? { hash: randomUUID(), amount, currency };
      invoices.set(reference, invoice);
      const card = kind === "transfer" ? { card_number: "2200150012345675", phone_number: "+79005550123" } : null;
      const url = card ? null : "https://pay.example/";
      return { ...invoice, reference, url, card, status: "awaiting", payments: [] };
    },
    "/psp/api/payouts": order => once(payouts, order, payouts.size % 5 === 4 ? "declined" : "paid"),
    "/psp/api/refunds": order => once(refunds, order, "paid"),
    "/psp/api/health": () => ({ ok: true }),
    "/psp/api/invoices/state": () => ({ invoices: [] }),
    "/rates": () => ({ at: new Date(now()).toISOString(), prices }),
  };
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer?.(await bodyOf(request)) ?? {}));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    invoices,
    payouts,
    refunds,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function once(orders: Map<string, Order>, order: Omit<Order, "status">, status: Order["status"]): Order {
  const { reference, amount, currency } = order;
  const known = orders.get(reference) ?? { reference, amount, currency, status };
  orders.set(reference, known);
  return known;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0
    ? { reference: "", amount: "", currency: "" }
    : (JSON.parse(Buffer.concat(chunks).toString()) as Body);
}

/** A signed webhook of the provider, as a call to the server. */
export function messageOf(secret: string, nowMs: number, message: object, provider = "sandbox") {
  const body = JSON.stringify(message);
  const time = `${Math.floor(nowMs / 1000)}`;
  const headers = {
    "x-key-id": "provider",
    "x-timestamp": time,
    "x-signature": signatureOf(secret, "provider", time, body),
  };
  return { name: `POST /api/v1/billing/webhooks/${provider}`, call: { body, headers } };
}
