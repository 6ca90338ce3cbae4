import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { block } from "#modules/limits/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { bonusHandlers } from "../office/handlers.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { createBonuses } from "./index.ts";

let host: TestHost;
let wallet: Wallet;
let marketing: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  host = await testHost({ modules: ["bonuses", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, ...office });
  const { operator } = await officeApi(host, office, bonuses, bonusHandlers({ bonuses }));
  await wallet.start?.();
  [marketing, support] = [await operator("finance"), await operator("support")];
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

test("an operator gives a free bet that the player can stake for seven days, and the audit log has it", async () => {
  const alice = await newPlayer();
  const given = await give(marketing, alice);
  expect(given.status, given.text).toBe(201);
  const { id } = given.body.data;
  expect(await wallet.freeBets.of(host.db, alice, "USD")).toMatchObject([{ id, amount: 10_000_000n }]);
  const listed = await marketing.call(`GET /api/office/players/${alice}/free-bets`);
  expect(listed.body.data).toEqual([given.body.data]);
  const { rows } = await host.db.query<{ action: string }>("SELECT action FROM audit.entries WHERE subject = $1", [
    `player:${alice}`,
  ]);
  expect(rows).toEqual([{ action: "bonuses.free_bet" }]);
  expect(Date.parse(given.body.data.expires_at)).toBe(host.clock.now() + 7 * 86_400_000);
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
  for (let each = 0; each < 5; each += 1) expect((await give(marketing, bob)).status).toBe(201);
  const full = { code: "free_bets_full", data: { most: 5 } };
  expect((await give(marketing, bob)).body).toMatchObject(full);
  await host.db.tx(tx => wallet.open(tx, bob, "EUR"));
  expect((await give(marketing, bob, { currency: "EUR" })).body).toMatchObject(full);
});

test("a player who is on a break gets none", async () => {
  const carol = await newPlayer();
  await host.db.tx(tx => block(tx, carol, new Date(host.clock.now() + 60_000), "time_out"));
  expect((await give(marketing, carol)).body.code).toBe("free_bets_blocked");
  expect(await wallet.freeBets.of(host.db, carol, "USD")).toEqual([]);
});
