import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signatureOf } from "#kit/http/signature.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { openWebhookTestApp, type WebhookTestApp } from "./webhook-test-app.ts";
import { open, runWebhookTest } from "./webhooks.ts";

/** The small version of `npm run bench -- webhooks`. */

let database: TestDatabase;
let app: WebhookTestApp;
beforeAll(async () => {
  database = await testDatabase("all");
  app = await openWebhookTestApp(database.url, 6);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

test("two hundred payments through every trick: none false, none double, none lost, with the secret changed midway", async () => {
  const report = await runWebhookTest(app, 200, 8);
  expect(report).toMatchObject({ payments: 200, falseOnes: 0, doubles: 0, lost: 0, wrongBooks: 0 });
  expect(report.refused).toBeGreaterThanOrEqual(50);
});

test("a thousand payments at once against a limit, late ones and too large ones among them, never pass it", async () => {
  const limit = 500;
  const payer = await app.newPayer();
  const invoices: Awaited<ReturnType<typeof open>>[] = [];
  while (invoices.length < 100)
    invoices.push(...(await Promise.all(Array.from({ length: 10 }, () => open(app, payer, "5")))));
  const body = { currency: "USD", deposit_limit: `${limit}` };
  expect((await app.api.call("PUT /api/v1/limits", { token: payer.token, body })).status).toBe(200);
  await app.db.query("UPDATE payments.invoices SET status = 4, ended_at = now() WHERE id = ANY ($1::uuid[])", [
    invoices.slice(0, 30).map(({ id }) => id),
  ]);
  const sendWebhook = async ({ id, hash }: { id: string; hash: string }, amount: string) => {
    const payment = { id: randomUUID(), amount, currency: "USD" };
    const text = JSON.stringify({ event_id: randomUUID(), type: "payment.received", reference: id, hash, payment });
    const time = `${Math.floor(app.now() / 1000)}`;
    const signature = signatureOf(app.secret.current, "provider", time, text);
    const headers = { "x-key-id": "provider", "x-timestamp": time, "x-signature": signature };
    // An overloaded server refuses the message, and the provider sends it again.
    for (;;) {
      const answer = await app.api.call("POST /api/v1/billing/webhooks/sandbox", { body: text, headers });
      if (answer.status < 500) return answer;
    }
  };
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      sendWebhook(invoices[index % 100] as never, index % 7 === 0 ? "31.07" : "5"),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await app.realOf(payer)).toBe(BigInt(limit) * 1_000_000n);
  expect(await app.audit()).toEqual([]);
});
