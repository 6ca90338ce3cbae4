import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { block, holdOffers, limitFacts, lockForAge, releaseOffers } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import type { OfferChannel } from "../../shared/offers.ts";
import { createNotifications } from "../index.ts";

/** Offers leave over real SMTP, decided upon in the transaction that sends them. */

let host: TestHost;
let server: SMTPServer;
let people: TestPeople;
let notifications: ReturnType<typeof createNotifications>;
const mails: string[] = [];
/** Runs while the mail server has a mail and has not accepted it. */
let meanwhile = async (): Promise<void> => undefined;

const day = 86_400_000;
const morning = Date.parse("2026-11-24T10:00:00Z");

beforeAll(async () => {
  const port = await freePort();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, done) {
      void text(stream).then(async mail => {
        await meanwhile();
        mails.push(mail);
        done();
      });
    },
  });
  await new Promise<void>(resolve => server.listen(port, "127.0.0.1", resolve));
  host = await testHost({
    modules: "all",
    startMs: morning,
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const messages = createMessages(host);
  const accounts = createAccounts(host, { messages });
  const factors = createFactors(host, { accounts });
  const conditions = createConditions(accountFacts, [limitFacts]);
  notifications = createNotifications(host, { accounts, conditions, messages, factors });
  await notifications.start?.();
  people = await testPeople(host, accounts, [notifications]);
});
afterAll(async () => {
  await notifications.stop?.();
  await host.close();
  await new Promise<void>(resolve => server.close(() => resolve()));
});

/** With a confirmed address, on UTC clocks. */
async function person(name: string, zone = "Etc/UTC"): Promise<Person> {
  const made = await people.person(name);
  await host.db.query("UPDATE accounts.players SET email_verified = true, timezone = $2, locale = 'ru' WHERE id = $1", [
    made.id,
    zone,
  ]);
  return made;
}
const allow = ({ token }: Person, channel: OfferChannel, granted = true) =>
  people.api.call("PUT /api/v1/inbox/offers", { token, body: { channel, granted } });
const offer = async ({ id }: Person, channels: readonly OfferChannel[] = ["email"]) => {
  await host.clock.advance(1);
  await host.db.tx(tx =>
    notifications.offers.queue(tx, {
      players: [id],
      campaign: randomUUID() as Uuid,
      channels,
      about: { kind: "gift", amount: parseDecimal("10"), currency: "USD" },
      endsAt: new Date(host.clock.now() + 30 * day),
    }),
  );
};
/** Runs the jobs that are due, as the worker would. */
async function send(): Promise<void> {
  for (const job of notifications.jobs ?? []) {
    if (job.name !== "notifications.offer" && job.name !== "notifications.message") continue;
    const { rows } = await host.db.query<{ payload: unknown }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND t.identifier = $2 AND j.run_at <= greatest(now(), $1) RETURNING j.payload`,
      [new Date(host.clock.now()), job.name],
    );
    for (const { payload } of rows) await job.run(payload);
  }
}
/** An operator's marketing by mail. */
const market = async ({ id: player }: Person, text: string): Promise<void> => {
  const order = {
    id: randomUUID() as Uuid,
    purpose: "marketing",
    players: [player],
    channels: ["email"],
    texts: { ru: { subject: "Турнир", text } },
    reason: "spring",
    operator: { id: randomUUID() as Uuid, name: "Askar" },
  } as const;
  await host.db.tx(tx => notifications.operatorMessages.order(tx, order));
};
const marketed = async ({ id }: Person) =>
  (await notifications.operatorMessages.to(id)).map(({ state, why }) => why ?? state);
const outcomes = async (player: PlayerId) => {
  const { rows } = await host.db.query<{ outcome: string }>(
    "SELECT coalesce(why, state) AS outcome FROM notifications.offers WHERE player_id = $1 ORDER BY id",
    [player],
  );
  return rows.map(({ outcome }) => outcome);
};
const exclude = ({ id }: Person) =>
  host.db.tx(tx => block(tx, id, new Date(host.clock.now() + 200 * day), "self_exclusion"));
const inbox = async ({ token }: Person) => (await people.api.call("GET /api/v1/inbox", { token })).body.data;

test("nothing is sent without a consent; with one a mail arrives that a POST without signing in stops", async () => {
  const alice = await person("alice");
  await offer(alice);
  await send();
  expect(await outcomes(alice.id)).toEqual(["no_consent"]);

  const allowed = await allow(alice, "email");
  expect(allowed.body.data).toMatchObject({ email: true, inbox: false, push: false });
  expect(allowed.body.data.history).toEqual([
    {
      channel: "email",
      granted: true,
      by: "settings",
      at: new Date(host.clock.now()).toISOString(),
      text: expect.stringContaining("by email"),
    },
  ]);
  await allow(alice, "email");
  await offer(alice);
  await send();
  await send();
  expect(await outcomes(alice.id)).toEqual(["no_consent", "sent"]);
  expect(mails).toHaveLength(1);
  const mail = (mails[0] ?? "").replace(/\r\n[ \t]+/g, " ");
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const [, path = ""] = /^List-Unsubscribe: <https?:\/\/api\.[^/]+(\/api\/v1\/unsubscribe\/[\w-]+)>/m.exec(mail) ?? [];

  const stopped = await people.api.call(`POST ${path}`);
  expect(stopped.body.data).toEqual({ email: false });
  expect((await people.api.call(`POST ${path}`)).status).toBe(200);
  expect((await people.api.call(`POST ${path.slice(0, -2)}AA`)).status).toBe(404);
  const { email, history } = (await people.api.call("GET /api/v1/inbox/offers", { token: alice.token })).body.data;
  expect([email, history.map(({ by, granted }: { by: string; granted: boolean }) => [by, granted])]).toEqual([
    false,
    [
      ["unsubscribe", false],
      ["settings", true],
    ],
  ]);
  await offer(alice);
  await send();
  expect(await outcomes(alice.id)).toEqual(["no_consent", "sent", "no_consent"]);
});

test("who is excluded between queueing and sending gets nothing, and their inbox hides earlier offers", async () => {
  const bob = await person("bob");
  for (const channel of ["email", "inbox", "push"] as const) await allow(bob, channel);
  await offer(bob, ["inbox"]);
  await send();
  expect(await inbox(bob)).toMatchObject({ unread: 1, items: [{ kind: "bonus_offer", data: { amount: "10" } }] });
  const before = mails.length;
  await offer(bob, ["inbox", "email", "push"]);
  await exclude(bob);
  await send();
  expect(await outcomes(bob.id)).toEqual(["sent", "self_excluded", "self_excluded", "self_excluded"]);
  expect(mails).toHaveLength(before);
  expect(await inbox(bob)).toMatchObject({ unread: 0, items: [] });
});

test("an exclusion waits for a mail that is leaving: none leaves after its commit", async () => {
  const carol = await person("carol");
  await allow(carol, "email");
  await offer(carol);
  const order: string[] = [];
  let excluded: Promise<unknown> = Promise.resolve();
  meanwhile = async () => {
    excluded = exclude(carol).then(() => order.push("excluded"));
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(async () => (await host.db.query(waiting)).rowCount).toBeGreaterThan(0);
    order.push("mail");
  };
  await send();
  await excluded;
  meanwhile = async () => undefined;
  expect(order).toEqual(["mail", "excluded"]);
  expect(await outcomes(carol.id)).toEqual(["sent"]);
});

test("by night it waits for nine o'clock of the player, a fourth mail of a week is not sent, nor one after a request for a payout", async () => {
  const dave = await person("dave", "Pacific/Auckland");
  await allow(dave, "email");
  await offer(dave);
  await send();
  expect(await outcomes(dave.id)).toEqual(["waiting"]);
  // 10:00 in London is 23:00 in Auckland.
  await host.clock.advance(10 * 3_600_000);
  await send();
  expect(await outcomes(dave.id)).toEqual(["sent"]);
  for (let i = 0; i < 3; i++) await offer(dave);
  await send();
  expect(await outcomes(dave.id)).toEqual(["sent", "sent", "sent", "cap"]);

  const erin = await person("erin");
  await allow(erin, "inbox");
  await host.db.query(
    "INSERT INTO notifications.entries (id, player_id, kind, data, source, created_at) VALUES ($1, $2, 'payout_requested', '{}', 'x', $3)",
    [randomUUID(), erin.id, new Date(host.clock.now())],
  );
  await offer(erin, ["inbox"]);
  await send();
  expect(await outcomes(erin.id)).toEqual(["bad_moment"]);
});

test("an address that was never confirmed and a player without a device get nothing; bad values are refused", async () => {
  const finn = await person("finn");
  await host.db.query("UPDATE accounts.players SET email_verified = false WHERE id = $1", [finn.id]);
  await allow(finn, "email");
  await allow(finn, "push");
  await host.clock.advance(13 * 3_600_000);
  await offer(finn, ["email", "push"]);
  await send();
  expect(await outcomes(finn.id)).toEqual(["no_address", "no_device"]);
  const bad = await people.api.call("PUT /api/v1/inbox/offers", {
    token: finn.token,
    body: { channel: "sms", granted: 1 },
  });
  expect(bad.body.errors).toEqual({ channel: ["channel_invalid"], granted: ["granted_invalid"] });
});

test("an operator's marketing is a mail that a POST stops; an exclusion and a withdrawn consent keep it back until it leaves, and it fills the caps of offers", async () => {
  const grace = await person("grace");
  await market(grace, "Начало в пятницу.");
  expect(await marketed(grace)).toEqual(["no_consent"]);
  await allow(grace, "email");
  const before = mails.length;
  await market(grace, "Начало в пятницу, <b>18:00</b>.");
  await send();
  expect(mails).toHaveLength(before + 1);
  const mail = (mails.at(-1) ?? "").replace(/\r\n[ \t]+/g, " ");
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(mail).not.toContain("<b>");
  await market(grace, "Ещё раз.");
  await allow(grace, "email", false);
  await send();
  expect((await marketed(grace)).toSorted()).toEqual(["no_consent", "no_consent", "sent"]);
  await allow(grace, "email");
  for (let i = 0; i < 2; i++) {
    await market(grace, "И ещё раз.");
    await send();
  }
  await offer(grace);
  await send();
  expect(await outcomes(grace.id)).toEqual(["cap"]);
  const heidi = await person("heidi");
  await allow(heidi, "email");
  await market(heidi, "Начало в пятницу.");
  await exclude(heidi);
  await send();
  expect(await marketed(heidi)).toEqual(["self_excluded"]);
  expect(mails).toHaveLength(before + 3);
});

test("the inbox hides earlier offers while offers to the player are blocked, and from who turns out to be under age", async () => {
  const [gwen, hugo] = [await person("gwen"), await person("hugo")];
  for (const each of [gwen, hugo]) {
    await allow(each, "inbox");
    await offer(each, ["inbox"]);
  }
  await send();
  const now = new Date(host.clock.now());
  await host.db.tx(tx => holdOffers(tx, gwen.id, "harm", now));
  await host.db.tx(tx => lockForAge(tx, hugo.id, new Date(host.clock.now() + 300 * day)));
  for (const each of [gwen, hugo]) expect(await inbox(each)).toMatchObject({ unread: 0, items: [] });
  await host.db.tx(tx => releaseOffers(tx, gwen.id, "harm"));
  expect(await inbox(gwen)).toMatchObject({ unread: 1, items: [{ kind: "bonus_offer" }] });
});
