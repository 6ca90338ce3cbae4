import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { systemClock } from "#kit/host/system.ts";
import { createJobs } from "#kit/jobs/worker.ts";
import { createLog } from "#kit/log/create-log.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createMessages, type Messages } from "#modules/messages/server/index.ts";

/** Messages are sent over real SMTP and HTTP, and arrive in the sandbox's inbox. */
let host: TestHost;
let messages: Messages;
let sandbox: FastifyInstance;
let jobs: ReturnType<typeof createJobs>;
let smtpPort: number;
let port: number;
const folder = mkdtempSync(join(tmpdir(), "inbox-story-"));
const lines: string[] = [];

beforeAll(async () => {
  smtpPort = await freePort();
  port = await freePort();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SMS_URL: `http://127.0.0.1:${port}/sms` };
  host = await testHost({ modules: ["messages"], environment });
  const log = createLog({ level: "debug", write: line => lines.push(line) });
  messages = createMessages({ ...host, log });
  sandbox = createSandbox({
    clock: systemClock,
    dataFolder: folder,
    publicUrl: "http://localhost",
    beaconSeed: new Uint8Array(32),
    paymentsSecret: host.config.PAYMENTS_SECRET,
    webhookAddress: "http://127.0.0.1:9",
    smtpPort,
    smsToken: host.config.SMS_TOKEN,
  });
  jobs = createJobs({ db: host.db, clock: systemClock, log }, host.databaseUrl, messages.jobs ?? []);
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await messages.stop?.();
  await sandbox.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const soon = <T>(read: () => Promise<T>) => expect.poll(read);
const outbox = async (to: string) =>
  (await fetch(`http://127.0.0.1:${port}/outbox?to=${to}`)).json() as Promise<{ code: string }[]>;
/** The queue retries failed jobs after some seconds; the test does not wait. */
const tryAgain = () =>
  host.db.query(
    "SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker._private_jobs), run_at := now())",
  );
const payloads = async () => {
  const { rows } = await host.db.query<{ payload: unknown; all: string }>(
    "SELECT payload, j::text AS all FROM graphile_worker._private_jobs j ORDER BY id",
  );
  return rows;
};

test("while the mail server is down a code waits, readable neither in the database nor in the log", async () => {
  await host.db.tx(tx =>
    messages.send(tx, {
      channel: "email",
      to: "alice@example.org",
      template: "restore_password",
      locale: "ru",
      values: { code: "271828", link: "http://fairhouse.localhost:3000/ru/reset-password/canary-link" },
    }),
  );
  await soon(async () => (await payloads())[0]?.all ?? "").toContain("the mail server did not accept a message");
  const [waiting] = await payloads();
  for (const secret of ["271828", "canary-link", "alice@example.org"]) {
    expect(waiting?.all).not.toContain(secret);
    expect(lines.join("\n")).not.toContain(secret);
  }
  await soon(async () => lines.join("\n")).toContain("a job failed and will be retried");

  await sandbox.listen({ port, host: "127.0.0.1" });
  await tryAgain();
  await soon(() => outbox("alice@example.org")).toEqual([
    {
      channel: "email",
      to: "alice@example.org",
      subject: "Сброс пароля",
      code: "271828",
      link: "http://fairhouse.localhost:3000/ru/reset-password/canary-link",
      text: expect.stringContaining("Мы получили запрос на сброс пароля"),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
});

test("bob gets his code by SMS and, requesting a call, the next one by voice; a repeat of a job is one message", async () => {
  const to = "+77071234567";
  const send = (channel: "sms" | "call", code: string) =>
    host.db.tx(tx => messages.send(tx, { channel, to, template: "login_code", locale: "kz", values: { code } }));
  await send("sms", "112233");
  await soon(() => outbox("%2B77071234567")).toHaveLength(1);
  await send("call", "445566");
  await soon(() => outbox(to)).toMatchObject([
    { channel: "call", code: "445566", text: expect.stringContaining("4 4 5 5 6 6") },
    { channel: "sms", code: "112233", text: expect.stringContaining("кіру коды") },
  ]);
});

test("rolled-back, expired and pretended messages are not sent", async () => {
  const to = "carol@example.org";
  const message = { channel: "email", to, template: "login_code", locale: "en", values: { code: "999999" } } as const;
  await host.db
    .tx(async tx => {
      await messages.send(tx, message);
      throw new Error("changed my mind");
    })
    .catch(() => undefined);
  await host.db.tx(tx => messages.send(tx, { ...message, until: new Date(host.clock.now() - 1) }));
  await host.db.tx(tx => messages.pretend(tx, message));
  await host.db.tx(tx => messages.send(tx, { ...message, values: { code: "777777" } }));
  await soon(() => outbox(to)).toHaveLength(1);
  expect((await outbox(to))[0]?.code).toBe("777777");
});

test("an address with a comma is one address: there is no other recipient", async () => {
  const to = "dave,eve@example.org";
  await host.db.tx(tx =>
    messages.send(tx, { channel: "email", to, template: "login_code", locale: "en", values: { code: "313131" } }),
  );
  await soon(() => outbox(encodeURIComponent('"dave,eve"@example.org'))).toHaveLength(1);
  expect(await outbox("eve@example.org")).toEqual([]);
});

test("the inbox is plain text: markup in a message does nothing", async () => {
  const page = await (await fetch(`http://127.0.0.1:${port}/inbox?to=alice@example.org`)).text();
  expect(page).toContain("271828");
  const link = /\/inbox\/\d+\/html/.exec(page)?.[0] ?? "";
  const mail = await fetch(`http://127.0.0.1:${port}${link}`);
  expect(mail.headers.get("content-security-policy")).toContain("sandbox");
  expect(await mail.text()).toContain("Сброс пароля");
});
