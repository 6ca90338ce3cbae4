import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { accountBalance, differencesOf } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { deposit, keyOf } from "#modules/wallet/testing/test-bets.ts";
import { type TestMarkets, testMarkets } from "#modules/wallet/testing/test-markets.ts";
import { revision, settled, slipOn } from "#modules/wallet/testing/test-slips.ts";
import { addDebt, collectDebts, type DebtNeeds, debtInvariants, openDebts, waiveDebt } from "./index.ts";

const usd = (amount: number) => BigInt(amount) * 1_000_000n;
let app: TestApp;
let markets: TestMarkets;
let needs: DebtNeeds;
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
  needs = { ids: app.host.ids, wallet: app.wallet };
});
afterAll(async () => {
  await markets.expectExposures();
  await app.close();
});

/** A player who staked 10 twice, won 20 twice, set all of it aside and then lost both by corrections: 40 are owed for two slips. */
async function debtor(name: string): Promise<PlayerId> {
  const player = await app.player(name, usd(20));
  for (const n of [1, 2]) await app.wallet.placeSlip(slipOn(player, n, usd(10)));
  await app.wallet.reviseSlips(player, [revision(1, 0, settled(usd(20))), revision(2, 0, settled(usd(20)))]);
  const vault = {
    owner: player,
    currency: "USD",
    amount: micros(usd(40)),
    kind: "vault",
    reference: keyOf(0xfb),
  } as const;
  await app.host.db.tx(tx =>
    app.wallet.move(tx, { ...vault, from: account("player:real"), to: account("player:vault") }),
  );
  await app.wallet.reviseSlips(player, [revision(1, 1, settled(0n)), revision(2, 1, settled(0n))]);
  return player;
}

const pay = (player: PlayerId, amount: number) =>
  app.host.db.tx(tx => app.wallet.credit(tx, deposit(player, usd(amount), "USD", app.host.ids.next())));
const owed = async (player: PlayerId) =>
  (await openDebts(app.host.db, player)).map(({ cause, reference, owed: left }) => [cause, reference, left]);

test("vera's balance repays her debts of two slips, oldest first, and no more than she has", async () => {
  const vera = await debtor("vera");
  expect(await owed(vera)).toEqual([
    ["settlement", keyOf(1), usd(20)],
    ["settlement", keyOf(2), usd(20)],
  ]);
  await pay(vera, 25);
  await app.host.db.tx(tx => collectDebts(needs, tx, vera, "USD", ["chargeback"]));
  await app.expectBooks(vera, usd(25));
  await app.host.db.tx(tx => collectDebts(needs, tx, vera, "USD"));
  expect(await owed(vera)).toEqual([["settlement", keyOf(2), usd(15)]]);
  await app.expectBooks(vera, 0n);
  await pay(vera, 30);
  await Promise.all(Array.from({ length: 5 }, () => app.host.db.tx(tx => collectDebts(needs, tx, vera, "USD"))));
  expect(await owed(vera)).toEqual([]);
  await app.expectBooks(vera, usd(15));
});

describe("of debts for recalled deposits", () => {
  /** Owes for a deposit that a bank has taken back. */
  async function recalled(player: PlayerId, n: number, amount: number, currency: Currency, since: Date): Promise<void> {
    const [reference, owed] = [keyOf(n), micros(usd(amount))];
    const accounts = { from: account("receivable"), to: depositsClearing("sandbox") };
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, player, currency);
      await app.wallet.move(tx, { owner: player, currency, amount: owed, kind: "chargeback", reference, ...accounts });
      await addDebt(tx, player, { cause: "chargeback", reference, currency, owed, since });
    });
  }
  const at = (day: number) => new Date(app.host.clock.now() + day * 86_400_000);

  test("the oldest debt is repaid first, whatever names it", async () => {
    const yara = await app.player("yara", 0n);
    await recalled(yara, 0xe1, 20, "USD", at(2));
    await recalled(yara, 0xe2, 20, "USD", at(1));
    await pay(yara, 25);
    await app.host.db.tx(tx => collectDebts(needs, tx, yara, "USD"));
    expect(await owed(yara)).toEqual([["chargeback", keyOf(0xe1), usd(15)]]);
    await app.expectBooks(yara, 0n);
  });

  test("money of one currency repays no debt in another one", async () => {
    const zoe = await app.player("zoe", 0n);
    await recalled(zoe, 0xe3, 20, "USD", at(1));
    await recalled(zoe, 0xe4, 20, "EUR", at(2));
    await app.host.db.tx(tx => app.wallet.credit(tx, deposit(zoe, usd(30), "EUR", app.host.ids.next())));
    await app.host.db.tx(tx => collectDebts(needs, tx, zoe, "EUR"));
    expect(await owed(zoe)).toEqual([["chargeback", keyOf(0xe3), usd(20)]]);
    expect(await differencesOf(app.host.db, debtInvariants)).toEqual([]);
    await app.expectBooks(zoe, usd(10), "EUR");
  });
});

test("a waiver takes the rest of one debt from promotions, once", async () => {
  const will = await debtor("will");
  const promotions = () => accountBalance(app.host.db, "USD", account("promotions"));
  const before = await promotions();
  const waive = () =>
    app.host.db.tx(tx => waiveDebt(needs, tx, will, "USD", { cause: "settlement", reference: keyOf(1) }));
  const waived = await Promise.all([waive(), waive(), waive()]);
  expect(waived.reduce((sum, each) => sum + each, 0n)).toBe(usd(20));
  expect((await promotions()) - before).toBe(-usd(20));
  expect(await owed(will)).toEqual([["settlement", keyOf(2), usd(20)]]);
  await app.expectBooks(will, 0n);
});

test("a correction of a slip and a collection of its debt at once end without a deadlock, and nothing is repaid twice", async () => {
  const xena = await debtor("xena");
  await pay(xena, 50);
  const corrections = [2, 3, 4, 5].map(
    after => () => app.wallet.reviseSlips(xena, [revision(1, after, settled(after % 2 === 0 ? usd(20) : 0n))]),
  );
  const collections = Array.from({ length: 8 }, () => app.host.db.tx(tx => collectDebts(needs, tx, xena, "USD")));
  for (const correct of corrections) await correct();
  await Promise.all(collections);
  expect(await owed(xena)).toEqual([]);
  await app.expectBooks(xena, usd(10));
});
