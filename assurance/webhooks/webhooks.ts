import { randomInt, randomUUID } from "node:crypto";
import { signatureOf } from "#kit/http/signature.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import type { Payer, WebhookTestApp } from "./webhook-test-app.ts";

/** What was sent to a server that accepts payment webhooks, and which bookings are false or missing. */
export interface WebhookTestReport {
  readonly payments: number;
  readonly messages: number;
  /** Messages that were correctly refused. */
  readonly refused: number;
  /** Money that is booked without a valid report. */
  readonly falseOnes: number;
  /** Payments that were booked more than once. */
  readonly doubles: number;
  /** Payments with a valid report that are not booked correctly. */
  readonly lost: number;
  readonly wrongBooks: number;
  readonly seconds: number;
}

/** What happens to a payment in flight. The server credits `credited`, holds `kept` in quarantine, or receives no message. */
type Trick = (reported: ReportedPayment) => Promise<"credited" | "quarantined" | "nothing">;

interface ReportedPayment {
  readonly invoice: { readonly id: string; readonly hash: string };
  readonly payment: { readonly id: string; readonly amount: string; readonly currency: string };
}

interface Expected {
  readonly payer: Payer;
  readonly amount: bigint;
  readonly end: "credited" | "quarantined" | "nothing";
}

/**
 * Opens `count` invoices and sends their outcome through every trick: forged, unsigned, stale, in the server's own name,
 * repeated at once, reordered, of another amount, currency and invoice, with the server failing before and after the commit, and
 * with the secret rotated midway. Then compares the books with the valid reports.
 */
export async function runWebhookTest(app: WebhookTestApp, count: number, parallel: number): Promise<WebhookTestReport> {
  const began = performance.now();
  const expected = new Map<string, Expected>();
  const sent = { messages: 0, refused: 0 };
  let next = 0;

  async function send(message: object, change: (right: Signed) => Partial<Signed> = () => ({})): Promise<number> {
    const body = JSON.stringify(message);
    const right = signed(app.secret.current, app.now(), body);
    const { headers, text } = { ...right, ...change(right) };
    const answer = await app.api.call("POST /api/v1/billing/webhooks/sandbox", { body: text, headers });
    sent.messages++;
    if (answer.status >= 400 && answer.status < 500) sent.refused++;
    return answer.status;
  }
  const received = ({ invoice, payment }: ReportedPayment, event_id = randomUUID()) => ({
    event_id,
    type: "payment.received",
    reference: invoice.id,
    hash: invoice.hash,
    payment,
  });
  const word = (reported: ReportedPayment, type: string) => ({
    event_id: randomUUID(),
    type,
    reference: reported.invoice.id,
    hash: reported.invoice.hash,
  });
  const right: Trick = async reported => {
    await send(received(reported));
    return "credited";
  };
  const spoilt =
    (change: (signed: Signed) => Partial<Signed>): Trick =>
    async reported => {
      await send(received(reported), change);
      return "nothing";
    };
  const secretOf = () => app.secret.current;
  const tricks: readonly Trick[] = [
    right,
    right,
    right,
    spoilt(({ headers }) => ({ headers: { ...headers, "x-signature": "ab".repeat(32) } })),
    spoilt(({ headers: { "x-signature": _gone, ...rest } }) => ({ headers: rest })),
    spoilt(({ text }) => ({ text: text.replace('"amount":"', '"amount":"9') })),
    spoilt(({ text }) => signed(secretOf(), app.now() - 301_000, text)),
    spoilt(({ text }) => signed(secretOf(), app.now(), text, "house")),
    spoilt(({ text }) => signed("a secret that was never agreed on, ever", app.now(), text)),
    async reported => {
      const message = received(reported);
      await Promise.all(Array.from({ length: 20 }, () => send(message)));
      return "credited";
    },
    async reported => {
      await Promise.all(Array.from({ length: 10 }, () => send(received(reported))));
      return "credited";
    },
    async reported => {
      const words = [word(reported, "invoice.declined"), received(reported), word(reported, "invoice.expired")];
      for (const message of randomInt(2) ? words : words.reverse()) await send(message);
      return "credited";
    },
    async reported => {
      const other = { ...reported, payment: { ...reported.payment, amount: "0.07" } };
      expectSum(reported.payment.id, 70_000n);
      return right(other);
    },
    async reported => {
      await send(received({ ...reported, payment: { ...reported.payment, currency: "EUR" } }));
      return "quarantined";
    },
    async reported => {
      await send(received({ ...reported, invoice: { ...reported.invoice, hash: "another" } }));
      return "quarantined";
    },
    async reported => {
      await send(received({ ...reported, invoice: { id: randomUUID(), hash: "unknown" } }));
      return "quarantined";
    },
    async reported => dying("payments.webhook", reported),
    async reported => dying("payments.booked", reported),
    async reported => dying("payments.webhook.committed", reported),
    async reported => {
      // Signed before the secret was rotated, and in flight for a while.
      await send(received(reported), ({ text }) => signed(app.secret.former ?? app.secret.current, app.now(), text));
      return "credited";
    },
  ];

  /** The server fails during this message or a concurrent one; the provider sends everything again. */
  async function dying(point: string, reported: ReportedPayment): Promise<"credited"> {
    const message = received(reported);
    app.dieAt(point);
    while ((await send(message)) !== 200);
    return "credited";
  }

  function expectSum(id: string, amount: bigint): void {
    const known = expected.get(id);
    if (known) expected.set(id, { ...known, amount });
  }

  async function one(index: number): Promise<void> {
    const payer = app.payers[index % app.payers.length] as Payer;
    const amount = `${1 + randomInt(20)}.${randomInt(10)}${1 + randomInt(9)}`;
    const invoice = await open(app, payer, amount);
    const reported: ReportedPayment = { invoice, payment: { id: randomUUID(), amount, currency: "USD" } };
    expected.set(reported.payment.id, {
      payer,
      amount: parseDecimal(amount),
      end: "nothing",
    });
    const trick = tricks[index % tricks.length] as Trick;
    for (;;) {
      // A failpoint armed for another message may hit this one: then it is sent again.
      const before = sent.messages;
      const end = await trick(reported);
      const known = expected.get(reported.payment.id);
      if (known) expected.set(reported.payment.id, { ...known, end });
      if (end === "nothing" || (await isBooked(app, reported.payment.id)) || sent.messages === before) return;
    }
  }

  async function worker(): Promise<void> {
    while (next < count) {
      if (next === Math.floor(count / 2)) app.rotateSecret();
      await one(next++);
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker));
  const found = await compare(app, expected);
  return { payments: count, ...sent, ...found, seconds: (performance.now() - began) / 1000 };
}

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function signed(secret: string, nowMs: number, text: string, keyId: "provider" | "house" = "provider"): Signed {
  const time = `${Math.floor(nowMs / 1000)}`;
  const signature = signatureOf(secret, keyId, time, text);
  return { text, headers: { "x-key-id": keyId, "x-timestamp": time, "x-signature": signature } };
}

export async function open(app: WebhookTestApp, { token }: Payer, amount: string) {
  const body = { method_hash: "card-page", amount };
  const answer = await app.api.call("POST /api/v1/billing/payments", { token, key: randomUUID(), body });
  if (answer.status !== 201) throw new Error(`an invoice was not opened: ${answer.text}`);
  return answer.body.data as { readonly id: string; readonly hash: string };
}

async function isBooked({ db }: WebhookTestApp, paymentId: string): Promise<boolean> {
  return (await db.query("SELECT 1 FROM payments.receipts WHERE payment_id = $1", [paymentId])).rowCount === 1;
}

async function compare(app: WebhookTestApp, expected: ReadonlyMap<string, Expected>) {
  const { rows } = await app.db.query<{ paymentId: string; amount: bigint; disposition: string; booked: bigint }>(
    `SELECT r.payment_id AS "paymentId", r.amount, r.disposition,
       (SELECT count(*) FROM ledger.transfers t WHERE t.reference = r.id) AS booked FROM payments.receipts r`,
  );
  const booked = new Map(rows.map(row => [row.paymentId, row]));
  let lost = 0;
  let falseOnes = rows.filter(row => !expected.has(row.paymentId)).length;
  const due = new Map<string, bigint>();
  for (const [id, { payer, amount, end }] of expected) {
    const row = booked.get(id);
    if (end === "nothing") falseOnes += row ? 1 : 0;
    else if (row?.amount !== amount || row.disposition !== (end === "quarantined" ? "quarantined" : "credited")) lost++;
    if (end === "credited") due.set(payer.id, (due.get(payer.id) ?? 0n) + amount);
  }
  let doubles = rows.filter(row => row.booked !== 1n).length;
  for (const payer of app.payers) if ((await app.realOf(payer)) !== micros(due.get(payer.id) ?? 0n)) doubles++;
  return { lost, falseOnes, doubles, wrongBooks: (await app.audit()).length };
}
