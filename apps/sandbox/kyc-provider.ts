import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { type Html, html, sendPage } from "./html.ts";
import { isFromFairhouse, signedHeaders } from "./signature.ts";

export interface KycOptions {
  readonly clock: Clock;
  readonly secret: string;
  /** The merchant's webhook endpoint. */
  readonly address: string;
}

const decisions = { approve: "approved", decline: "declined", more: "more" } as const;
const reasons = { approve: undefined, decline: "unreadable", more: "more_documents" } as const;
type Decision = keyof typeof decisions;

interface Check {
  readonly reference: string;
  readonly kinds: readonly string[];
  readonly at: string;
  decided: (typeof decisions)[Decision] | null;
  isNotified: boolean;
}

/** Delay before documents are approved automatically. */
const pollMs = 5_000;
const pausesMs = [500, 2_000, 5_000, 15_000];
const largestBody = 32 * 1024 * 1024;

/** An identity verification provider. It stores and examines no documents: it approves after a delay, or decides as ordered by hand. */
export function mountKycProvider(app: FastifyInstance, options: KycOptions): void {
  const { clock, secret } = options;
  const checks = new Map<string, Check>();

  const isSigned = (request: FastifyRequest) => {
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
    return isFromFairhouse(secret, request.headers, bytes, clock.now());
  };

  app.post("/kyc/health", (request, reply) =>
    isSigned(request) ? reply.send({ ok: true }) : reply.code(401).send({ error: "invalid signature" }),
  );
  app.post("/kyc/checks", { bodyLimit: largestBody }, (request, reply) => {
    if (!isSigned(request)) return reply.code(401).send({ error: "invalid signature" });
    const order = readOrder(request.body as Uint8Array);
    if (!order) return reply.code(422).send({ error: "not a check" });
    if (!checks.has(order.reference)) {
      const at = new Date(clock.now()).toISOString();
      checks.set(order.reference, { ...order, at, decided: null, isNotified: false });
      clock.after(pollMs, () => decide(order.reference, "approve"));
    }
    return reply.code(202).send({ reference: order.reference });
  });
  app.post<{ Params: { reference: string; decision: string } }>(
    "/kyc/checks/:reference/:decision",
    (request, reply) => {
      const { reference, decision } = request.params;
      if (!checks.has(reference) || !(decision in decisions)) return reply.code(404).send({ error: "no such check" });
      decide(reference, decision as Decision);
      return reply.redirect("/kyc", 303);
    },
  );
  app.get("/kyc", (_request, reply) => sendPage(reply, "en", "Identity checks", page([...checks.values()].reverse())));

  function decide(reference: string, decision: Decision): void {
    const check = checks.get(reference);
    if (!check || check.decided) return;
    check.decided = decisions[decision];
    const message = { event_id: randomUUID(), reference, decision: check.decided, reason: reasons[decision] };
    void sendWebhook(check, JSON.stringify(message), 0);
  }

  async function sendWebhook(check: Check, body: string, attempt: number): Promise<void> {
    const headers = signedHeaders(secret, body, clock.now());
    const answer = await fetch(options.address, { method: "POST", headers, body }).catch(() => undefined);
    if (answer?.ok) {
      check.isNotified = true;
      return;
    }
    const pause = pausesMs[attempt];
    if (pause !== undefined) clock.after(pause, () => void sendWebhook(check, body, attempt + 1));
  }
}

function readOrder(bytes: Uint8Array): { reference: string; kinds: string[] } | undefined {
  try {
    const { reference, documents } = JSON.parse(Buffer.from(bytes).toString());
    if (typeof reference !== "string" || !/^[0-9a-f-]{36}$/.test(reference) || !Array.isArray(documents))
      return undefined;
    return { reference, kinds: documents.map(document => String(document?.kind)) };
  } catch {
    return undefined;
  }
}

function page(checks: readonly Check[]): Html {
  return html`<h1>Identity checks</h1>
    <p class="dim">Documents that Fairhouse sent for review. Documents aren't stored; each check is accepted after 5 seconds unless you decide sooner.</p>
    ${checks.length === 0 ? html`<p class="dim">None yet.</p>` : checks.map(card)}
    <p><a href="/">Sandbox</a></p>`;
}

function card({ reference, kinds, at, decided, isNotified }: Check): Html {
  const state = decided === null ? "being checked" : `${decided}${isNotified ? "" : ", not sent yet"}`;
  return html`<div class="card"><div class="head"><b>${kinds.join(", ")}</b><span class="state">${state}</span></div>
    <p class="dim">${at}<br><code>${reference}</code></p>
    ${
      decided === null &&
      html`<div class="row">${Object.keys(decisions).map(
        decision =>
          html`<form method="post" action="/kyc/checks/${reference}/${decision}"><button>${decision}</button></form>`,
      )}</div>`
    }</div>`;
}
