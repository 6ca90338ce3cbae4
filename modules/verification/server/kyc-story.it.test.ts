import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createVerification, type Verification } from "#modules/verification/server/index.ts";

/** Fairhouse and the verification provider, which share nothing but two addresses and a secret. */
let host: TestHost;
let people: TestPeople;
let verification: Verification;
let sandbox: FastifyInstance;
let address: string;
let isOpen = true;
let rejectedCount = 0;
const folder = mkdtempSync(join(tmpdir(), "kyc-story-"));
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _own, ...headers } = request.headers as Record<string, string>;
  if (!isOpen) {
    rejectedCount++;
    return response.writeHead(503).end();
  }
  const answer = await people.api.call(`${request.method} ${request.url}`, { body: Buffer.concat(chunks), headers });
  return response.writeHead(answer.status).end(answer.text);
});

beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>(resolve => proxy.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${port}`;
  const secret = "a secret of house and company, known here";
  host = await testHost({ modules: ["verification"], environment: { KYC_URL: `${address}/kyc`, KYC_SECRET: secret } });
  const accounts = createAccounts(host);
  verification = createVerification(host, { accounts });
  people = await testPeople(host, accounts, [verification]);
  const proxyPort = (proxy.address() as AddressInfo).port;
  sandbox = createSandbox({
    clock: host.clock,
    dataFolder: folder,
    publicUrl: address,
    beaconSeed: new Uint8Array(32).fill(7),
    paymentsSecret: host.config.PAYMENTS_SECRET,
    webhookAddress: "http://127.0.0.1:9",
    smsToken: "0".repeat(16),
    kyc: { secret, address: `http://127.0.0.1:${proxyPort}/api/v1/verification/webhooks/sandbox` },
  });
  await sandbox.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await sandbox.close();
  proxy.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const content = testPng().toString("base64");

/** Submits documents, and runs the job that orders the check. */
async function check(name: string) {
  const { token, id } = await people.person(name);
  for (const kind of ["identity", "selfie"])
    await people.api.call("POST /api/v1/verification/documents", { token, body: { kind, content } });
  await people.api.call("POST /api/v1/verification/submit", { token });
  const { rows } = await host.db.query<{ reference: string }>(
    "SELECT reference FROM verification.cases WHERE player_id = $1",
    [id],
  );
  const reference = rows[0]?.reference ?? "";
  await verification.jobs?.[0]?.run({ reference });
  const read = async () => (await people.api.call("GET /api/v1/verification", { token })).body.data;
  return { reference, read };
}
const decide = (reference: string, decision: string) =>
  fetch(`${address}/kyc/checks/${reference}/${decision}`, { method: "POST", redirect: "manual" });

test("an undecided check is accepted after five seconds, and reported again while the server does not respond", async () => {
  const alice = await check("alice");
  expect(await alice.read()).toMatchObject({ status: "pending" });
  await host.clock.advance(4_999);
  expect(await alice.read()).toMatchObject({ status: "pending" });
  isOpen = false;
  await host.clock.advance(1);
  await expect.poll(() => rejectedCount).toBe(1);
  expect(await alice.read()).toMatchObject({ status: "pending" });
  isOpen = true;
  const later = async () => {
    await host.clock.advance(500);
    return (await alice.read()).status;
  };
  await expect.poll(later).toBe("success");
});

test("an operator of the provider declines bob's photo and asks carol for more, each with a reason", async () => {
  const [bob, carol] = [await check("bob"), await check("carol")];
  expect((await decide(bob.reference, "decline")).status).toBe(303);
  await decide(carol.reference, "more");
  await expect.poll(bob.read).toMatchObject({ status: "failed", reason: "unreadable" });
  await expect.poll(carol.read).toMatchObject({ status: "user_pending", reason: "more_documents" });
  expect(await (await fetch(`${address}/kyc`)).text()).toContain(bob.reference);
});

test("only the merchant orders checks", async () => {
  const body = JSON.stringify({ reference: crypto.randomUUID(), documents: [] });
  expect((await fetch(`${address}/kyc/checks`, { method: "POST", body })).status).toBe(401);
  expect((await decide(crypto.randomUUID(), "approve")).status).toBe(404);
});
