import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { createJobs } from "#kit/jobs/worker.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createNotifications } from "./index.ts";

/** A process is killed between the commit of an event and everything after it; another one continues. */

let host: TestHost;
let mailServer: SMTPServer;
const mailed: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      stream.resume().on("end", () => {
        mailed.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>(resolve => mailServer.listen(port, "127.0.0.1", resolve));
  host = await testHost({ modules: "all", environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await new Promise<void>(resolve => mailServer.close(() => resolve()));
  await host.close();
});

/** The modules that a notice needs, as at the start of a process. */
function start() {
  const messages = createMessages(host);
  const accounts = createAccounts(host, { messages });
  const factors = createFactors(host, { accounts });
  const notifications = createNotifications(host, {
    accounts,
    conditions: createConditions(accountFacts, [limitFacts]),
    messages,
    factors,
  });
  const jobs = createJobs(host, host.databaseUrl, [...(messages.jobs ?? []), ...(notifications.jobs ?? [])]);
  return { messages, accounts, factors, notifications, jobs };
}

async function die({ id }: Person, payout: string): Promise<void> {
  const script = join(import.meta.dirname, "../testing/killed-after-commit.ts");
  const child = spawn(process.execPath, [script, host.databaseUrl, id, payout], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

test("a notice whose process was killed right after the commit arrives once, in the inbox and by mail, also when its event is repeated", async () => {
  const { messages, accounts, factors, notifications, jobs } = start();
  const people = await testPeople(host, accounts, [factors, notifications]);
  const alice = await people.person("alice");
  await host.db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [alice.id]);
  await host.db.query("DELETE FROM graphile_worker._private_jobs");
  const payout = randomUUID();
  await die(alice, payout);
  await die(alice, payout);
  expect(mailed).toEqual([]);

  await notifications.start?.();
  await jobs.start();
  const waiting = async () => (await host.db.query("SELECT 1 FROM graphile_worker.jobs")).rowCount;
  await expect.poll(waiting).toBe(0);
  await jobs.stop();
  await notifications.stop?.();
  await messages.stop?.();
  expect(mailed).toEqual(["alice@example.com"]);
  const { items } = (await people.api.call("GET /api/v1/inbox", { token: alice.token })).body.data;
  expect(items).toMatchObject([{ kind: "payout_paid", data: { amount: "40", place: "•••• 4242" } }]);
});
