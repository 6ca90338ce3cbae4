import { hash, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { block, holdOffers } from "#modules/limits/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import type { Somebody } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";

/** askar (owner), madina (finance) and timur (risk) write to players. */

const { app, askar, madina, timur, auditActions, expectRightBooks } = await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const dayMs = 86_400_000;
const reason = "documents are missing";
const subject = "Your documents";
const text = "Please send a newer one.\nThank you.";
const texts = { en: { subject, text }, ru: { subject: "Ваши документы", text: "Пришлите новее." } };

interface Given {
  readonly players: readonly PlayerId[];
  readonly channels?: readonly string[];
  readonly texts?: object;
  readonly id?: string;
}
const body = ({ players, channels = ["inbox"], texts: own = texts, id = randomUUID() }: Given) => ({
  id,
  players,
  channels,
  texts: own,
  reason,
});
const service = (given: Given, by = timur) => by.call("POST /api/office/messages/service", body(given));
const market = (given: Given, by = madina) => by.call("POST /api/office/messages/marketing", body(given));

/** A zone whose clocks show about this hour now. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date(app.host.clock.now()).getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
}
const moveTo = (id: PlayerId, zone: string) =>
  app.host.db.query("UPDATE accounts.players SET timezone = $2 WHERE id = $1", [id, zone]);

/** Each from an address of its own: more of one would take a captcha. */
let addresses = 0;

/** In the middle of the day, with a confirmed address. */
async function player(locale: string | null = "en"): Promise<Somebody> {
  const made = await app.register(undefined, `198.51.100.${++addresses}`);
  await app.host.db.query("UPDATE accounts.players SET email_verified = true, locale = $2 WHERE id = $1", [
    made.id,
    locale,
  ]);
  await moveTo(made.id, zoneAt(12));
  return made;
}
const allow = ({ token }: Somebody, channel: string, granted = true) =>
  app.api.call("PUT /api/v1/inbox/offers", { token, body: { channel, granted } });
const inbox = async ({ token }: Somebody) => (await app.api.call("GET /api/v1/inbox", { token })).body.data.items;
const messages = async ({ id }: Pick<Somebody, "id">) =>
  (await timur.call(`GET /api/office/players/${id}/sent-messages`)).body.data;

/** Runs the jobs that are due, as the worker would; also those that are due within this time. */
async function deliver(aheadMs = 0): Promise<void> {
  const { rows } = await app.host.db.query<{ payload: unknown }>(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'notifications.message' AND j.run_at <= greatest(now(), $1) RETURNING j.payload`,
    [new Date(app.host.clock.now() + aheadMs)],
  );
  const job = app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === "notifications.message");
  for (const { payload } of rows) await job?.run(payload);
}

describe("a message about the account", () => {
  test("reaches the inbox and a confirmed mailbox, labeled, in the player's language, and leaves one entry without its text", async () => {
    const alice = await player("ru");
    const id = randomUUID();
    const sent = await service({ players: [alice.id], channels: ["inbox", "email"], id });
    expect(sent.status, sent.text).toBe(202);
    expect(sent.body.data).toEqual({
      players: 1,
      sends: [
        { channel: "inbox", now: 1, later: 0 },
        { channel: "email", now: 1, later: 0 },
      ],
      left: [],
    });
    expect(await inbox(alice)).toEqual([]);
    await deliver();
    await deliver();
    const entries = await inbox(alice);
    expect(entries).toMatchObject([
      { kind: "service_message", data: { titles: { ru: "Ваши документы", en: subject, kz: "Ваши документы" } } },
    ]);
    const mails = (await waitingMessages(app.host, alice.email)).filter(
      ({ template }) => template === "service_message",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Пришлите новее.");
    expect(mails[0]?.text).toContain("Это не реклама");
    expect((await service({ players: [alice.id], id })).body.code).toBe("message_sent");
    const [entry, ...more] = await auditActions(`player:${alice.id}`);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: "player.message",
      operator: "Timur",
      reason,
      after: { message: id, purpose: "service", players: 1, reached: 1, languages: ["ru", "en"] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/newer|Пришлите/);
    expect(await messages(alice)).toMatchObject([
      { channel: "email", state: "sent", operator: "Timur" },
      { channel: "inbox", state: "sent", texts },
    ]);
  });

  test("reaches an excluded player, but not a closed account, a language without a text or an unconfirmed address", async () => {
    const [barbara, carl, dina, erik] = await Promise.all([player(), player("kz"), player(), player()]);
    await app.host.db.tx(tx => block(tx, barbara.id, new Date(app.host.clock.now() + 200 * dayMs), "self_exclusion"));
    await app.host.db.query("UPDATE accounts.players SET email_verified = false WHERE id = $1", [dina.id]);
    await app.host.db.query("UPDATE accounts.players SET closed_at = now() WHERE id = $1", [erik.id]);
    const players = [barbara.id, carl.id, dina.id, erik.id];
    const preview = await timur.call("POST /api/office/messages/service/preview", {
      players,
      channels: ["inbox", "email"],
      languages: ["en"],
    });
    const expected = {
      players: 2,
      sends: [
        { channel: "inbox", now: 2, later: 0 },
        { channel: "email", now: 1, later: 0 },
      ],
      left: expect.arrayContaining([
        { channel: "inbox", why: "no_text", players: 1 },
        { channel: "inbox", why: "account_closed", players: 1 },
        { channel: "email", why: "no_address", players: 1 },
      ]),
    };
    expect(preview.body.data).toEqual(expected);
    const { en } = texts;
    const sent = await service({ players, channels: ["inbox", "email"], texts: { en } });
    expect(sent.body.data).toEqual(expected);
    await deliver();
    expect((await inbox(barbara)).map(({ kind }: { kind: string }) => kind)).toContain("service_message");
    expect(await messages(erik)).toMatchObject([{ state: "dropped", why: "account_closed" }, { state: "dropped" }]);
    await app.host.db.query("UPDATE accounts.players SET closed_at = NULL WHERE id = $1", [erik.id]);
  });

  test("to many leaves one entry with how many and a hash of their ids; a closed account until then gets nothing", async () => {
    const players = await Promise.all([player(), player(), player()]);
    const ids = players.map(({ id }) => id);
    const id = randomUUID();
    expect((await service({ players: ids, id })).status).toBe(202);
    const [closed] = players;
    await app.host.db.query("UPDATE accounts.players SET closed_at = now() WHERE id = $1", [closed?.id]);
    await deliver();
    expect(await auditActions(`message:${id}`)).toMatchObject([
      {
        action: "player.message",
        after: { players: 3, reached: 3, players_sha256: hash("sha256", ids.toSorted().join("\n")) },
      },
    ]);
    for (const each of ids) expect(await auditActions(`player:${each}`)).toEqual([]);
    const states = await Promise.all(players.map(async each => (await messages(each))[0]));
    expect(states.map(({ state, why }) => why ?? state)).toEqual(["account_closed", "sent", "sent"]);
    await app.host.db.query("UPDATE accounts.players SET closed_at = NULL WHERE id = $1", [closed?.id]);
  });
});

describe("marketing", () => {
  test("takes the player's consent to the channel, when it is ordered and again when it is sent", async () => {
    const [fatima, gleb, hana] = await Promise.all([player(), player(), player()]);
    await allow(fatima, "inbox");
    await allow(gleb, "inbox");
    const players = [fatima.id, gleb.id, hana.id];
    const sent = await market({ players });
    expect(sent.body.data).toMatchObject({
      players: 2,
      left: [{ channel: "inbox", why: "no_consent", players: 1 }],
    });
    await allow(gleb, "inbox", false);
    await deliver();
    expect(await inbox(fatima)).toMatchObject([{ kind: "marketing_message" }]);
    expect(await inbox(gleb)).toEqual([]);
    expect(await messages(gleb)).toMatchObject([{ state: "dropped", why: "no_consent" }]);
    expect((await market({ players: [hana.id] })).body.code).toBe("no_recipients");
    expect(await messages(hana)).toHaveLength(1);
  });

  test("never reaches players on a break, with blocked offers, locked or under age, also from one moment to the next", async () => {
    const people = await Promise.all([player(), player(), player(), player(), player()]);
    for (const each of people) await allow(each, "inbox");
    const [excluded, paused, harmed, locked, later] = people.map(({ id }) => id) as [
      PlayerId,
      PlayerId,
      PlayerId,
      PlayerId,
      PlayerId,
    ];
    const until = new Date(app.host.clock.now() + 20 * dayMs);
    await app.host.db.tx(async tx => {
      await block(tx, excluded, until, "self_exclusion");
      await block(tx, paused, until, "time_out");
      await holdOffers(tx, harmed, "harm", new Date(app.host.clock.now()));
    });
    await timur.call(`POST /api/office/players/${locked}/lock`, { reason: "a stolen account" });
    const sent = await market({ players: people.map(({ id }) => id) });
    const left = sent.body.data.left.map(({ why, players }: { why: string; players: number }) => [why, players]);
    expect(left.toSorted()).toEqual([
      ["account_locked", 1],
      ["in_time_out", 1],
      ["offers_held", 1],
      ["self_excluded", 1],
    ]);
    await app.host.db.tx(tx => holdOffers(tx, later, "harm", new Date(app.host.clock.now())));
    await deliver();
    expect(await messages({ id: later })).toMatchObject([{ state: "dropped", why: "offers_held" }]);
  });

  test("waits for the player's morning, and is hidden from the inbox during a break", async () => {
    const ivan = await player();
    await allow(ivan, "inbox");
    await moveTo(ivan.id, zoneAt(0));
    const sent = await market({ players: [ivan.id] });
    expect(sent.body.data.sends).toEqual([{ channel: "inbox", now: 0, later: 1 }]);
    await deliver();
    expect(await inbox(ivan)).toEqual([]);
    // It is decided again when its time has come.
    await deliver(24 * 3_600_000);
    expect(await inbox(ivan)).toEqual([]);
    await moveTo(ivan.id, zoneAt(12));
    await deliver(24 * 3_600_000);
    expect(await inbox(ivan)).toHaveLength(1);
    await app.host.db.tx(tx => block(tx, ivan.id, new Date(app.host.clock.now() + 20 * dayMs), "time_out"));
    expect(await inbox(ivan)).toEqual([]);
  });

  test("counts toward the same caps as offers of campaigns", async () => {
    const julia = await player();
    await allow(julia, "inbox");
    for (let sent = 0; sent < 5; sent++) {
      expect((await market({ players: [julia.id] })).status).toBe(202);
      await deliver();
    }
    expect((await market({ players: [julia.id] })).body.code).toBe("no_recipients");
    // A message about the account is no marketing.
    expect((await service({ players: [julia.id] })).status).toBe(202);
  });
});

describe("refused are", () => {
  test("operators without the permission of the purpose, in both directions", async () => {
    const { id } = await player();
    const support = await testOperator({ ...app, operators: app.modules.operators }, "support", "Saule", {
      ip: "203.0.113.8",
    });
    const auditor = await testOperator({ ...app, operators: app.modules.operators }, "auditor", "Aida", {
      ip: "203.0.113.9",
    });
    for (const by of [timur, support, auditor])
      expect((await market({ players: [id] }, by)).body.data, by.name).toEqual({ permission: "players.market" });
    for (const by of [madina, auditor])
      expect((await service({ players: [id] }, by)).body.data, by.name).toEqual({ permission: "players.message" });
    for (const by of [askar, support]) expect((await service({ players: [id] }, by)).status).toBe(202);
  });

  test.each([
    ["a link", { en: { subject, text: "See https://fairhouse.example" } }, "text_link"],
    ["a bare host", { en: { subject: "Go to casino.kz", text } }, "text_link"],
    ["a direction override", { en: { subject, text: "abc\u202Edef" } }, "text_invalid"],
    ["a header", { en: { subject: "a\r\nBcc: x", text } }, "subject_invalid"],
    ["no text", {}, "texts_required"],
  ])("texts with %s", async (_what, bad, code) => {
    const { id } = await player();
    const refused = await service({ players: [id], texts: bad });
    expect(refused.status).toBe(422);
    expect(Object.values(refused.body.errors).flat()).toContain(code);
    expect(await messages({ id })).toEqual([]);
  });

  test("no players, one twice, more than 500 and one that does not exist", async () => {
    const { id } = await player();
    for (const players of [[], [id, id], Array.from({ length: 501 }, () => randomUUID() as PlayerId)])
      expect((await service({ players })).status).toBe(422);
    const strangers = Array.from({ length: 499 }, () => randomUUID() as PlayerId);
    const long = { subject: "Ж".repeat(100), text: "Ж".repeat(2000) };
    expect((await service({ players: [id, ...strangers], texts: { en: long, ru: long, kz: long } })).status).toBe(404);
  });

  test("markup: it arrives as text", async () => {
    const kate = await player();
    const own = { en: { subject: "<img src=x>", text: "<script>alert(1)</script> {code} {{place}} =1+1" } };
    expect((await service({ players: [kate.id], channels: ["email"], texts: own })).status).toBe(202);
    await deliver();
    const [mail] = await waitingMessages(app.host, kate.email);
    expect(mail?.text).toContain("<script>alert(1)</script> {code} {{place}} =1+1");
    expect(mail?.code).toBeUndefined();
  });
});
