import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { createLimits, limitFacts } from "#modules/limits/server/index.ts";
import { createMessages, type Messages } from "#modules/messages/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { depositCredited, payoutChanged } from "#modules/payments/shared/events.ts";
import { payoutStatus } from "#modules/payments/shared/payouts.ts";
import { createNotifications } from "./index.ts";

type TakeOver = Parameters<Accounts["onTakeOver"]>[0];

let host: TestHost;
let messages: Messages;
let accounts: Accounts;
let notifications: ReturnType<typeof createNotifications>;
let people: TestPeople;
let api: TestApi;
let takeOver: TakeOver;

function keepHook(hook: TakeOver): void {
  takeOver = hook;
}

beforeAll(async () => {
  host = await testHost({ modules: "all" });
  messages = createMessages(host);
  accounts = createAccounts(host, { messages });
  const factors = createFactors(host, { accounts });
  notifications = createNotifications(host, {
    accounts: { ...accounts, onTakeOver: keepHook },
    conditions: createConditions(accountFacts, [limitFacts]),
    messages,
    factors,
  });
  await notifications.start?.();
  people = await testPeople(host, accounts, [factors, createLimits(host, { accounts }), notifications]);
  api = people.api;
});
afterAll(async () => {
  await notifications.stop?.();
  await host.close();
});

const password = "correct horse";
/** A player whose address is confirmed, as if by a code. */
async function confirmed(name: string): Promise<Person> {
  const person = await people.person(name);
  await host.db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [person.id]);
  return person;
}
const inbox = async ({ token }: Person, cursor?: string) =>
  (await api.call(`GET /api/v1/inbox${cursor ? `?cursor=${cursor}` : ""}`, { token })).body.data;
const kindsOf = async (person: Person) => (await inbox(person)).items.map(({ kind }: { kind: string }) => kind);
const mailsTo = async (name: string) =>
  (await waitingMessages(host, `${name}@example.com`)).filter(({ channel }) => channel === "email");
const prove = ({ token }: Person) => api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
const choose = ({ token }: Person, phrase: unknown) =>
  api.call("PUT /api/v1/inbox/phrase", { token, body: { phrase } });
const publish = (change: NonNullable<typeof payoutChanged.payload>) =>
  host.db.tx(tx => host.bus.publish(tx, payoutChanged, change));
const logIn = (name: string, cookies: Record<string, string> = {}) =>
  api.call("POST /api/v2/auth/login/email/password", { body: { email: `${name}@example.com`, password }, cookies });

describe("an entry", () => {
  const of = ({ token }: Person, call: "DELETE" | "POST", id: string) =>
    api.call(`${call} /api/v1/inbox/${id}${call === "POST" ? "/restore" : ""}`, { token });
  const credited = ({ id: player }: Person, invoice: Uuid) =>
    host.db.tx(tx =>
      host.bus.publish(tx, depositCredited, {
        player,
        invoice,
        currency: "USD",
        amount: parseDecimal("5"),
        isFirst: true,
      }),
    );

  test("is removed by its player once, and put back; its event brings no second one", async () => {
    const [olga, other] = [await confirmed("olga"), await confirmed("other")];
    const invoice = randomUUID() as Uuid;
    await credited(olga, invoice);
    const [entry] = (await inbox(olga)).items;
    expect(entry).toMatchObject({ kind: "deposit_credited", data: { amount: "5" }, removable: true });
    for (const call of ["DELETE", "POST"] as const) expect((await of(other, call, entry.id)).status).toBe(404);
    const removed = await Promise.all([of(olga, "DELETE", entry.id), of(olga, "DELETE", entry.id)]);
    expect(removed.map(({ status, body }) => [status, body.data])).toEqual(Array(2).fill([200, { unread: 0 }]));
    await credited(olga, invoice);
    expect(await kindsOf(olga)).toEqual([]);
    for (let n = 0; n < 2; n++) expect((await of(olga, "POST", entry.id)).body.data).toEqual({ unread: 1 });
    expect(await kindsOf(olga)).toEqual(["deposit_credited"]);
    for (const [id, status] of [
      [randomUUID(), 404],
      ["1", 422],
    ] as const)
      for (const call of ["DELETE", "POST"] as const) expect((await of(olga, call, id)).status).toBe(status);
  });

  test("about security stays for 30 days: a stolen session cannot hide it", async () => {
    const pavel = await confirmed("pavel");
    expect((await logIn("pavel")).status).toBe(200);
    const [entry] = (await inbox(pavel)).items;
    expect(entry).toMatchObject({ kind: "new_device", removable: false });
    expect(await of(pavel, "DELETE", entry.id)).toMatchObject({ status: 409, body: { code: "inbox_entry_stays" } });
    await host.db.query("UPDATE notifications.entries SET created_at = created_at - interval '30 days' WHERE id = $1", [
      entry.id,
    ]);
    expect((await of(pavel, "DELETE", entry.id)).status).toBe(200);
    expect(await kindsOf(pavel)).toEqual([]);
  });

  test("has steps for its player only, and none if it is not about money", async () => {
    const [rita, other] = [await confirmed("rita"), await confirmed("stranger")];
    expect((await logIn("rita")).status).toBe(200);
    const [entry] = (await inbox(rita)).items;
    const steps = ({ token }: Person, id: string) => api.call(`GET /api/v1/inbox/${id}/steps`, { token });
    expect((await steps(rita, entry.id)).body.data).toEqual([]);
    expect((await steps(other, entry.id)).status).toBe(404);
    expect((await steps(rita, randomUUID())).status).toBe(404);
  });
});

describe("a notice", () => {
  test("of a sign-in from a new device comes to the inbox and by mail, in the reader's language", async () => {
    const alice = await confirmed("alice");
    await host.db.query("UPDATE accounts.players SET locale = 'ru' WHERE id = $1", [alice.id]);
    expect(await kindsOf(alice)).toEqual([]);
    expect((await logIn("alice")).status).toBe(200);
    expect(await kindsOf(alice)).toEqual(["new_device"]);
    const [mail] = await mailsTo("alice");
    expect(mail?.template).toBe("new_device");
    expect(mail?.text).toContain("В ваш аккаунт вошли с нового устройства");
    expect((await inbox(alice)).items[0]).toMatchObject({ read: false, data: { address: expect.any(String) } });
  });

  test("of changed limits, a break and a new password: one entry each; the password's mail is not sent twice", async () => {
    const bob = await confirmed("bob");
    const { token } = bob;
    await api.call("PUT /api/v1/limits", { token, body: { currency: "USD", wager_limit: "50" } });
    expect(await kindsOf(bob)).toEqual(["limits_changed"]);
    await host.clock.advance(1000);
    await prove(bob);
    const changed = { old_password: password, password: "battery staple", password_confirm: "battery staple" };
    expect((await api.call("POST /password/update", { token, body: changed })).status).toBe(204);
    expect(await kindsOf(bob)).toEqual(["password_changed", "limits_changed"]);
    expect((await mailsTo("bob")).map(({ template }) => template)).toEqual(["password_changed", "limits_changed"]);
  });

  test("of a payout: requested and paid once each, however often the event is repeated; cancelled by the player, nothing", async () => {
    const carol = await confirmed("carol");
    const change = {
      player: carol.id,
      payout: randomUUID() as Uuid,
      currency: "USD",
      amount: parseDecimal("40"),
    } as const;
    const { pending, processing, paid, cancelled } = payoutStatus;
    for (const status of [pending, pending, processing, paid, paid, cancelled])
      await publish({ ...change, label: "•••• 4242", status });
    expect((await kindsOf(carol)).toSorted()).toEqual(["payout_paid", "payout_requested"]);
    expect(await mailsTo("carol")).toHaveLength(2);
    expect((await inbox(carol)).items[0].data).toEqual({ amount: "40", currency: "USD", place: "•••• 4242" });
    expect((await mailsTo("carol")).every(({ text }) => text.includes("•••• 4242"))).toBe(true);
  });

  test("to an address that was never confirmed is not mailed: it may belong to a stranger", async () => {
    const dave = await people.person("dave");
    expect((await logIn("dave")).status).toBe(200);
    expect(await kindsOf(dave)).toEqual(["new_device"]);
    expect(await mailsTo("dave")).toEqual([]);
  });

  test("of a change that was rolled back is never stored; one that cannot be stored rolls its change back", async () => {
    const erin = await confirmed("erin");
    const set = (wager_limit: string) =>
      api.call("PUT /api/v1/limits", { token: erin.token, body: { currency: "USD", wager_limit } });
    const stop = () => {
      throw new Error("an error of the test");
    };
    host.failpoints.arm("limits.set", stop);
    expect((await set("50")).status).toBe(500);
    expect(await kindsOf(erin)).toEqual([]);
    expect(await mailsTo("erin")).toEqual([]);
    await host.db.query(
      "ALTER TABLE notifications.entries ADD CONSTRAINT closed CHECK (kind <> 'limits_changed') NOT VALID",
    );
    expect((await set("60")).status).toBe(500);
    await host.db.query("ALTER TABLE notifications.entries DROP CONSTRAINT closed");
    const limits = await host.db.query("SELECT 1 FROM limits.daily WHERE player_id = $1", [erin.id]);
    expect(limits.rows).toEqual([]);
  });
});

describe("the inbox", () => {
  test("is read one by one or at once, page by page, by its player only", async () => {
    const [frank, grace] = [await confirmed("frank"), await confirmed("grace")];
    for (let i = 0; i < 25; i++)
      await publish({
        player: frank.id,
        payout: randomUUID() as Uuid,
        status: payoutStatus.paid,
        label: "•••• 1",
        currency: "USD",
        amount: parseDecimal("1"),
      });
    expect((await inbox(frank)).unread).toBe(25);
    const first = await inbox(frank);
    expect(first.items).toHaveLength(20);
    const rest = await inbox(frank, first.next_cursor);
    expect([rest.items.length, rest.next_cursor]).toEqual([5, null]);
    const read = ({ token }: Person, body: object) => api.call("POST /api/v1/inbox/read", { token, body });
    const [{ id }] = first.items;
    expect((await read(grace, { id })).body.data).toEqual({ unread: 0 });
    expect((await inbox(frank)).unread).toBe(25);
    expect((await read(frank, { id })).body.data).toEqual({ unread: 24 });
    expect((await read(frank, { id: "x" })).status).toBe(422);
    expect((await read(frank, {})).body.data).toEqual({ unread: 0 });
    expect((await api.call("GET /api/v1/inbox/unread", { token: frank.token })).body.data).toEqual({ unread: 0 });
    expect((await inbox(grace)).items).toEqual([]);
    expect((await api.call("GET /api/v1/inbox")).status).toBe(401);
  });

  test("goes into the copy of a player's data, and is deleted with the account", async () => {
    const heidi = await confirmed("heidi");
    await prove(heidi);
    await choose(heidi, "blue otter");
    await logIn("heidi");
    expect(await kindsOf(heidi)).toEqual(["new_device"]);
    expect(await notifications.personalData?.(heidi.id)).toMatchObject({
      phrase: "blue otter",
      entries: [{ kind: "new_device" }],
    });
    await host.db.tx(async tx => notifications.onAccountClosed?.(tx, heidi.id));
    expect(await notifications.personalData?.(heidi.id)).toEqual({
      entries: [],
      phrase: null,
      push_devices: [],
      offers: { consents: [], offers: [] },
      operator_messages: [],
    });
  });
});

describe("the phrase", () => {
  const codeFor = (name: string, player: PlayerId) =>
    host.db.tx(tx =>
      messages.send(tx, {
        channel: "email",
        to: `${name}@example.com`,
        template: "login_code",
        locale: "en",
        values: { code: player.slice(0, 6) },
      }),
    );

  test("is in every mail to its player, codes included, and in no other mail", async () => {
    const [ivan, judy] = [await confirmed("ivan"), await confirmed("judy")];
    expect((await choose(ivan, "blue otter")).body.code).toBe("proof_required");
    await prove(ivan);
    expect((await choose(ivan, "  blue   otter ")).body.data).toEqual({ phrase: "blue otter" });
    await codeFor("ivan", ivan.id);
    await codeFor("judy", judy.id);
    expect((await mailsTo("ivan"))[0]?.text).toContain("Your anti-phishing phrase: blue otter");
    expect((await mailsTo("judy"))[0]?.text).not.toContain("phrase");
    await choose(ivan, null);
    await codeFor("ivan", ivan.id);
    expect((await mailsTo("ivan"))[0]?.text).not.toContain("blue otter");
  });

  test("is not sent to an address that was never confirmed", async () => {
    const kim = await people.person("kim");
    await prove(kim);
    await choose(kim, "blue otter");
    await codeFor("kim", kim.id);
    expect((await mailsTo("kim"))[0]?.text).not.toContain("blue otter");
  });

  test("that is invalid changes nothing", async () => {
    const lena = await confirmed("lena");
    await prove(lena);
    await choose(lena, "blue otter");
    for (const bad of ["ab", "x".repeat(41), "a\u202Eb c", "see www.evil", "<b>", "", 7]) {
      const refused = await choose(lena, bad);
      expect([bad, refused.status, refused.body.errors]).toEqual([bad, 422, { phrase: ["phrase_invalid"] }]);
    }
    expect((await api.call("GET /api/v1/inbox/phrase", { token: lena.token })).body.data.phrase).toBe("blue otter");
  });

  test("is deleted when the account gets its rightful owner", async () => {
    const mallory = await people.person("mallory");
    await prove(mallory);
    await choose(mallory, "blue otter");
    await host.db.tx(tx => takeOver(tx, mallory.id));
    expect(await notifications.personalData?.(mallory.id)).toEqual({
      entries: [],
      phrase: null,
      push_devices: [],
      offers: { consents: [], offers: [] },
      operator_messages: [],
    });
  });
});
