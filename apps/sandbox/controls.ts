import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseAmount } from "#kit/money/amount.ts";
import { type Countries, countriesCard } from "./countries.ts";
import { type Html, html, sendPage } from "./html.ts";
import type { Messenger } from "./messenger.ts";
import type { Payouts } from "./payouts.ts";
import type { Provider } from "./provider.ts";
import { type RateFeed, ratesCard } from "./rates.ts";
import type { Invoice, Message, Payout, Refund, State } from "./state.ts";

interface ControlOptions {
  readonly provider: Provider;
  readonly payouts: Payouts;
  readonly messenger: Messenger;
  readonly state: State;
  readonly countries: Countries;
  readonly rates: RateFeed;
}

/** Acts as the payer: a page for people, and the same as calls for tests. */
export function mountControls(app: FastifyInstance, options: ControlOptions): void {
  const { provider, payouts, messenger, state } = options;
  app.get("/", (_request, reply) => sendPage(reply, "en", "Sandbox", homePage(options)));
  app.post<{ Params: { hash: string; action: string } }>("/psp/invoices/:hash/:action", (request, reply) => {
    const invoice = provider.find(request.params.hash);
    if (!invoice) return reply.code(404).send({ error: "no such invoice" });
    const amount = amountOf(request.body);
    switch (request.params.action) {
      case "pay":
        provider.pay(invoice, amount ?? invoice.amount);
        break;
      case "pay-other":
        if (amount === undefined) return reply.code(422).send({ error: '`amount` is needed, such as "120.50"' });
        provider.pay(invoice, amount);
        break;
      case "recall":
        if (!provider.recall(invoice)) return reply.code(409).send({ error: "nothing has been paid" });
        break;
      case "decline":
        provider.decline(invoice);
        break;
      case "expire":
        provider.expire(invoice);
        break;
      case "repeat":
        messenger.repeat(invoice);
        break;
      default:
        return reply.code(404).send({ error: "pay, pay-other, recall, decline, expire or repeat" });
    }
    return done(request, reply, invoice);
  });
  app.post<{ Params: { action: string } }>("/psp/messages/:action", async (request, reply) => {
    const { action } = request.params;
    if (action === "hold") messenger.hold();
    else if (action === "release") await messenger.release("in order");
    else if (action === "release-reversed") await messenger.release("reversed");
    else return reply.code(404).send({ error: "hold, release or release-reversed" });
    return done(request, reply, { held: messenger.held.length });
  });
  app.post<{ Params: { action: string } }>("/psp/payouts/:action", (request, reply) => {
    const { action } = request.params;
    if (action !== "hold" && action !== "release") return reply.code(404).send({ error: "hold or release" });
    payouts.hold(action === "hold");
    return done(request, reply, { held: payouts.isHolding });
  });
  app.post<{ Params: { reference: string; action: string } }>("/psp/payouts/:reference/:action", (request, reply) => {
    const { reference, action } = request.params;
    const payout = payouts.find(reference);
    if (!payout) return reply.code(404).send({ error: "no such payout" });
    if (action === "pay") payouts.end(payout, "paid");
    else if (action === "decline") payouts.end(payout, "declined");
    else if (action === "repeat") messenger.repeat(payout);
    else return reply.code(404).send({ error: "pay, decline or repeat" });
    return done(request, reply, payout);
  });
  app.post<{ Params: { reference: string } }>("/psp/refunds/:reference/repeat", (request, reply) => {
    const refund = state.refunds.get(request.params.reference);
    if (!refund) return reply.code(404).send({ error: "no such refund" });
    messenger.repeat(refund);
    return done(request, reply, refund);
  });
  app.get("/psp/payouts", (_request, reply) => reply.send([...state.payouts.values()].reverse()));
  app.get("/psp/refunds", (_request, reply) => reply.send([...state.refunds.values()].reverse()));
  app.get("/psp/invoices", (_request, reply) => reply.send([...state.invoices.values()].reverse()));
}

/** The amount of a form or of JSON; undefined if it is not one. */
function amountOf(body: unknown): string | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  const text = Buffer.from(body).toString();
  const given = text.startsWith("{") ? readJson(text) : new URLSearchParams(text).get("amount");
  const amount = typeof given === "string" ? given.trim().replace(",", ".") : undefined;
  return amount !== undefined && (parseAmount(amount) ?? 0n) > 0n ? amount : undefined;
}

function readJson(text: string): unknown {
  try {
    return (JSON.parse(text) as { amount?: unknown }).amount;
  } catch {
    return undefined;
  }
}

/** A form redirects to the page; a program gets the current state. */
function done(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const isForm = /^application\/x-www-form-urlencoded/.test(request.headers["content-type"] ?? "");
  return isForm ? reply.redirect("/", 303) : reply.send(answer);
}

function homePage({ state, messenger, payouts, countries, rates }: ControlOptions): Html {
  const sent = [...state.payouts.values()].reverse().slice(0, 100);
  const refunded = [...state.refunds.values()].reverse().slice(0, 100);
  const invoices = [...state.invoices.values()].reverse().slice(0, 100);
  return html`<h1>Sandbox</h1>
    <p class="dim">The sandbox stands in for Fairhouse's external services: a payment provider, a mail server, an SMS provider and a randomness beacon. No real money is involved.</p>
    <h2>Webhooks to Fairhouse</h2>
    <div class="card"><p>${messenger.isHolding ? `On hold: ${messenger.held.length} queued.` : "Sent immediately."}</p>
      <div class="row">${button("/psp/messages/hold", "Hold")}${button("/psp/messages/release", "Send queued")}
      ${button("/psp/messages/release-reversed", "Send queued in reverse")}</div></div>
    <h2>Invoices</h2>
    ${invoices.length === 0 ? html`<p class="dim">None yet. Start a deposit on the site.</p>` : invoices.map(invoiceCard)}
    <h2>Payouts</h2>
    <div class="card"><p>${payouts.isHolding ? "Each payout waits for your decision." : "Paid after two seconds; declined if the card ends in 0002."}</p>
      <div class="row">${button("/psp/payouts/hold", "Hold")}${button("/psp/payouts/release", "Pay automatically")}</div></div>
    ${sent.length === 0 ? html`<p class="dim">None yet.</p>` : sent.map(payoutCard)}
    <h2>Refunds</h2>
    ${refunded.length === 0 ? html`<p class="dim">None yet.</p>` : refunded.map(refundCard)}
    ${ratesCard(rates)}
    ${countriesCard(countries)}
    <h2>More</h2>
    <p><a href="/beacon/info">Randomness beacon</a> · <a href="/inbox">Mail and SMS inbox</a> · <a href="/kyc">Identity checks</a> · <a href="/chain">Chain</a></p>`;
}

function invoiceCard(invoice: Invoice): Html {
  const path = (action: string) => `/psp/invoices/${invoice.hash}/${action}`;
  const link = invoice.kind === "page" && html` <a href="/psp/pay/${invoice.hash}">Payment page</a>`;
  return html`<div class="card"><div class="head"><b>${invoice.amount} ${invoice.currency}</b><span class="state ${invoice.status}">${invoice.status}</span></div>
    <p class="dim">${invoice.kind === "page" ? "Card page" : "Card transfer"}, ${invoice.createdAt}${link}<br><code>${invoice.hash}</code></p>
    ${invoice.payments.map(payment => html`<p>Paid ${payment.amount} ${payment.currency}, ${payment.at}</p>`)}
    ${invoice.messages.map(messageLine)}
    <div class="row">${button(path("pay"), "Pay")}${invoice.payments.length > 0 && button(path("recall"), "Charge back")}${button(path("decline"), "Decline")}${button(path("expire"), "Expire")}${button(path("repeat"), "Repeat messages")}
      <form method="post" action="${path("pay-other")}" class="row"><input class="short" name="amount" placeholder="Other amount" aria-label="Other amount" required><button>Pay other amount</button></form></div></div>`;
}

function payoutCard(payout: Payout): Html {
  const path = (action: string) => `/psp/payouts/${payout.reference}/${action}`;
  return html`<div class="card"><div class="head"><b>${payout.amount} ${payout.currency}</b><span class="state ${payout.status}">${payout.status}</span></div>
    <p class="dim">To •••• ${payout.token.slice(-4)}, ${payout.createdAt}<br><code>${payout.reference}</code></p>
    ${payout.messages.map(messageLine)}
    <div class="row">${button(path("pay"), "Pay")}${button(path("decline"), "Decline")}${button(path("repeat"), "Repeat messages")}</div></div>`;
}

function refundCard(refund: Refund): Html {
  return html`<div class="card"><div class="head"><b>${refund.amount} ${refund.currency}</b><span class="state ${refund.status}">${refund.status}</span></div>
    <p class="dim">Of payment <code>${refund.payment}</code>, ${refund.createdAt}<br><code>${refund.reference}</code></p>
    ${refund.messages.map(messageLine)}
    <div class="row">${button(`/psp/refunds/${refund.reference}/repeat`, "Repeat messages")}</div></div>`;
}

const messageLine = (message: Message): Html =>
  html`<p class="dim"><code>${message.type}: ${message.delivered ? "delivered" : "waiting"}, ${message.tries} tries, ${message.answer}</code></p>`;

function button(action: string, text: string): Html {
  return html`<form method="post" action="${action}"><button>${text}</button></form>`;
}
