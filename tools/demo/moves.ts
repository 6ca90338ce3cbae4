import { setTimeout as sleep } from "node:timers/promises";
import { invariant } from "#kit/std/invariant.ts";
import { type ApiClient, dataOf } from "./api-client.ts";
import { demoDocuments } from "./documents.ts";
import type { Persona } from "./personas.ts";

/** Actions of the demo players, each through the calls that any player's browser makes. */

export interface Guest {
  readonly token: string;
}

export async function logIn(api: ApiClient, email: string, password: string): Promise<Guest> {
  const reply = await api.call("POST", "/api/v2/auth/login/email/password", { body: { email, password } });
  return { token: dataOf<{ token: string }>(reply, `login of ${email}`).token };
}

/** Reads the hashes of the server seeds first, as the API requires, then sets the client seed. */
export async function setClientSeed(api: ApiClient, { token }: Guest, clientSeed: string): Promise<void> {
  dataOf(await api.call("GET", "/api/v1/fairness/seeds", { token }), "looking at the seeds");
  const reply = await api.call("PUT", "/api/v1/fairness/client-seed", { token, body: { client_seed: clientSeed } });
  dataOf(reply, "setting the client seed");
}

/** Hides name and statistics from other players. */
export async function hide(api: ApiClient, { token }: Guest): Promise<void> {
  const body = { is_avatar_hidden: true, is_statistics_hidden: true };
  dataOf(await api.call("PUT", "/profile/settings", { token, body }), "hiding");
}

/** Gives name, birth date and documents where they were not given yet, and requests the check; the provider responds to the server a few seconds later. */
export async function showIdentity(
  api: ApiClient,
  { token }: Guest,
  identity: NonNullable<Persona["identity"]>,
): Promise<void> {
  const sendStep = async (step: string, body?: object) =>
    dataOf(await api.call("POST", `/api/v1/verification/${step}`, { token, body }), `verification: ${step}`);
  const { level, status } = dataOf<{ level: number; status: string }>(
    await api.call("GET", "/api/v1/verification", { token }),
    "where the check of identity stands",
  );
  if (status !== "init") return;
  if (level === 0) await sendStep("identity", identity);
  for (const [kind, content] of Object.entries(await demoDocuments(identity)))
    await sendStep("documents", { kind, content });
  await sendStep("submit");
}

/** Confirms the e-mail address with the code that the sandbox's mail server received; one that is confirmed stays. */
export async function confirmEmail(api: ApiClient, guest: Guest, email: string, sandboxPort: number): Promise<void> {
  const { token } = guest;
  const { user } = dataOf<{ user: { is_email_verified: boolean } }>(
    await api.call("GET", "/profile/user", { token }),
    "the profile",
  );
  if (user.is_email_verified) return;
  const sent = await api.call("POST", "/api/v2/auth/email/send", { token, body: { email } });
  invariant(sent.status < 300, `a code was not sent to ${email}: ${sent.status}`);
  const body = { code: await codeFor(email, sandboxPort) };
  dataOf(await api.call("POST", "/api/v2/auth/email/verify/code", { token, body }), "confirming an address");
}

/** The latest code that was mailed to an address. */
async function codeFor(email: string, sandboxPort: number): Promise<string> {
  for (let attempt = 0; attempt < mostLooks; attempt++) {
    const mails = await fetch(`http://127.0.0.1:${sandboxPort}/outbox?to=${encodeURIComponent(email)}`);
    const [code] = ((await mails.json()) as readonly { code?: string }[]).flatMap(mail => mail.code ?? []);
    if (code !== undefined) return code;
    await sleep(500);
  }
  throw new Error(`no code was mailed to ${email}`);
}

const mostLooks = 40;

/** Deposits once per key, with the player's own card or another `card`. Opens a new invoice where the former one ended unpaid. */
export async function payIn(
  api: ApiClient,
  guest: Guest,
  amount: string,
  providerPort: number,
  key: (attempt: number) => string,
  card?: string,
): Promise<void> {
  for (let attempt = 0; attempt < mostInvoices; attempt++) {
    const invoice = await openInvoice(api, guest, amount, key(attempt));
    if (await isPaid(api, guest, invoice, providerPort, card)) return;
  }
  throw new Error(`${mostInvoices} invoices ended unpaid`);
}

const mostInvoices = 5;
/** Invoice status codes: paid; this and higher ended unpaid. */
const paidStatus = 3;

interface Invoice {
  readonly id: string;
  readonly hash: string;
}

/** With the first method. */
async function openInvoice(api: ApiClient, { token }: Guest, amount: string, key: string): Promise<Invoice> {
  const billing = dataOf<{ payments: { methods: { hash: string }[] } }>(
    await api.call("GET", "/api/v2/billing/data", { token }),
    "billing data",
  );
  const [method] = billing.payments.methods;
  if (!method) throw new Error("no payment method is available");
  const body = { method_hash: method.hash, amount };
  return dataOf(await api.call("POST", "/api/v1/billing/payments", { token, money: key, body }), "opening an invoice");
}

/** Pays it at the provider, unless it is paid, and waits until the server has credited it. False when it ended unpaid. */
async function isPaid(
  api: ApiClient,
  { token }: Guest,
  invoice: Invoice,
  providerPort: number,
  card: string | undefined,
): Promise<boolean> {
  const statusOf = async () =>
    dataOf<{ status: number }>(
      await api.call("GET", `/billing/payment/status/${invoice.id}`, { token }),
      "status of the invoice",
    ).status;
  let status = await statusOf();
  if (status < paidStatus) {
    const answer = await payAt(`http://127.0.0.1:${providerPort}/psp`, invoice, card);
    // A payment made before the demo was interrupted may be refused; its message is in flight then.
    for (let tries = 0; tries < 100 && status < paidStatus; tries++) {
      await sleep(100);
      status = await statusOf();
    }
    if (status < paidStatus) throw new Error(`not credited within 10 s; the provider responded ${answer.status}`);
  }
  return status === paidStatus;
}

/** The provider's control endpoint pays with the payer's own card; another one is entered on its payment page. */
function payAt(provider: string, { hash }: Invoice, card: string | undefined): Promise<Response> {
  if (card === undefined) return fetch(`${provider}/invoices/${hash}/pay`, { method: "POST" });
  const body = new URLSearchParams({ number: card });
  return fetch(`${provider}/pay/${hash}/pay`, { method: "POST", body, redirect: "manual" });
}
