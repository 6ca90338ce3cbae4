import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { addDebt } from "#modules/debts/server/index.ts";
import { verifyDice } from "#modules/games/dice/shared/verify.ts";
import { block } from "#modules/limits/server/index.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { password, type Somebody } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";

/** timur (risk) requests that players be erased, askar (owner) approves; madina is in finance. */

const { app, askar, madina, timur, fund, auditActions, giveDocuments, expectRightBooks } = await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const dayMs = 86_400_000;
const reason = "asked for it by mail";
const refused = (obstacles: readonly string[]) => ({
  status: 409,
  body: { code: "erase_refused", data: { obstacles } },
});

/** Everybody's second factor is valid for five minutes. */
async function fresh(): Promise<void> {
  await app.host.clock.advance(31_000);
  for (const each of [askar, timur]) await each.stepUp();
}
const ask = ({ id }: Pick<Somebody, "id">, by = timur) => by.call(`POST /api/office/players/${id}/erase`, { reason });

async function erase(who: Pick<Somebody, "id">) {
  await fresh();
  const asked = await ask(who);
  expect(asked.status, asked.text).toBe(202);
  const approved = await approveRequest(askar, asked.body.data.request);
  expect(approved.status, approved.text).toBe(200);
}

const roll = ({ token }: Somebody, stake: string) =>
  app.api.call("POST /api/v1/games/dice/bets", {
    token,
    key: randomUUID(),
    body: { stake, direction: "over", target: "97.99" },
  });

/** Bets everything until nothing is left; the id of the last bet. */
async function loseEverything(who: Somebody): Promise<string> {
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body: { client_seed: "chosen" } });
  for (let balance = "2"; ; ) {
    const { status, text, body } = await roll(who, Number(balance) > 100 ? "100" : balance);
    expect(status, text).toBe(201);
    balance = body.data.balance;
    if (balance === "0") return body.data.id;
  }
}

const known = async (id: PlayerId, table: string) =>
  (await app.host.db.query(`SELECT FROM ${table} WHERE player_id = $1`, [id])).rowCount;
/** Each from an address of its own: more of one would take a captcha. */
let addresses = 0;
const nextIp = () => `198.51.100.${++addresses}`;
const register = (email: string) =>
  app.api.call("POST /api/v2/auth/register/email", {
    ip: nextIp(),
    body: { email, password, currency: "USD", agree: true },
  });
const person = () => app.register(undefined, nextIp());

/** A deposit that may still arrive; no money has moved. */
async function openInvoice({ id }: Pick<Somebody, "id">): Promise<void> {
  const now = app.host.clock.now();
  await app.host.db.query(
    `INSERT INTO payments.invoices
       (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 50000000, 2, $3, $4)`,
    [randomUUID(), id, new Date(now), new Date(now + 3_600_000)],
  );
}

describe("erasing a player", () => {
  test("takes two operators, ends the account, and redacts contacts, name, messages, chats, tags and notes", async () => {
    const alice = await person();
    const { id, token, email } = alice;
    await timur.call(`POST /api/office/players/${id}/notes`, { text: "lives with her sister" });
    await timur.call(`POST /api/office/players/${id}/tags`, { add: ["complaint"], remove: [], reason: "she called" });
    const said = await app.api.call("POST /api/v1/support/conversations", {
      token,
      body: { text: "my name is Alice Smith", topic: "other", page: "/", key: randomUUID() },
    });
    expect(said.status, said.text).toBeLessThan(300);
    const message = {
      id: randomUUID(),
      players: [id],
      channels: ["inbox"],
      texts: { en: { subject: "For Alice", text: "Dear Alice Smith" } },
      reason: "her documents",
    };
    expect((await timur.call("POST /api/office/messages/service", message)).status).toBe(202);
    const { name } = (await timur.call(`GET /api/office/players/${id}`)).body.data.person;
    await fresh();
    const { request } = (await ask(alice)).body.data;
    expect((await ask(alice)).body.data.request).toBe(request);
    expect((await approveRequest(timur, request)).body.code).toBe("second_person_needed");
    expect((await app.api.call("GET /profile/user", { token })).status).toBe(200);
    expect((await approveRequest(askar, request)).status).toBe(200);

    expect((await app.api.call("GET /profile/user", { token })).status).toBe(401);
    const login = await app.api.call("POST /api/v2/auth/login/email/password", { body: { email, password } });
    expect(login.status).toBeGreaterThanOrEqual(400);
    const after = (await timur.call(`GET /api/office/players/${id}`)).body.data;
    expect(after.person).toMatchObject({ email: null, phone: null, tags: [] });
    expect(after.person.closed_at).not.toBeNull();
    expect(after.person.name).not.toBe(name);
    expect([after.notes, after.sessions]).toEqual([[], []]);
    for (const table of ["support.conversations", "notifications.entries", "accounts.known_browsers"])
      expect(await known(id, table), table).toBe(0);
    const [sent] = (await timur.call(`GET /api/office/players/${id}/sent-messages`)).body.data;
    expect([sent.texts, sent.reason]).toEqual([{}, ""]);
    // No money has moved: nothing had to stay.
    expect((await timur.call(`GET /api/office/players/${id}/erasure`)).body.data).toMatchObject({
      keep_until: null,
      completed_at: expect.any(String),
      request,
    });
    expect((await auditActions(`player:${id}`)).at(-1)).toMatchObject({
      action: "player.erase",
      operator: "Askar",
      reason,
      after: { request, asked_by: "Timur", keep_until: null },
    });
    // The mailbox is free again.
    expect((await register(email)).status).toBe(201);
  });

  test("leaves ledger and bets, and the proof of the last bet verifies: its seed is revealed", async () => {
    const bob = await person();
    await fund(bob, "2");
    const bet = await loseEverything(bob);
    const transfers = async () =>
      (
        await app.host.db.query<{ n: bigint }>("SELECT count(*) AS n FROM wallet.movements WHERE player_id = $1", [
          bob.id,
        ])
      ).rows[0]?.n;
    const moved = await transfers();
    expect((await app.api.call(`GET /api/v1/rounds/${bet}`)).body.data.proof.server_seed).toBeNull();
    await erase(bob);
    const { proof } = (await app.api.call(`GET /api/v1/rounds/${bet}`)).body.data;
    expect(verifyDice(proof, nobleHashes)).toMatchObject({ verdict: "matches" });
    expect(await transfers()).toBe(moved);
  });

  test("keeps identity and documents while the law requires it, once money has moved, and then redacts them", async () => {
    const carol = await person();
    await app.api.call("POST /api/v1/verification/identity", {
      token: carol.token,
      body: { first_name: "Carol", last_name: "Jones", birth_date: "1990-05-05" },
    });
    await giveDocuments(carol, ["identity", "selfie"]);
    await fund(carol, "2");
    await loseEverything(carol);
    await erase(carol);
    const erasure = (await timur.call(`GET /api/office/players/${carol.id}/erasure`)).body.data;
    const years = new Date(erasure.keep_until).getUTCFullYear() - new Date(erasure.erased_at).getUTCFullYear();
    expect([years, erasure.completed_at]).toEqual([5, null]);
    expect(await known(carol.id, "verification.documents")).toBe(2);
    const job = required(
      app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === "privacy-end-retention"),
      "the job",
    );
    await job.run({});
    expect(await known(carol.id, "verification.documents")).toBe(2);
    const endKeeping = ({ id }: Somebody, agoMs: number) =>
      app.host.db.query("UPDATE privacy.erasures SET keep_until = $2 WHERE player_id = $1", [
        id,
        new Date(app.host.clock.now() - agoMs),
      ]);
    // One whose data cannot be redacted, and who is due before her, keeps nothing of her.
    const stuck = await person();
    await fund(stuck, "2");
    await loseEverything(stuck);
    await erase(stuck);
    await endKeeping(stuck, 2);
    await app.host.db.query(
      "CREATE FUNCTION privacy.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cannot be redacted'; END $$",
    );
    await app.host.db.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON privacy.erasures FOR EACH ROW WHEN (OLD.player_id = '${stuck.id}') EXECUTE FUNCTION privacy.refuse()`,
    );
    await endKeeping(carol, 1);
    for (const _ of ["first", "second"]) await expect(job.run({})).rejects.toThrow("cannot be redacted");
    for (const table of ["verification.documents", "verification.identities"])
      expect(await known(carol.id, table), table).toBe(0);
    await app.host.db.query("DROP TRIGGER refuse ON privacy.erasures");
    await job.run({});
    const erased = await timur.call(`GET /api/office/players/${stuck.id}/erasure`);
    expect(erased.body.data.completed_at).not.toBeNull();
    const ends = (await auditActions(`player:${carol.id}`)).filter(({ action }) => action === "player.retention_end");
    expect(ends).toHaveLength(1);
  });
});

describe("is refused", () => {
  test("with money, an open bet, deposit, hold or debt, when it is requested", async () => {
    const dave = await person();
    await fund(dave, "5");
    await fresh();
    expect(await ask(dave)).toMatchObject(refused(["money"]));
    const erin = await person();
    const now = new Date(app.host.clock.now());
    await app.host.db.tx(tx =>
      addDebt(tx, erin.id, {
        cause: "chargeback",
        reference: randomUUID() as never,
        currency: "USD",
        owed: 1_000_000n as never,
        since: now,
      }),
    );
    expect(await ask(erin)).toMatchObject(refused(["open_debts"]));
    const frank = await person();
    await openInvoice(frank);
    expect(await ask(frank)).toMatchObject(refused(["open_deposits"]));
    await app.host.db.query("DELETE FROM payments.invoices WHERE player_id = $1", [frank.id]);
    await app.host.db.query("DELETE FROM debts.debts WHERE player_id = $1", [erin.id]);
  });

  test("when a bet was placed between the request and the approval, although it was lost", async () => {
    const gina = await person();
    await fresh();
    const { request } = (await ask(gina)).body.data;
    await fund(gina, "2");
    await loseEverything(gina);
    expect((await approveRequest(askar, request)).body.code).toBe("request_stale");
    expect((await timur.call(`GET /api/office/players/${gina.id}/erasure`)).body.data).toBeNull();
    expect((await app.api.call("GET /profile/user", { token: gina.token })).status).toBe(200);
  });

  test("when an obstacle appeared that moves no money, and the approval does not count", async () => {
    const hana = await person();
    await fresh();
    const { request } = (await ask(hana)).body.data;
    await openInvoice(hana);
    expect(await approveRequest(askar, request)).toMatchObject(refused(["open_deposits"]));
    const { status, approvals } = (await askar.call(`GET /api/office/approvals/${request}`)).body.data;
    expect([status, approvals]).toEqual(["waiting", []]);
    await app.host.db.query("DELETE FROM payments.invoices WHERE player_id = $1", [hana.id]);
  });

  test("a second time, and by two requests at once", async () => {
    const ivan = await person();
    await fresh();
    const first = (await ask(ivan)).body.data.request;
    const second = (await ask(ivan, askar)).body.data.request;
    expect(second).not.toBe(first);
    const both = await Promise.all([approveRequest(askar, first), approveRequest(timur, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await ask(ivan)).body.code).toBe("erased_already");
    const erased = (await auditActions(`player:${ivan.id}`)).filter(({ action }) => action === "player.erase");
    expect(erased).toHaveLength(1);
  });

  test("for other roles, and without a second factor", async () => {
    const julia = await person();
    const support = await testOperator({ ...app, operators: app.modules.operators }, "support", "Saule", {
      ip: "203.0.113.8",
    });
    for (const by of [madina, support])
      expect((await ask(julia, by)).body.data, by.name).toEqual({ permission: "players.erase" });
    await app.host.clock.advance(6 * 60_000);
    expect((await ask(julia)).body.code).toBe("step_up_required");
  });
});

describe("a self-exclusion", () => {
  test("outlives the erasure: nobody registers with the contact until it ends, and the answer is that of a taken one", async () => {
    const kate = await person();
    const until = new Date(app.host.clock.now() + 200 * dayMs);
    await app.host.db.tx(tx => block(tx, kate.id, until, "self_exclusion"));
    await erase(kate);
    const taken = await register(kate.email);
    expect([taken.status, taken.body.errors]).toEqual([422, { email: ["email_taken"] }]);
    // Another spelling of the same mailbox.
    expect((await register(kate.email.toUpperCase())).status).toBe(422);
    const { rows } = await app.host.db.query<{ hash: Buffer; until: Date }>(
      "SELECT hash, until FROM accounts.kept_out",
    );
    expect(rows.map(row => row.until.toISOString())).toContain(until.toISOString());
    await app.host.db.query("UPDATE accounts.kept_out SET until = $1", [new Date(app.host.clock.now())]);
    expect((await register(kate.email)).status).toBe(201);
  });

  test("outlives an account that the player closed", async () => {
    const leo = await person();
    await app.host.db.tx(tx => block(tx, leo.id, new Date(app.host.clock.now() + 200 * dayMs), "self_exclusion"));
    const closed = await app.api.call("POST /api/v1/privacy/close-account", {
      token: leo.token,
      body: { password, confirm: true },
    });
    expect(closed.status, closed.text).toBe(204);
    expect((await register(leo.email)).body.errors).toEqual({ email: ["email_taken"] });
    await erase(leo);
    expect((await register(leo.email)).body.errors).toEqual({ email: ["email_taken"] });
  });
});
