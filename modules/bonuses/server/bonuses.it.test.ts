import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { createBonuses } from "./index.ts";

let host: TestHost;
let api: TestApi;
let alice: Person;
let bob: Person;
let people: Awaited<ReturnType<typeof testPeople>>;

beforeAll(async () => {
  host = await testHost({ modules: ["bonuses"] });
  const accounts = createAccounts(host);
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const audit = createAudit(host);
  const approvals = { register: () => undefined, ask: () => Promise.reject(new Error("nothing is asked")) };
  people = await testPeople(host, accounts, [
    createBonuses(host, { accounts, bets: shownBets, payments, wallet, approvals, audit }),
  ]);
  api = people.api;
  [alice, bob] = [await people.person("alice"), await people.person("bob")];
});
afterAll(() => host.close());

const waiting = "GET /bonus-system/bonus-activation/waiting-reg-and-dep";

async function give(player: PlayerId, facts: { kind?: string; status?: string; hours?: number | null } = {}) {
  const { kind = "deposit", status = "waiting", hours = 24 } = facts;
  const id = randomUUID();
  const now = host.clock.now();
  await host.db.query(
    `INSERT INTO bonuses.bonuses (id, player_id, name, kind, status, currency, percent, amount, wager_target, created_at, expires_at)
     VALUES ($1, $2, '{"en": "First deposit", "ru": "Первый депозит", "kz": "Бірінші депозит"}', $3, $4, 'USD', 100,
             50000000, 1500000000, $5, $6)`,
    [id, player, kind, status, new Date(now), hours === null ? null : new Date(now + hours * 3_600_000)],
  );
  return id;
}

describe("bonuses of a player", () => {
  test("without bonuses nothing is shown", async () => {
    expect((await api.call(waiting, { token: bob.token })).body).toEqual({ data: null });
    expect((await api.call("GET /api/v1/bonuses", { token: bob.token })).body).toEqual({ data: [] });
    const unknown = await api.call(`GET /bonus-system/bonus/${randomUUID()}`, { token: bob.token });
    expect(unknown).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("the waiting deposit bonus that expires first is shown, in the caller's language, until it expires", async () => {
    await give(alice.id, { hours: 48 });
    await give(alice.id, { kind: "cashback", hours: 1 });
    const soon = await give(alice.id, { hours: 24 });
    const ask = async () =>
      (await api.call(waiting, { token: alice.token, headers: { "accept-language": "ru" } })).body.data;
    expect(await ask()).toEqual({
      id: soon,
      name: "Первый депозит",
      kind: "deposit",
      region: null,
      status: "waiting",
      currency: "USD",
      percent: 100,
      amount: "50",
      wagered: "0",
      wager_target: "1500",
      expires_in: 86_400,
      wager: null,
      forfeited_for: null,
      min_deposit: null,
      max_bet: null,
      cap: null,
      average_cost: null,
      games: [],
      least_odds: null,
      is_funded: false,
      balance: "0",
      open_bets: 0,
      released: "0",
      review_until: null,
      rounds: null,
    });
    await host.clock.advance(24 * 3_600_000);
    expect((await ask()).id).not.toBe(soon);
    const over = await api.call(`GET /bonus-system/bonus/${soon}`, { token: alice.token });
    expect(over.body.data).toMatchObject({ status: "expired", expires_in: 0 });
  });

  test("one granted by an operator is in the profile as super_bonus, until it expires", async () => {
    const profile = async (token: string) => (await api.call("GET /profile/user", { token })).body.super_bonus;
    expect(await profile(alice.token)).toBeUndefined();
    await give(alice.id, { kind: "manual", status: "wagered" });
    const granted = await give(alice.id, { kind: "manual", hours: 2 });
    expect([await profile(alice.token), await profile(bob.token)]).toEqual([granted, undefined]);
    await host.clock.advance(2 * 3_600_000);
    expect(await profile(alice.token)).toBeUndefined();
  });

  test("another player's bonus is not found", async () => {
    const id = await give(alice.id);
    expect((await api.call(`GET /bonus-system/bonus/${id}`, { token: bob.token })).status).toBe(404);
    expect((await api.call(`GET /bonus-system/bonus/${id}`, { token: alice.token })).status).toBe(200);
  });

  test("the active one comes first, and there is never a second", async () => {
    const { token, id } = bob;
    await give(id, { status: "wagered" });
    await give(id);
    const active = await give(id, { status: "active", hours: null });
    const list = (await api.call("GET /api/v1/bonuses", { token })).body.data;
    expect(list.map((bonus: { status: string }) => bonus.status)).toEqual(["active", "waiting", "wagered"]);
    expect(list[0]).toMatchObject({ id: active, expires_in: null });
    await expect(give(id, { status: "active" })).rejects.toThrow();
  });
});
