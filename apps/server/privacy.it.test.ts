import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail } from "#kit/contract/error-code.ts";
import { forbidden } from "#kit/contract/errors.ts";
import { parseAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { createModules, type Modules } from "./modules.ts";

/** Data requests of alice and bob, over all modules. */

let host: TestHost;
let modules: Modules;
let people: TestPeople;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: "all" });
  modules = createModules(host);
  for (const module of modules.all) if (module.manifest.service !== "crash") await module.start?.();
  people = await testPeople(
    host,
    modules.accounts,
    modules.all.filter(module => module !== modules.accounts),
  );
  api = people.api;
});
afterAll(async () => {
  for (const module of modules.all.toReversed()) await module.stop?.();
  await host.close();
});

const copy = "/api/v1/privacy/export";
const close = (person: Person, password = "correct horse", give_up?: object) =>
  api.call("POST /api/v1/privacy/close-account", {
    token: person.token,
    body: { password, confirm: true, ...(give_up && { give_up }) },
  });
/** Deposits US dollars. */
const toVault = (owner: PlayerId, amount: string) =>
  host.db.tx(tx =>
    modules.wallet.move(tx, {
      owner,
      currency: "USD",
      amount: required(parseAmount(amount), "an amount"),
      kind: "vault",
      reference: randomUUID() as Uuid,
      from: account("player:real"),
      to: account("player:vault"),
    }),
  );

async function runExport(id: string): Promise<void> {
  const job = modules.all.flatMap(module => module.jobs ?? []).find(({ name }) => name === "privacy-export");
  await required(job, "the job of exports").run({ id });
}

async function payIn(owner: PlayerId, amount: string): Promise<void> {
  await host.db.tx(async tx => {
    await modules.wallet.open(tx, owner, "USD");
    await modules.wallet.credit(tx, {
      owner,
      currency: "USD",
      amount: required(parseAmount(amount), "an amount"),
      reference: randomUUID() as Uuid,
      kind: "deposit",
      from: depositsClearing("sandbox"),
    });
  });
}

const roll = (person: Person, stake: string) =>
  api.call("POST /api/v1/games/dice/bets", {
    token: person.token,
    key: randomUUID(),
    body: { stake, direction: "over", target: "49.99" },
  });

/** One bet at a time of her whole balance, or of the maximum stake, at odds of 1 in 50, until nothing is left. */
async function loseEverything(person: Person): Promise<void> {
  for (let balance = "1"; balance !== "0"; ) {
    const answer = await api.call("POST /api/v1/games/dice/bets", {
      token: person.token,
      key: randomUUID(),
      body: { stake: Number(balance) > 100 ? "100" : balance, direction: "over", target: "97.99" },
    });
    expect(answer.status, answer.text).toBe(201);
    balance = answer.body.data.balance;
  }
}

describe("a personal data export", () => {
  test("is made by a job, part by part, and only its owner can fetch it until it is deleted after a week", async () => {
    const [alice, bob] = [await people.person("alice"), await people.person("bob")];
    await payIn(alice.id, "25");
    await api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
    expect((await roll(alice, "1")).status).toBe(201);

    expect((await api.call(`GET ${copy}`, { token: alice.token })).body).toEqual({ data: null });
    const ordered = await api.call(`POST ${copy}`, { token: alice.token });
    expect(ordered).toMatchObject({ status: 202, body: { data: { status: "waiting", step: 0 } } });
    const { id, steps } = ordered.body.data;
    expect(steps).toBeGreaterThanOrEqual(5);
    expect((await api.call(`POST ${copy}`, { token: alice.token })).body.data.id).toBe(id);
    const file = (person: Person) => api.call(`GET ${copy}/${id}/file`, { token: person.token });
    expect(await file(alice)).toMatchObject({ status: 409, body: { code: "export_not_ready" } });

    host.failpoints.arm("privacy.export-step", () => {
      throw new Error("cut off after the first part");
    });
    await expect(runExport(id)).rejects.toThrow("cut off");
    expect((await api.call(`GET ${copy}`, { token: alice.token })).body.data).toMatchObject({
      status: "waiting",
      step: 1,
    });
    await runExport(id);
    await runExport(id);
    expect((await api.call(`GET ${copy}`, { token: alice.token })).body.data).toMatchObject({
      status: "ready",
      step: steps,
      steps,
    });
    const known = (await file(alice)).body.data;
    expect(known.accounts.account).toMatchObject({ email: "alice@example.com", currency: "USD" });
    expect(known.accounts.sessions).toHaveLength(1);
    expect(known.wallet.bets).toMatchObject([{ stake: 1_000_000, currency: "USD" }]);
    expect(known.wallet.movements).toMatchObject([{ amount: 25_000_000 }]);
    expect(JSON.stringify(known)).not.toMatch(/argon2|password_hash|salt|request_hash/);
    expect((await file(bob)).status).toBe(404);

    const { rows } = await host.db.query<{ content: Buffer }>("SELECT content FROM privacy.exports");
    expect(required(rows[0], "stored").content.toString("latin1")).not.toContain("alice@example.com");
    host.clock.setNow(host.clock.now() + 7 * 86_400_000);
    expect((await file(alice)).status).toBe(404);
    expect((await api.call(`GET ${copy}`, { token: alice.token })).body).toEqual({ data: null });
  });
});

describe("closing an account", () => {
  test("is refused while a payout is in progress, because it may be returned", async () => {
    const gina = await people.person("gina");
    const [card, payout] = [randomUUID(), randomUUID()];
    await host.db.query(
      "INSERT INTO payments.instruments VALUES ($1, $2, 'sandbox', 'a token', 'card-page', '•••• 4242', $3)",
      [card, gina.id, new Date(host.clock.now())],
    );
    await host.db.query(
      `INSERT INTO payments.payouts
         (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount, status, created_at, send_at)
       VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', $3, 'USD', 10000000, 1, $4, $4)`,
      [payout, gina.id, card, new Date(host.clock.now())],
    );
    expect(await close(gina)).toMatchObject({ status: 409, body: { data: { obstacles: ["open_payouts"] } } });
  });

  test("is refused with a wrong password, and while there is money or an open bet", async () => {
    const carol = await people.person("carol");
    await payIn(carol.id, "10");
    expect(await close(carol, "wrong horse")).toMatchObject({
      status: 422,
      body: { errors: { password: ["password_wrong"] } },
    });
    expect(await close(carol)).toMatchObject({
      status: 409,
      body: { code: "account_not_empty", data: { obstacles: ["money"] } },
    });
    expect((await api.call("GET /profile/user", { token: carol.token })).status).toBe(200);
  });

  test("lena gives up a remainder too small to be paid out, by its exact sums; the ledger shows where it went", async () => {
    const lena = await people.person("lena");
    await payIn(lena.id, "0.37");
    await toVault(lena.id, "0.07");
    const first = await close(lena);
    expect(first.body.data).toEqual({ obstacles: ["money"], rests: { USD: "0.37" } });
    expect((await close(lena, "correct horse", { USD: "0.3" })).status).toBe(409);
    expect((await close(lena, "correct horse", { EUR: "0.37" })).status).toBe(409);
    // A credit arrives after she saw the sum: it is not given up unseen.
    await payIn(lena.id, "0.02");
    expect((await close(lena, "correct horse", { USD: "0.37" })).body.data.rests).toEqual({ USD: "0.39" });
    const twice = await Promise.all([0, 1].map(() => close(lena, "correct horse", { USD: "0.39" })));
    expect(twice.map(({ status }) => status)).toContain(204);
    const { rows } = await host.db.query(
      "SELECT amount::text, debit, credit FROM wallet.movements WHERE player_id = $1 AND kind = 91 ORDER BY debit",
      [lena.id],
    );
    expect(rows).toEqual([
      { amount: "320000", debit: 1, credit: 29 },
      { amount: "70000", debit: 3, credit: 29 },
    ]);
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("a payable balance cannot be given up, and nothing can while another obstacle exists", async () => {
    const mara = await people.person("mara");
    await payIn(mara.id, "1");
    expect((await close(mara)).body.data).toEqual({ obstacles: ["money"], rests: {} });
    expect((await close(mara, "correct horse", { USD: "1" })).status).toBe(409);
    const nora = await people.person("nora");
    await payIn(nora.id, "0.5");
    await host.db.query(
      `INSERT INTO payments.invoices
         (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
       VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 50000000, 2, $3, $4)`,
      [randomUUID(), nora.id, new Date(host.clock.now()), new Date(host.clock.now() + 1_200_000)],
    );
    expect((await close(nora, "correct horse", { USD: "0.5" })).body.data.obstacles).toEqual(["open_deposits"]);
    expect((await modules.wallet.balances(nora.id))[0]?.real).toBe(500_000n);
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("is refused while a deposit is open", async () => {
    const dave = await people.person("dave");
    await host.db.query(
      `INSERT INTO payments.invoices
         (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
       VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 50000000, 2, $3, $4)`,
      [randomUUID(), dave.id, new Date(host.clock.now()), new Date(host.clock.now() + 1_200_000)],
    );
    expect(await close(dave)).toMatchObject({ status: 409, body: { data: { obstacles: ["open_deposits"] } } });
    await host.clock.advance(1_200_000);
    expect((await close(dave)).status).toBe(204);
  });

  test("ends every session, releases the email address, keeps the ledger, and late money is not playable", async () => {
    const erin = await people.person("erin");
    await payIn(erin.id, "1");
    await api.call("PUT /api/v1/fairness/client-seed", { token: erin.token, body: { client_seed: "erin" } });
    await loseEverything(erin);
    const second = await api.call("POST /api/v2/auth/login/email/password", {
      body: { email: "erin@example.com", password: "correct horse" },
    });
    expect((await close(erin)).status).toBe(204);
    const token = second.body.token;
    expect((await api.call("GET /profile/user", { token })).status).toBe(401);
    const again = await api.call("POST /api/v2/auth/login/email/password", {
      body: { email: "erin@example.com", password: "correct horse" },
    });
    expect(again).toMatchObject({ status: 422, body: { code: "wrong_credentials" } });
    const { rows } = await host.db.query("SELECT email, closed_at FROM accounts.players WHERE id = $1", [erin.id]);
    expect(rows).toEqual([{ email: null, closed_at: expect.any(Date) }]);
    expect((await people.person("erin")).id).not.toBe(erin.id);
    expect((await modules.wallet.history(erin.id, { currency: "USD", limit: 100 })).bets.length).toBeGreaterThan(0);
    const blocked = await host.db.query("SELECT 1 FROM limits.players WHERE player_id = $1 AND blocked_until > now()", [
      erin.id,
    ]);
    expect(blocked.rowCount).toBe(1);
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("requires the same proof as a change of credentials", async () => {
    const ida = await people.person("ida");
    modules.accounts.beforeCredentialChange(async ({ player }) => {
      if (player === ida.id) fail(forbidden);
    });
    expect(await close(ida)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await close(await people.person("jan"))).status).toBe(204);
  });

  test("cannot be used to guess a password: after five wrong ones no more are checked", async () => {
    const kira = await people.person("kira");
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await close(kira, `wrong horse ${attempt}`)).status).toBe(422);
    expect(await close(kira)).toMatchObject({ status: 429, body: { code: "too_many_logins" } });
  });

  test("no account is closed without a confirmation", async () => {
    const frank = await people.person("frank");
    const body = { password: "correct horse" };
    const answer = await api.call("POST /api/v1/privacy/close-account", { token: frank.token, body });
    expect(answer).toMatchObject({ status: 422, body: { errors: { confirm: ["required"] } } });
  });
});
