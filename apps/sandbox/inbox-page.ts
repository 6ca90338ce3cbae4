import type { FastifyInstance } from "fastify";
import { type Html, html, sendPage } from "./html.ts";
import type { Delivered, Outbox } from "./outbox.ts";
import type { Replies } from "./replies.ts";

interface InboxQuery {
  Querystring: { to?: string; reply?: string };
}

const names = { email: "Mail", sms: "SMS", call: "Call", push: "Push" } as const;

/** Delivered messages, for people (`/inbox`) and for programs (`/outbox`). */
export function mountInbox(app: FastifyInstance, outbox: Outbox, replies?: Replies): void {
  app.get<InboxQuery>("/outbox", (request, reply) =>
    reply
      .header("cache-control", "no-store")
      .send(outbox.list(request.query.to).map(({ id: _id, html: _html, ...message }) => message)),
  );
  app.get<InboxQuery>("/inbox", (request, reply) => {
    const to = request.query.to?.trim();
    // Not while a reply is being written.
    if (request.query.reply === undefined) reply.header("refresh", "5");
    return sendPage(reply, "en", "Inbox", inboxPage(outbox.list(to || undefined), to ?? "", request.query.reply));
  });
  app.post<{ Params: { id: string } }>("/inbox/:id/reply", async (request, reply) => {
    const mail = outbox.find(Number(request.params.id));
    const text =
      request.body instanceof Uint8Array ? new URLSearchParams(Buffer.from(request.body).toString()).get("text") : null;
    if (mail?.replyTo === undefined || !replies || !text?.trim())
      return reply.code(404).send({ error: "no such mail, or no text" });
    await replies.send(mail, text);
    return reply.redirect("/inbox", 303);
  });
  app.get<{ Params: { id: string } }>("/inbox/:id/html", (request, reply) => {
    const message = outbox.find(Number(request.params.id));
    if (message?.html === undefined) return reply.code(404).send({ error: "no such mail" });
    // Foreign markup: shown in a sandbox without scripts.
    return reply
      .header(
        "content-security-policy",
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
      .type("text/html; charset=utf-8")
      .send(message.html);
  });
}

function inboxPage(messages: readonly Delivered[], to: string, replying?: string): Html {
  return html`<h1>Inbox</h1>
    <p class="dim">Every email, SMS, call and push notification that Fairhouse has sent since the sandbox started. The page refreshes every 5 seconds.</p>
    <form method="get" action="/inbox" class="row"><input class="wide" name="to" value="${to}" placeholder="Address, phone number or browser" aria-label="Address, phone number or browser"><button>Show</button></form>
    ${messages.length === 0 ? html`<p class="dim">Nothing yet.</p>` : messages.map(message => card(message, String(message.id) === replying))}
    <p><a href="/">Sandbox</a></p>`;
}

function card(message: Delivered, isReplying: boolean): Html {
  const { id, channel, to, subject, text, code, link, at, replyTo } = message;
  return html`<div class="card"><div class="head"><b>${subject ?? text.slice(0, 60)}</b><span class="state">${names[channel]}</span></div>
    <p class="dim">${to}, ${at}${message.html !== undefined && html` <a href="/inbox/${id}/html">View as HTML</a>`}</p>
    ${code !== undefined && html`<p class="sum">${code}</p>`}
    ${link !== undefined && html`<p><a href="${link}">${link}</a></p>`}
    <pre>${text}</pre>
    ${replyTo !== undefined && !isReplying && html`<p><a href="/inbox?reply=${id}">Reply</a></p>`}
    ${isReplying && html`<form method="post" action="/inbox/${id}/reply"><textarea class="wide" name="text" rows="4" aria-label="Reply" required autofocus></textarea><p><button>Send reply</button></p></form>`}</div>`;
}
