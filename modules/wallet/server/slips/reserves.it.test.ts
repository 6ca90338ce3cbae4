import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { keyOf, roundBet } from "../../testing/test-bets.ts";
import { type TestMarkets, testMarkets } from "../../testing/test-markets.ts";
import { slipOn } from "../../testing/test-slips.ts";

const usd = (amount: number) => micros(BigInt(amount) * 1_000_000n);
let app: TestApp;
let markets: TestMarkets;
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
});
afterAll(async () => {
  await markets.expectExposures();
  await app.close();
});

const reserve = (player: PlayerId, amount: number, rate = 0) => {
  const until = new Date(app.host.clock.now() + 7_000);
  return app.wallet.slipReserves.reserve({ player, currency: "USD", amount: usd(amount), rate, until });
};
const reservedOf = (real: number, bonus = 0) => ({ kind: "reserved", shares: { real: usd(real), bonus: usd(bonus) } });
const setAside = (player: PlayerId, amount: number, n: number) =>
  app.host.db.tx(tx =>
    app.wallet.move(tx, {
      owner: player,
      currency: "USD",
      amount: usd(amount),
      kind: "vault",
      reference: keyOf(n),
      from: account("player:real"),
      to: account("player:vault"),
    }),
  );
const waited = (player: PlayerId, n: number, amount: number) =>
  app.wallet.placeSlip(slipOn(player, n, usd(amount), [1], { reserved: { real: usd(amount), bonus: usd(0) } }));

test("while a slip waits, no other debit takes what it reserved; its own stake does, once", async () => {
  const rita = await app.player("rita", usd(10));
  expect(await reserve(rita, 8)).toEqual(reservedOf(8));
  expect(await setAside(rita, 3, 0xe1)).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
  expect(await app.wallet.place(roundBet(rita, 1, usd(3)))).toMatchObject({ reason: "insufficient_funds" });
  expect(await app.wallet.placeSlip(slipOn(rita, 2, usd(3)))).toMatchObject({ reason: "insufficient_funds" });
  expect(await reserve(rita, 3)).toMatchObject({ kind: "refused", balance: usd(10) });
  expect(await setAside(rita, 2, 0xe2)).toMatchObject({ kind: "moved" });
  expect(await waited(rita, 3, 8)).toMatchObject({ kind: "accepted" });
  await app.expectBooks(rita, 0n);
});

test("two waiting slips reserve their sum, and the first leaves the second its part", async () => {
  const sam = await app.player("sam", usd(10));
  for (const amount of [4, 5]) expect(await reserve(sam, amount)).toEqual(reservedOf(amount));
  expect(await waited(sam, 1, 4)).toMatchObject({ kind: "accepted" });
  expect(await setAside(sam, 2, 0xe3)).toMatchObject({ kind: "refused" });
  expect(await waited(sam, 2, 5)).toMatchObject({ kind: "accepted" });
  await app.expectBooks(sam, usd(1));
});

test("a reserve ends when its slip is refused, and lapses if it is never ended", async () => {
  const tom = await app.player("tom", usd(10));
  await reserve(tom, 10);
  await app.wallet.slipReserves.release({ player: tom, currency: "USD", real: usd(10), bonus: usd(0) });
  expect(await setAside(tom, 5, 0xe4)).toMatchObject({ kind: "moved" });
  await reserve(tom, 5);
  await app.host.clock.advance(7_001);
  expect(await setAside(tom, 5, 0xe5)).toMatchObject({ kind: "moved" });
  // The slip comes too late: what it had reserved is gone.
  expect(await waited(tom, 1, 5)).toMatchObject({ reason: "insufficient_funds" });
  await app.expectBooks(tom, 0n);
});

test("twenty reserves at once never exceed the balance", async () => {
  const uma = await app.player("uma", usd(10));
  const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(uma, 3)));
  expect(answers.filter(({ kind }) => kind === "reserved")).toHaveLength(3);
});
