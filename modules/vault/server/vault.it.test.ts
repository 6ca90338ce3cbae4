import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { accountBalance, differencesOf, trialBalance } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { deposit, diceBet } from "#modules/wallet/testing/test-bets.ts";
import { createVault, vaultInvariants } from "./index.ts";

let app: TestApp;
let api: TestApi;
let people = 0;
beforeAll(async () => {
  app = await testApp({}, ["vault"]);
  api = await testApi(app.host, [createVault(app.host, { wallet: app.wallet })], async token => ({
    id: randomUUID() as string as Uuid,
    player: token as PlayerId,
    currency: "USD" as const,
    test: false,
  }));
});
afterAll(() => app.close());

const person = (dollars: string) => app.player(`p${people++}`, parseDecimal(dollars));
const put = (token: PlayerId, amount: unknown, lock_days?: number, key: string = randomUUID()) =>
  api.call("POST /api/v1/vault/put", { token, key, body: { currency: "USD", amount, lock_days } });
const take = (token: PlayerId, amount: unknown, key: string = randomUUID()) =>
  api.call("POST /api/v1/vault/take", { token, key, body: { currency: "USD", amount } });
const seen = async (token: PlayerId) => (await api.call("GET /api/v1/vault", { token })).body.data[0];
const dayMs = 86_400_000;

describe("money in the vault", () => {
  test("cannot be staked and stays the player's: no stake reaches it, every report counts it", async () => {
    const alice = await person("100");
    expect((await put(alice, "60")).body.data).toMatchObject({
      balance: "40",
      vault_balance: "60",
      locked_until: null,
    });
    const refused = await app.wallet.place(diceBet(alice, 1, parseDecimal("41"), 0n));
    expect(refused).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
    const owed = await app.wallet.liabilities(app.host.db, "USD");
    expect(owed.find(each => each.player === alice)?.total).toBe(parseDecimal("100"));
    expect(await accountBalance(app.host.db, "USD", account("player:vault"))).toBe(parseDecimal("60"));
    expect((await trialBalance(app.host.db)).reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
    expect((await take(alice, "60")).body.data).toMatchObject({ balance: "100", vault_balance: "0" });
    await app.expectBooks(alice, parseDecimal("100"));
  });

  test("under a lock stays there until the lock ends, and a second lock only extends it", async () => {
    const bob = await person("100");
    const { locked_until } = (await put(bob, "10", 7)).body.data;
    expect(Date.parse(locked_until)).toBe(app.host.clock.now() + 7 * dayMs);
    expect((await put(bob, "10", 1)).body.data.locked_until).toBe(locked_until);
    expect((await put(bob, "10")).body.data.locked_until).toBe(locked_until);
    expect((await take(bob, "1")).body).toMatchObject({ code: "vault_locked", data: { until: locked_until } });
    await app.host.clock.advance(7 * dayMs - 1);
    expect((await take(bob, "all")).body.code).toBe("vault_locked");
    await app.host.clock.advance(1);
    expect((await take(bob, "all")).body.data).toMatchObject({ vault_balance: "0", locked_until: null });
    await app.expectBooks(bob, parseDecimal("100"));
  });

  test("is locked in its own currency: what is put aside in another one neither ends that lock nor gets it", async () => {
    const ivy = await person("10");
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, ivy, "EUR");
      await app.wallet.credit(tx, deposit(ivy, parseDecimal("10"), "EUR", app.host.ids.next()));
    });
    const { locked_until } = (await put(ivy, "10", 7)).body.data;
    const euros = (lock_days: number) =>
      api.call("POST /api/v1/vault/put", {
        token: ivy,
        key: randomUUID(),
        body: { currency: "EUR", amount: "5", lock_days },
      });
    expect((await euros(0)).body.data.locked_until).toBeNull();
    expect((await take(ivy, "1")).body).toMatchObject({ code: "vault_locked", data: { until: locked_until } });
    await euros(30);
    const locks = (await api.call("GET /api/v1/vault", { token: ivy })).body.data.map(
      ({ currency, locked_until: until }: { currency: string; locked_until: string }) => [currency, until],
    );
    const month = new Date(app.host.clock.now() + 30 * dayMs).toISOString();
    expect(new Map(locks)).toEqual(
      new Map([
        ["USD", locked_until],
        ["EUR", month],
      ]),
    );
  });

  test("can be taken out during a self-exclusion, when it can only be withdrawn, and not during a time-out", async () => {
    const [carol, dave] = [await person("50"), await person("50")];
    for (const who of [carol, dave]) await put(who, "50", 30);
    const until = new Date(app.host.clock.now() + 90 * dayMs);
    await app.host.db.tx(tx => block(tx, carol, until, "self_exclusion"));
    await app.host.db.tx(tx => block(tx, dave, until, "time_out"));
    expect((await seen(carol)).locked_until).toBeNull();
    expect((await take(carol, "50")).status).toBe(200);
    expect((await take(dave, "50")).body.code).toBe("vault_locked");
    const played = await app.wallet.place(diceBet(carol, 1, 1n, 0n));
    expect(played).toMatchObject({ kind: "refused" });
    await app.expectBooks(carol, parseDecimal("50"));
  });

  test("moves once per key, and concurrent requests never move more than the balance", async () => {
    const erin = await person("100");
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 10 }, () => put(erin, "30", 0, key)));
    expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await put(erin, "31", 0, key)).body.code).toBe("idempotency_conflict");
    expect((await take(erin, "30", key)).body.code).toBe("idempotency_conflict");
    const many = await Promise.all(Array.from({ length: 10 }, () => put(erin, "30")));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(many.filter(({ body }) => body.code === "insufficient_funds")).toHaveLength(8);
    const out = await Promise.all(Array.from({ length: 10 }, () => take(erin, "40")));
    expect(out.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await seen(erin)).toMatchObject({ balance: "90", vault_balance: "10" });
    await app.expectBooks(erin, parseDecimal("90"));
  });

  test("requested at the moment of the lock is out before it, or stays locked", async () => {
    const frank = await person("100");
    await put(frank, "50");
    const [locked, taken] = await Promise.all([put(frank, "10", 1), take(frank, "20")]);
    expect(locked.status).toBe(200);
    expect([200, 409]).toContain(taken.status);
    expect((await take(frank, "1")).body.code).toBe("vault_locked");
    await app.expectBooks(frank, parseDecimal(taken.status === 200 ? "60" : "40"));
  });

  test.each([
    ["nothing", "0", undefined, "amount"],
    ["a number", 5, undefined, "amount"],
    ["more than a column can hold", "9999999999999", undefined, "amount"],
    ["a lock of two days", "5", 2, "lock_days"],
  ])("is refused by name: %s", async (_what, amount, days, field) => {
    const answer = await put(await person("10"), amount, days);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test("needs a wallet with money in it", async () => {
    const gina = await person("0");
    expect((await take(gina, "all")).body.code).toBe("insufficient_funds");
    const body = { currency: "EUR", amount: "1" };
    const none = await api.call("POST /api/v1/vault/take", { token: gina, key: randomUUID(), body });
    expect(none.body).toMatchObject({ code: "insufficient_funds", data: { balance: "0" } });
  });
});

describe("the audit", () => {
  test("explains every vault, and finds one that was changed by something else", async () => {
    const { db } = app.host;
    const hugo = await person("10");
    await put(hugo, "5");
    expect(await differencesOf(db, vaultInvariants)).toEqual([]);
    const planted = db.tx(async tx => {
      await tx.query("UPDATE vault.moves SET amount = amount + 1 WHERE player_id = $1", [hugo]);
      expect(await differencesOf(tx, vaultInvariants)).toMatchObject([{ rule: expect.stringMatching(/^I12/) }]);
      throw new Error("rolled back");
    });
    await expect(planted).rejects.toThrow("rolled back");
  });
});
