import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { block } from "#modules/limits/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { bonusHandlers } from "../office/handlers.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { takeBreakOf } from "../testing/test-breaks.ts";
import { createBonuses } from "./index.ts";

let host: TestHost;
let wallet: Wallet;
let marketing: TestOperator;
let support: TestOperator;
let aset: TestOperator;
beforeAll(async () => {
  host = await testHost({ modules: ["bonuses", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, ...office });
  const { operator } = await officeApi(host, office, bonuses, bonusHandlers({ bonuses }));
  await wallet.start?.();
  [marketing, aset, support] = [await operator("finance"), await operator("finance"), await operator("support")];
});
afterAll(async () => {
  await wallet.stop?.();
  await host.close();
});

async function newPlayer(): Promise<PlayerId> {
  const player = host.ids.next() as string as PlayerId;
  await host.db.query(
    `INSERT INTO accounts.players (id, public_id, name, name_key, register_method, currency, email_verified, is_test, agreed_at, registered_at)
     VALUES ($1, uuid_send($1::uuid), $1, $1, 'email', 'USD', false, false, $2, $2)`,
    [player, new Date(host.clock.now())],
  );
  await host.db.tx(tx => wallet.open(tx, player, "USD"));
  return player;
}

const body = { currency: "USD", amount: "10", days: 7, reason: "sorry for the outage" };
const give = (by: TestOperator, player: string, changes: object = {}) =>
  by.call(`POST /api/office/players/${player}/free-bets`, { ...body, ...changes }, host.ids.next());

test("one operator asks for a free bet, another one approves it, and only then the player can stake it for seven days", async () => {
  const alice = await newPlayer();
  const asked = await give(marketing, alice);
  expect(asked.status, asked.text).toBe(202);
  const { request } = asked.body.data;
  expect((await give(marketing, alice)).body.data.request, "the same is requested once").toBe(request);
  expect(await wallet.freeBets.of(host.db, alice, "USD")).toEqual([]);
  const other = (await give(marketing, alice, { amount: "20" })).body.data.request;
  expect((await approveRequest(marketing, request)).body.code).toBe("second_person_needed");
  const both = await Promise.all([approveRequest(aset, request), approveRequest(aset, request)]);
  expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
  const [given] = await wallet.freeBets.of(host.db, alice, "USD");
  expect(await wallet.freeBets.of(host.db, alice, "USD")).toMatchObject([{ amount: 10_000_000n }]);
  expect((await approveRequest(aset, other)).body.code, "a free bet was given meanwhile").toBe("request_stale");
  const listed = await marketing.call(`GET /api/office/players/${alice}/free-bets`);
  expect(listed.body.data).toMatchObject([{ id: given?.id, amount: "10" }]);
  const { rows } = await host.db.query<{ action: string; operator: string; after: string }>(
    "SELECT action, operator_name AS operator, after FROM audit.entries WHERE subject = $1",
    [`player:${alice}`],
  );
  expect(rows).toMatchObject([{ action: "bonuses.free_bet", operator: aset.name }]);
  expect(JSON.parse(rows[0]?.after ?? "{}")).toMatchObject({ asked_by: marketing.name, request, amount: "10" });
  expect(Date.parse(listed.body.data[0].expires_at)).toBe(host.clock.now() + 7 * 86_400_000);
});

test("too much, too many, other currencies, unknown players and operators without the right give nothing", async () => {
  const bob = await newPlayer();
  expect((await give(support, bob)).status).toBe(403);
  for (const amount of ["0", "0.09", "50.01", "-1", "0.001", "ten"])
    expect((await give(marketing, bob, { amount })).status, amount).toBe(422);
  for (const days of [0, 31, 1.5]) expect((await give(marketing, bob, { days })).status, `${days}`).toBe(422);
  expect((await give(marketing, bob, { currency: "EUR" })).status).toBe(404);
  expect((await give(marketing, host.ids.next())).status).toBe(404);
  expect(await wallet.freeBets.of(host.db, bob, "USD")).toEqual([]);
  const waiting = (await give(marketing, bob, { amount: "11" })).body.data.request;
  for (let each = 0; each < 5; each += 1)
    expect((await approveRequest(aset, (await give(marketing, bob)).body.data.request)).status).toBe(200);
  expect((await approveRequest(aset, waiting)).body.code).toBe("request_stale");
  const full = { code: "free_bets_full", data: { most: 5 } };
  expect((await give(marketing, bob)).body).toMatchObject(full);
  await host.db.tx(tx => wallet.open(tx, bob, "EUR"));
  expect((await give(marketing, bob, { currency: "EUR" })).body).toMatchObject(full);
});

test("a player who is on a break gets none", async () => {
  const carol = await newPlayer();
  await host.db.tx(tx => block(tx, carol, new Date(host.clock.now() + 60_000), "time_out"));
  expect((await give(marketing, carol)).body.code).toBe("free_bets_blocked");
  const dan = await newPlayer();
  const { request } = (await give(marketing, dan)).body.data;
  await host.db.tx(tx => block(tx, dan, new Date(host.clock.now() + 60_000), "time_out"));
  expect((await approveRequest(aset, request)).body.code).toBe("free_bets_blocked");
  expect(await wallet.freeBets.of(host.db, dan, "USD")).toEqual([]);
  expect(await wallet.freeBets.of(host.db, carol, "USD")).toEqual([]);
});

test("a time-out stops the clock of a free bet, however often it is extended; a self-exclusion does not", async () => {
  const dayMs = 86_400_000;
  const [carl, dora] = [await newPlayer(), await newPlayer()];
  for (const player of [carl, dora]) await approveRequest(aset, (await give(marketing, player)).body.data.request);
  const left = async (player: PlayerId) =>
    (await wallet.freeBets.of(host.db, player, "USD")).map(
      each => (each.expiresAt.getTime() - host.clock.now()) / dayMs,
    );
  await takeBreakOf({ host }, { id: dora }, "self_exclusion", 200 * dayMs);
  await takeBreakOf({ host }, { id: carl }, "time_out", 7 * dayMs);
  expect(await left(carl)).toEqual([14]);
  await host.clock.advance(2 * dayMs);
  await takeBreakOf({ host }, { id: carl }, "time_out", 30 * dayMs);
  await host.clock.advance(30 * dayMs);
  expect(await left(carl)).toEqual([7]);
  expect(await left(dora)).toEqual([]);
});
