import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { defaultLocale, isLocale, type Locale, languageOf, localeName, locales } from "#kit/i18n/locale.ts";
import { type Html, html, sendPage } from "./html.ts";
import { type Provider, testCard } from "./provider.ts";
import type { Invoice, Scheme } from "./state.ts";
import { words } from "./texts.ts";

interface PageRequest {
  Params: { hash: string };
  Querystring: { lang?: string };
}

/** The page on which a player pays; it leads back to the merchant's page named in the invoice. */
export function mountPaymentPage(
  app: FastifyInstance,
  options: { provider: Provider; clock: Clock; prefix: string },
): void {
  const { provider, clock, prefix } = options;
  app.get<PageRequest>(`${prefix}/psp/pay/:hash`, (request, reply) => {
    const invoice = provider.find(request.params.hash);
    if (!invoice) return unknownPage(reply);
    return show(reply, invoice, localeOf(request.query.lang, invoice), { clock, prefix });
  });
  app.post<PageRequest & { Params: { action: string } }>(`${prefix}/psp/pay/:hash/:action`, (request, reply) => {
    const invoice = provider.find(request.params.hash);
    if (!invoice) return unknownPage(reply);
    if (invoice.status === "awaiting" && !isLate(invoice, clock)) {
      if (request.params.action === "pay") provider.pay(invoice, invoice.amount, paidWith(invoice, request.body));
      else if (request.params.action === "decline") provider.decline(invoice);
    }
    const ownPage = `${prefix}/psp/pay/${invoice.hash}?lang=${localeOf(request.query.lang, invoice)}`;
    return reply.redirect(invoice.status === "awaiting" ? ownPage : (invoice.returnUrl ?? ownPage), 303);
  });
}

const shapes: Readonly<Record<Scheme, RegExp>> = {
  card: /^\d{12,19}$/,
  sbp: /^\+?\d{10,15}$/,
  kaspi: /^\+?\d{10,15}$/,
  upi: /^[a-z0-9.]{2,40}@[a-z]{2,20}$/i,
  bank: /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/,
};

/** The typed value, if it could be a card, a phone number, an UPI address or an account. */
function paidWith({ scheme = "card" }: Invoice, body: unknown): string | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  const typed = (new URLSearchParams(Buffer.from(body).toString()).get("number") ?? "").replaceAll(/[\s()-]/g, "");
  return shapes[scheme].test(typed) ? typed : undefined;
}

function show(
  reply: FastifyReply,
  invoice: Invoice,
  locale: Locale,
  { clock, prefix }: { clock: Clock; prefix: string },
): FastifyReply {
  const { ended, schemes } = words[locale];
  const { title } = schemes[invoice.scheme ?? "card"];
  const status = invoice.status === "awaiting" && isLate(invoice, clock) ? "expired" : invoice.status;
  const end = status === "awaiting" ? undefined : ended[status];
  const body = html`<main><div class="card"><h1>${end?.title ?? title}</h1>
    ${end && html`<p>${end.text}</p>`}
    <p class="sum">${invoice.payments.at(-1)?.amount ?? invoice.amount} ${invoice.currency}</p>
    ${end ? undefined : paymentForm(invoice, locale, prefix)}
    ${invoice.returnUrl !== undefined && html`<p><a href="${invoice.returnUrl}">${words[locale].back}</a></p>`}</div>
    <nav>${locales.map(each => html`<a href="?lang=${each}">${localeName(each)}</a>`)}</nav></main>`;
  return sendPage(reply, languageOf(locale), end?.title ?? title, body, { formAction: formActionOf(invoice) });
}

/** A browser submits a form to the merchant only if the page's policy names it. */
function formActionOf({ returnUrl }: Invoice): string {
  return `form-action 'self'${returnUrl === undefined ? "" : ` ${new URL(returnUrl).origin}`}; `;
}

function paymentForm(invoice: Invoice, locale: Locale, prefix: string): Html {
  const { hash, amount, currency, scheme = "card" } = invoice;
  const { pay, decline } = words[locale];
  const action = (name: string) => `${prefix}/psp/pay/${hash}/${name}?lang=${locale}`;
  return html`<p class="dim">${words[locale].test}</p>
    <form method="post" action="${action("pay")}">
      ${scheme === "card" ? cardFields(invoice, locale) : accountFields(scheme, invoice, locale)}
      <button class="main">${pay} ${amount} ${currency}</button>
    </form>
    <form method="post" action="${action("decline")}"><button class="plain">${decline}</button></form>`;
}

function cardFields({ payerCard = testCard }: Invoice, locale: Locale): Html {
  const { number, expiry, code } = words[locale];
  const card = payerCard.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
  return html`<label>${number}<input name="number" inputmode="numeric" autocomplete="off" value="${card}" maxlength="23" required></label>
      <div class="row">
        <label>${expiry}<input name="expiry" autocomplete="off" value="12/34" maxlength="5" required></label>
        <label>${code}<input name="code" inputmode="numeric" autocomplete="off" value="123" maxlength="4" required></label>
      </div>`;
}

/** Banks of the test provider, where the payer chooses one. */
const banks: Readonly<Partial<Record<Scheme, readonly string[]>>> = {
  sbp: ["Север Банк", "Волга Банк", "Банк Урал"],
  bank: ["Rhein Bank", "Banque du Lac", "Banca Ponte"],
};

function accountFields(scheme: Exclude<Scheme, "card">, { payerCard = "" }: Invoice, locale: Locale): Html {
  const { account } = words[locale].schemes[scheme];
  const choices = banks[scheme]?.map(bank => html`<option>${bank}</option>`);
  return html`${choices && html`<label>${words[locale].bank}<select name="bank">${choices}</select></label>`}
      <label>${account}<input name="number" autocomplete="off" value="${payerCard}" maxlength="64" required></label>`;
}

function unknownPage(reply: FastifyReply): FastifyReply {
  const { unknown } = words[defaultLocale];
  return sendPage(
    reply,
    languageOf(defaultLocale),
    "404",
    html`<main><div class="card"><p>${unknown}</p></div></main>`,
    {
      status: 404,
    },
  );
}

function isLate(invoice: Invoice, clock: Clock): boolean {
  return clock.now() >= Date.parse(invoice.expiresAt);
}

function localeOf(text: string | undefined, invoice: Invoice): Locale {
  return isLocale(text) ? text : invoice.locale;
}
