import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { raiseTerms, type TermsQuestion } from "#modules/limits/server/index.ts";
import { providerBet } from "../testing/provider-bets.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, roundBet, roundEnd } from "../testing/test-bets.ts";
import { testMarketSql, testMarkets } from "../testing/test-markets.ts";
import { slipOn } from "../testing/test-slips.ts";
import { createWallet, type Wallet } from "./create-wallet.ts";

/** Players who have to accept something: no stake before they do, everything else goes on. */

let app: TestApp;
let wallet: Wallet;
let terms: TermsQuestion;
beforeAll(async () => {
  app = await testApp();
  const limits = {
    askOpenBets: () => undefined,
    outstandingTerms: ((...asked) => terms(...asked)) satisfies TermsQuestion,
  };
  wallet = createWallet(app.host, { pairs: app.pairs, limits, markets: testMarketSql });
  await (await testMarkets(app.host.db)).set({ id: 1 });
});
beforeEach(() => {
  terms = async () => new Set();
});
afterAll(async () => {
  await wallet.stop?.();
  await app.close();
});

let keys = 5000;
const roll = (player: PlayerId) => wallet.place(diceBet(player, ++keys, 10n, 0n));
const raise = () => app.host.db.tx(raiseTerms);
const fund = (player: PlayerId, amount: bigint, currency: Currency = "USD") =>
  app.host.db.tx(tx => wallet.credit(tx, deposit(player, amount, currency, keyOf(++keys))));
const required = { kind: "refused", reason: "policy_acceptance_required" };

async function numbersOf(player: PlayerId): Promise<readonly number[]> {
  const { rows } = await app.host.db.query<{ terms: number }>(
    "SELECT terms FROM wallet.wallets WHERE player_id = $1 ORDER BY currency",
    [player],
  );
  return rows.map(row => row.terms);
}

test("in the middle of a lease the next stake of every kind is refused; settlements and deposits go on", async () => {
  const alice = await app.player("terms-alice", 1000n);
  expect(await roll(alice)).toMatchObject({ kind: "accepted" });
  expect(await wallet.place(crashBet(alice, ++keys, 100n))).toMatchObject({ kind: "accepted" });
  const crash = keys;
  expect(await wallet.place(roundBet(alice, ++keys, 50n))).toMatchObject({ kind: "accepted" });
  await raise();
  terms = async (_db, players) => new Set(players);
  expect(await roll(alice)).toEqual(required);
  expect(await wallet.place(crashBet(alice, ++keys, 1n))).toEqual(required);
  expect(await wallet.placeSlip(slipOn(alice, ++keys, 10n))).toMatchObject(required);
  const blocked = { kind: "refused", reason: "player_blocked" };
  expect(await wallet.placeInRound(providerBet(alice, ++keys, 10n))).toMatchObject(blocked);
  expect(await wallet.settle(paid(alice, crash, 300n))).toMatchObject({ kind: "settled" });
  const round = await wallet.openRound(alice, "miner");
  if (!round) throw new Error("the round is not open");
  expect(await wallet.finish(roundEnd(round, 70n))).toMatchObject({ kind: "settled" });
  expect(await wallet.place(roundBet(alice, ++keys, 1n))).toEqual(required);
  await fund(alice, 500n);
  terms = async () => new Set();
  expect(await roll(alice)).toMatchObject({ kind: "accepted" });
  await app.expectBooks(alice, 1000n - 10n - 100n - 50n + 300n + 70n + 500n - 10n);
});

test("no player is asked twice for one number, and a wallet opened later or long unused is asked once", async () => {
  let asked = 0;
  terms = async () => {
    asked++;
    return new Set();
  };
  const old = await app.player("terms-old", 1000n);
  await raise();
  await raise();
  for (let n = 0; n < 3; n++) expect(await roll(old)).toMatchObject({ kind: "accepted" });
  expect(asked).toBe(1);
  const [number = 0] = await numbersOf(old);
  expect(number).toBeGreaterThanOrEqual(2);
  await fund(old, 1000n, "EUR");
  expect(await numbersOf(old)).toEqual([0, number]);
  const euros = () => wallet.place({ ...diceBet(old, ++keys, 10n, 0n), currency: "EUR" });
  expect(await euros()).toMatchObject({ kind: "accepted" });
  expect(await euros()).toMatchObject({ kind: "accepted" });
  expect(await numbersOf(old)).toEqual([number, number]);
  expect(asked).toBe(2);
});

test("what is published while a player is being asked is asked before the next stake", async () => {
  const bob = await app.player("terms-bob", 1000n);
  await raise();
  let isFirst = true;
  terms = async (db, players) => {
    if (!isFirst) return new Set(players);
    isFirst = false;
    await db.query("UPDATE limits.terms SET number = number + 1");
    return new Set();
  };
  expect(await roll(bob)).toEqual(required);
  await app.expectBooks(bob, 1000n);
});

test("stakes that race a publication are either before it or refused, and none is taken after it", async () => {
  const carol = await app.player("terms-carol", 1000n);
  expect(await roll(carol)).toMatchObject({ kind: "accepted" });
  let isPublished = false;
  terms = async (_db, players) => new Set(isPublished ? players : []);
  const publish = app.host.db.tx(async tx => {
    isPublished = true;
    await raiseTerms(tx);
  });
  const answers = await Promise.all([...Array.from({ length: 20 }, () => roll(carol)), publish]);
  const kinds = answers.flatMap(answer => (answer ? [answer.kind] : []));
  expect(await roll(carol)).toEqual(required);
  const taken = kinds.filter(kind => kind === "accepted").length;
  await app.expectBooks(carol, 1000n - 10n * BigInt(taken + 1));
});
