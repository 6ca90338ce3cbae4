import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { systemClock } from "#kit/host/system.ts";
import { createJobs } from "#kit/jobs/worker.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { payoutChanged } from "#modules/payments/shared/events.ts";
import { payoutStatus } from "#modules/payments/shared/payouts.ts";
import { pushDevicesMax } from "../shared/push.ts";
import { createNotifications } from "./index.ts";

/** Notices go over HTTP to the sandbox's push service, which checks their signature and decrypts them as a browser does. */
let host: TestHost;
let sandbox: FastifyInstance;
let address: string;
let accounts: Accounts;
let notifications: ReturnType<typeof createNotifications>;
let people: TestPeople;
let jobs: ReturnType<typeof createJobs>;
let worker: ReturnType<typeof createJobs> | undefined;
const folder = mkdtempSync(join(tmpdir(), "push-story-"));

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  host = await testHost({
    modules: "all",
    environment: { PUSH_SERVICES: `push.sandbox.example=${address}/push,down.example=http://127.0.0.1:9` },
  });
  sandbox = createSandbox({
    clock: systemClock,
    dataFolder: folder,
    publicUrl: "http://localhost",
    beaconSeed: new Uint8Array(32),
    paymentsSecret: host.config.PAYMENTS_SECRET,
    webhookAddress: "http://127.0.0.1:9",
    smsToken: host.config.SMS_TOKEN,
  });
  await sandbox.listen({ port, host: "127.0.0.1" });
  const messages = createMessages(host);
  accounts = createAccounts(host, { messages });
  const factors = createFactors(host, { accounts });
  notifications = createNotifications(host, {
    accounts,
    conditions: createConditions(accountFacts, [limitFacts]),
    messages,
    factors,
  });
  await notifications.start?.();
  people = await testPeople(host, accounts, [notifications]);
  jobs = createJobs(host, host.databaseUrl, notifications.jobs ?? []);
  await jobs.start();
});
afterAll(async () => {
  await worker?.stop();
  await jobs.stop();
  await notifications.stop?.();
  await sandbox.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
const browser = async (): Promise<Subscription> =>
  (await (await fetch(`${address}/push/browsers`, { method: "POST" })).json()) as Subscription;
/** Another session of somebody, in the language of its browser. */
async function signIn(name: string): Promise<string> {
  const body = { email: `${name}@example.com`, password: "correct horse" };
  const { status, text, body: answer } = await people.api.call("POST /api/v2/auth/login/email/password", { body });
  expect(status, text).toBe(200);
  return answer.token ?? answer.access_token;
}
const idOf = ({ endpoint }: Subscription) => endpoint.split("/").at(-1) ?? "";
const add = (token: string, body: object) => people.api.call("POST /api/v1/push", { token, body });
const list = async ({ token }: Person) => (await people.api.call("GET /api/v1/push", { token })).body.data;
const pushedTo = async (of: Subscription) => {
  const shown = (await (await fetch(`${address}/outbox?to=${idOf(of)}`)).json()) as { text: string }[];
  return shown.map(({ text }) => JSON.parse(text) as Record<string, string>);
};
let payouts = 0;
/** A payout of this player is paid. */
async function pay({ id }: Person): Promise<void> {
  const payout = `00000000-0000-4000-8000-${String(++payouts).padStart(12, "0")}` as Uuid;
  const sum = { currency: "USD", amount: parseDecimal("40"), label: "•••• 4242" } as const;
  await host.db.tx(tx =>
    host.bus.publish(tx, payoutChanged, { player: id, payout, status: payoutStatus.paid, ...sum }),
  );
}
/** Waits until the queue of pushes is empty. */
const done = () =>
  expect
    .poll(async () => {
      const { rows } = await host.db.query<{ n: bigint }>(
        "SELECT count(*) AS n FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'notifications.push'",
      );
      return Number(rows[0]?.n);
    })
    .toBe(0);

test("a paid withdrawal appears on alice's two browsers, in each one's language, without its amount", async () => {
  const alice = await people.person("alice");
  const token = await signIn("alice");
  const [phone, laptop] = [await browser(), await browser()];
  expect((await add(alice.token, phone)).status).toBe(200);
  const added = await people.api.call("POST /api/v1/push", {
    token,
    body: laptop,
    headers: { "accept-language": "ru" },
  });
  expect(added.body.data.devices).toMatchObject([{ current: true }, { current: false }]);
  expect((await list(alice)).devices).toMatchObject([{ current: false }, { current: true }]);
  await pay(alice);
  const one = async (of: Subscription) => (await pushedTo(of)).filter(({ title }) => title !== undefined);
  await expect
    .poll(() => one(phone))
    .toMatchObject([
      { title: "Withdrawal sent", text: "Open Fairhouse for the details.", path: "/en/profile/inbox", language: "en" },
    ]);
  await expect.poll(() => one(laptop)).toMatchObject([{ path: "/ru/profile/inbox", language: "ru" }]);
  expect(JSON.stringify([await pushedTo(phone), await pushedTo(laptop)])).not.toMatch(/40|4242/);
});

test("nothing is pushed after the session has ended, the entry is read, or the account is closed", async () => {
  const bob = await people.person("bob");
  const mine = await browser();
  await add(bob.token, mine);
  await people.api.call("PUT /auth/logout", { token: bob.token });
  await expect
    .poll(
      async () =>
        (await host.db.query("SELECT FROM notifications.push_subscriptions WHERE player_id = $1", [bob.id])).rowCount,
    )
    .toBe(0);
  await pay(bob);
  await done();
  expect(await pushedTo(mine)).toEqual([]);
});

test("what became wrong between queueing and sending is not sent", async () => {
  await jobs.stop();
  const carol = await people.person("carol");
  const other = await signIn("carol");
  const [read, ended] = [await browser(), await browser()];
  await add(carol.token, read);
  await pay(carol);
  await people.api.call("POST /api/v1/inbox/read", { token: carol.token, body: {} });
  await add(other, ended);
  await pay(carol);
  // The session ends in another process, whose event this one has not seen.
  await host.db.query(
    "UPDATE accounts.sessions SET ended_at = now(), end_reason = 'logout' WHERE id IN (SELECT session_id FROM notifications.push_subscriptions WHERE player_id = $1)",
    [carol.id],
  );
  worker = createJobs(host, host.databaseUrl, notifications.jobs ?? []);
  await worker.start();
  await done();
  expect([await pushedTo(read), await pushedTo(ended)]).toEqual([[], []]);
});

test("a subscription that is gone is deleted; one of an unreachable service waits and is tried again", async () => {
  const dan = await people.person("dan");
  const [gone, down] = [await browser(), await browser()];
  await fetch(`${address}/push/browsers/${idOf(gone)}`, { method: "DELETE" });
  await add(dan.token, gone);
  await add(dan.token, { ...down, endpoint: "https://down.example/send/1" });
  await pay(dan);
  await expect.poll(async () => (await list(dan)).devices.length).toBe(1);
  await expect
    .poll(async () => {
      const { rows } = await host.db.query<{ attempts: number }>(
        "SELECT attempts FROM graphile_worker._private_jobs WHERE last_error LIKE '%push service%'",
      );
      return rows.map(({ attempts }) => attempts);
    })
    .toEqual([1]);
  await host.db.query("DELETE FROM graphile_worker._private_jobs");
});

test("a browser belongs to the player who signed in there last; an eleventh replaces the oldest", async () => {
  const [eve, finn] = [await people.person("eve"), await people.person("finn")];
  const shared = await browser();
  await add(eve.token, shared);
  await add(finn.token, shared);
  expect((await list(eve)).devices).toEqual([]);
  for (let i = 0; i < pushDevicesMax; i++) await add(finn.token, await browser());
  const { devices } = await list(finn);
  expect(devices).toHaveLength(pushDevicesMax);
  const removed = devices[0].id;
  expect((await people.api.call(`DELETE /api/v1/push/${removed}`, { token: eve.token })).status).toBe(404);
  const left = await people.api.call(`DELETE /api/v1/push/${removed}`, { token: finn.token });
  expect(left.body.data.devices).toHaveLength(pushDevicesMax - 1);
  await pay(eve);
  await done();
  expect(await pushedTo(shared)).toEqual([]);
});

test("addresses of unknown push services and keys off the curve are refused by name", async () => {
  const gina = await people.person("gina");
  const { endpoint, keys } = await browser();
  for (const bad of [
    "https://127.0.0.1/push",
    "http://push.sandbox.example/send/1",
    "https://push.sandbox.example.evil.example/",
  ])
    expect((await add(gina.token, { endpoint: bad, keys })).body.errors).toEqual({
      endpoint: ["push_endpoint_invalid"],
    });
  const off = { ...keys, p256dh: `BA${keys.p256dh.slice(2, -4)}AAAA` };
  expect((await add(gina.token, { endpoint, keys: off })).body.errors).toEqual({ keys: ["push_key_invalid"] });
  expect((await list(gina)).devices).toEqual([]);
});
