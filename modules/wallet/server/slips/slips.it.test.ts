import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { accountNamed } from "#modules/ledger/shared/chart.ts";
import { block, setDailyLimits } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { keyOf, stakeLimits } from "../../testing/test-bets.ts";
import { type TestMarkets, testMarkets } from "../../testing/test-markets.ts";
import { cashedOut, givenFreeBet, legOn, revision, settled, slipOn } from "../../testing/test-slips.ts";

const usd = (amount: number) => BigInt(Math.round(amount * 1_000_000));

let app: TestApp;
let markets: TestMarkets;
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
  for (const id of [1, 2, 3, 4, 5]) await markets.set({ id });
});
afterAll(async () => {
  await markets.expectExposures();
  await app.expectBooks();
  await app.close();
});

const account = (name: string) => accountBalance(app.host.db, "USD", accountNamed(name));
const revise = async (player: PlayerId, ...revisions: Parameters<typeof app.wallet.reviseSlips>[1]) =>
  app.wallet.reviseSlips(player, revisions);
const one = async (player: PlayerId, made: ReturnType<typeof revision>) => (await revise(player, made))[0];

test("alice's slip takes the stake, charges the exposure and keeps what its receipt signs, in one commit", async () => {
  const alice = await app.player("alice", usd(100));
  await markets.set({ id: 1, price: 2_100 });
  const answer = await app.wallet.placeSlip(slipOn(alice, 1, usd(10), [1, 2]));
  expect(answer).toMatchObject({ kind: "accepted", replayed: false, slip: { status: "open", balanceAfter: usd(90) } });
  const slip = await app.wallet.slip(alice, keyOf(1));
  expect(slip).toEqual(answer.kind === "accepted" && answer.slip);
  expect(slip?.legs[0]).toMatchObject({ price: 2_100, market: 1n, eventHead: "ab".repeat(32) });
  expect(slip?.legs[0]?.marketN).toBeGreaterThan(1n);
  expect(await markets.exposure(1)).toBe(usd(20));
  await app.expectBooks(alice, usd(90));

  expect(await app.wallet.placeSlip(slipOn(alice, 1, usd(10), [1, 2]))).toEqual({ ...answer, replayed: true });
  expect(await app.wallet.placeSlip(slipOn(alice, 1, usd(11), [1, 2]))).toMatchObject({
    reason: "idempotency_conflict",
  });
  expect(await one(alice, revision(1, 0, settled(usd(42))))).toMatchObject({ number: 1, balanceAfter: usd(132) });
  expect(await markets.exposure(1)).toBe(0n);
  expect(await app.wallet.placeSlip(slipOn(alice, 1, usd(10), [1, 2]))).toEqual({ ...answer, replayed: true });
  await app.expectBooks(alice, usd(132));
});

test("each reason closes a leg, in the declared order, and nothing moves", async () => {
  const bob = await app.player("bob", usd(100));
  const refused = async (reason: string, slip = slipOn(bob, 50, usd(10), [9])) => {
    expect(await app.wallet.placeSlip(slip)).toMatchObject({ kind: "refused", reason });
  };
  await refused("event_closed");
  await markets.set({ id: 9, status: "suspended", event: "closed", up: false, counter: 7, price: 1_500 });
  const waiting = { ...slipOn(bob, 50, usd(10), [9]), legs: [legOn(9, usd(10), { counter: 6 })] };
  await refused("feed_down", waiting);
  await markets.set({ id: 9, status: "suspended", event: "closed", counter: 7, price: 1_500 });
  await refused("event_closed", waiting);
  await markets.set({ id: 9, status: "suspended", counter: 7, price: 1_500 });
  await refused("market_suspended", waiting);
  await markets.set({ id: 9, counter: 7, price: 1_500 });
  await refused("event_changed", waiting);
  const answer = await app.wallet.placeSlip(slipOn(bob, 50, usd(10), [1, 9]));
  expect(answer).toMatchObject({ reason: "price_changed", legs: [{ refusal: null }, { price: 1_500 }] });
  expect(await markets.exposure(9)).toBe(0n);
  await app.expectBooks(bob, usd(100));
});

test("the policy decides about another price: none, better or any, and a builder compares versions", async () => {
  const kate = await app.player("kate", usd(100));
  const place = (n: number, shown: number, rest: object) =>
    app.wallet.placeSlip({ ...slipOn(kate, n, usd(1)), legs: [legOn(5, usd(1), { price: shown, ...rest })] });
  await markets.set({ id: 5, price: 2_000, version: 3 });
  expect(await place(60, 1_900, { policy: "none" })).toMatchObject({ reason: "price_changed" });
  expect(await place(61, 1_900, { policy: "better" })).toMatchObject({ slip: { legs: [{ price: 2_000 }] } });
  expect(await place(62, 2_100, { policy: "better" })).toMatchObject({ reason: "price_changed" });
  expect(await place(63, 2_100, { policy: "any" })).toMatchObject({ slip: { legs: [{ price: 2_000 }] } });
  expect(await place(66, 1_900, { policy: "any", most: 1_999 })).toMatchObject({ reason: "price_changed" });
  expect(await place(64, 3_550, { version: 2n })).toMatchObject({ reason: "price_changed" });
  expect(await place(65, 3_550, { version: 3n })).toMatchObject({ slip: { legs: [{ price: 3_550 }] } });
});

test("a cap of exposure refuses with what is left, and 40 slips against it accept exactly what fits", async () => {
  await markets.set({ id: 11 });
  const players = await Promise.all(Array.from({ length: 40 }, (_, n) => app.player(`c${n}`, usd(50))));
  const slip = (player: PlayerId, n: number) => ({
    ...slipOn(player, n, usd(10), [11]),
    legs: [legOn(11, usd(10), { cap: usd(150) })],
  });
  const second = app.second();
  const answers = await Promise.all(
    players.map((player, n) => (n % 2 === 0 ? app.wallet : second.wallet).placeSlip(slip(player, 70))),
  );
  await second.stop();
  expect(answers.filter(({ kind }) => kind === "accepted")).toHaveLength(7);
  expect(answers.find(({ kind }) => kind === "refused")).toMatchObject({ reason: "limit_exceeded" });
  expect(await app.wallet.placeSlip(slip(players[39] as PlayerId, 71))).toMatchObject({
    legs: [{ headroom: usd(10) }],
  });
  expect(await markets.exposure(11)).toBe(usd(140));
  await markets.expectExposures();
});

test("a bad member of a batch rejects only itself", async () => {
  const names = ["dan", "eve", "fay", "gus", "hal"];
  const [dan, eve, fay, gus, hal] = (await Promise.all(names.map(name => app.player(name, usd(20))))) as [
    PlayerId,
    PlayerId,
    PlayerId,
    PlayerId,
    PlayerId,
  ];
  const answers = await Promise.all([
    app.wallet.placeSlip(slipOn(dan, 80, usd(10), [1])),
    app.wallet.placeSlip(slipOn(eve, 80, usd(10), [404])),
    app.wallet.placeSlip(slipOn(fay, 80, usd(21), [1])),
    app.wallet.placeSlip({ ...slipOn(gus, 80, usd(10), [1]), legs: [legOn(1, usd(10), { cap: 1n })] }),
    app.wallet.placeSlip(slipOn(hal, 80, usd(20), [1, 2, 3])),
  ]);
  expect(answers.map(answer => (answer.kind === "accepted" ? "accepted" : answer.reason))).toEqual([
    "accepted",
    "event_closed",
    "insufficient_funds",
    "limit_exceeded",
    "accepted",
  ]);
  await app.expectBooks(hal, 0n);
});

test("the player's own limits and breaks hold for slips", async () => {
  await app.fixRates();
  const ivy = await app.player("ivy", usd(100));
  const change = { player: ivy, limits: stakeLimits(usd(15), undefined), now: new Date(app.host.clock.now()) };
  await app.host.db.tx(tx => setDailyLimits(tx, change));
  expect(await app.wallet.placeSlip(slipOn(ivy, 90, usd(10)))).toMatchObject({ kind: "accepted" });
  expect(await app.wallet.placeSlip(slipOn(ivy, 91, usd(10)))).toMatchObject({ reason: "limit_reached" });
  await app.host.db.tx(tx => block(tx, ivy, new Date(app.host.clock.now() + 86_400_000)));
  expect(await app.wallet.placeSlip(slipOn(ivy, 92, usd(1)))).toMatchObject({ reason: "limit_reached" });
  expect(await one(ivy, revision(90, 0, settled(usd(20))))).toMatchObject({ kind: "revised" });
  await app.expectBooks(ivy, usd(110));
});

test("row 21: part of a slip is cashed out, it is lost, and a correction pays for what was open", async () => {
  const lea = await app.player("lea", usd(100));
  await app.wallet.placeSlip(slipOn(lea, 1, usd(10), [2]));
  expect(await one(lea, revision(1, 0, cashedOut(usd(4), usd(5.1))))).toMatchObject({ balanceAfter: usd(95.1) });
  expect(await app.wallet.slip(lea, keyOf(1))).toMatchObject({ status: "open", closed: usd(4), cashedOut: usd(5.1) });
  await one(lea, revision(1, 1, settled(0n)));
  await app.expectBooks(lea, usd(95.1));
  expect(await one(lea, revision(1, 2, settled(usd(20.4))))).toMatchObject({ number: 3, owed: 0n });
  await app.expectBooks(lea, usd(115.5));
  expect(await one(lea, revision(1, 3, cashedOut(usd(1), usd(1))))).toMatchObject({ reason: "not_allowed" });
});

test("row 22: lost, won, cancelled with 15 left: 15 are taken and 9 owed; the next revision repays them first", async () => {
  const max = await app.player("max", usd(10));
  await app.wallet.placeSlip(slipOn(max, 1, usd(10), [2]));
  await one(max, revision(1, 0, settled(0n)));
  await one(max, revision(1, 1, settled(usd(34))));
  const vault = {
    owner: max,
    currency: "USD",
    amount: micros(usd(19)),
    kind: "vault",
    reference: keyOf(0xfa),
  } as const;
  const accounts = { from: accountNamed("player:real"), to: accountNamed("player:vault") };
  await app.host.db.tx(tx => app.wallet.move(tx, { ...vault, ...accounts }));
  const before = await account("receivable");
  expect(await one(max, revision(1, 2, { kind: "voided" }))).toMatchObject({ owed: usd(9), balanceAfter: 0n });
  expect((await account("receivable")) - before).toBe(-usd(9));
  await app.expectBooks(max, 0n);
  expect(await one(max, revision(1, 3, settled(usd(34))))).toMatchObject({ owed: 0n, repaid: usd(9) });
  await app.expectBooks(max, usd(15));
  expect(await account("receivable")).toBe(before);
});

test("a result that is rolled back opens the slip again, and a repeat of a revision returns its first answer", async () => {
  const nia = await app.player("nia", usd(10));
  await app.wallet.placeSlip(slipOn(nia, 1, usd(10), [3]));
  const won = revision(1, 0, settled(usd(20), usd(1)));
  const first = await one(nia, won);
  expect(first).toMatchObject({ number: 1, balanceAfter: usd(21), replayed: false });
  expect(await one(nia, won)).toEqual({ ...first, replayed: true });
  expect(await one(nia, revision(1, 0, { kind: "reopened" }))).toMatchObject({ reason: "outpaced" });
  expect(await one(nia, revision(1, 1, { kind: "reopened" }))).toMatchObject({ balanceAfter: 0n });
  expect(await app.wallet.slip(nia, keyOf(1))).toMatchObject({ status: "open", payout: 0n, boost: 0n, revision: 2 });
  expect(await one(nia, revision(1, 2, { kind: "reopened" }))).toMatchObject({ reason: "not_allowed" });
  expect(await one(nia, revision(77, 0, settled(0n)))).toMatchObject({ reason: "unknown_slip" });
  await markets.expectExposures();
});

test("statements of lanes do not prune partitions while they run: PostgreSQL crashes after a wait for a row", async () => {
  const walter = await app.player("walter", usd(100));
  const shown: unknown[] = [];
  const closing = app.wallet.closeSlip({
    player: walter,
    slip: keyOf(1),
    id: keyOf(2),
    close: async tx => {
      shown.push(...(await tx.query("SHOW enable_partition_pruning")).rows);
      return revision(1, 0, cashedOut(1n, 1n));
    },
  });
  expect(await closing).toMatchObject({ kind: "refused", reason: "unknown_slip" });
  expect(shown).toEqual([{ enable_partition_pruning: "off" }]);
});

test("one statement ends many slips of one player, in both directions, and numbers every transfer", async () => {
  const oli = await app.player("oli", usd(500));
  for (let n = 1; n <= 50; n += 1) await app.wallet.placeSlip(slipOn(oli, n, usd(10), [4, 5]));
  const ends = Array.from({ length: 50 }, (_, n) => revision(n + 1, 0, settled(n % 2 === 0 ? usd(20) : 0n)));
  const answers = await revise(oli, ...ends);
  expect(answers.every(({ kind }) => kind === "revised")).toBe(true);
  await app.expectBooks(oli, usd(500));
  const others = Array.from({ length: 50 }, (_, n) => revision(n + 1, 1, settled(n % 2 === 0 ? 0n : usd(20))));
  expect(
    (await revise(oli, ...others)).reduce((sum, each) => sum + (each.kind === "revised" ? each.owed : 0n), 0n),
  ).toBe(0n);
  await app.expectBooks(oli, usd(500));
  expect(await markets.exposure(4)).toBe(0n);
});

test("debts of several slips in one statement add up to what the wallet lacked, and gains between them are used", async () => {
  const pam = await app.player("pam", usd(30));
  for (let n = 1; n <= 3; n += 1) await app.wallet.placeSlip(slipOn(pam, n, usd(10), [4]));
  await revise(
    pam,
    revision(1, 0, settled(usd(20))),
    revision(2, 0, settled(0n)),
    revision(3, 0, settled(usd(40), usd(2))),
  );
  await app.wallet.placeSlip(slipOn(pam, 9, usd(62), [4]));
  const answers = await revise(
    pam,
    revision(1, 1, settled(0n)),
    revision(2, 1, settled(usd(15))),
    revision(3, 1, { kind: "voided" }),
  );
  expect(answers).toMatchObject([
    { owed: usd(20), balanceAfter: 0n },
    { owed: 0n, balanceAfter: usd(15) },
    { owed: usd(17), balanceAfter: 0n },
  ]);
  await one(pam, revision(9, 0, { kind: "voided" }));
  await app.expectBooks(pam, usd(62));
});

test("a free bet is staked from our bonus account and gives only winnings; void, it goes back there", async () => {
  const quin = await app.player("quin", 0n);
  const before = await account("bonus:free_bets");
  await app.wallet.placeSlip(slipOn(quin, 1, usd(10), [1], { freeBet: await givenFreeBet(app, quin, usd(10)) }));
  await app.wallet.placeSlip(slipOn(quin, 2, usd(10), [1], { freeBet: await givenFreeBet(app, quin, usd(10)) }));
  await one(quin, revision(1, 0, settled(usd(15))));
  await one(quin, revision(2, 0, { kind: "voided" }));
  expect((await account("bonus:free_bets")) - before).toBe(-usd(10));
  expect(await one(quin, revision(2, 1, settled(usd(8))))).toMatchObject({ balanceAfter: usd(23) });
  await app.expectBooks(quin, usd(23));
});

test("settlement, correction and cash-outs race for one number: one happens", async () => {
  const rob = await app.player("rob", usd(10));
  await app.wallet.placeSlip(slipOn(rob, 1, usd(10), [2]));
  const second = app.second();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const result = n % 2 === 0 ? settled(usd(20)) : cashedOut(usd(5), usd(6));
      return (n % 3 === 0 ? app.wallet : second.wallet).reviseSlips(rob, [revision(1, 0, result)]);
    }),
  );
  await second.stop();
  expect(answers.flat().filter(({ kind }) => kind === "revised")).toHaveLength(1);
  await app.expectBooks();
});

test("a cash-out locks exposures before its wallet, as bets do: two processes cannot wait for each other", async () => {
  const una = await app.player("una", usd(10));
  await app.wallet.placeSlip(slipOn(una, 1, usd(10), [2]));
  let hold = () => {};
  const exposuresHeld = new Promise<void>(resolve => {
    hold = resolve;
  });
  const holding = app.host.db.tx(async tx => {
    await tx.query("SELECT FROM test_markets.exposures FOR UPDATE");
    hold();
    const isWaitedFor = async () =>
      (await tx.query("SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"))
        .rowCount;
    while (!(await isWaitedFor()));
    await tx.query("SELECT FROM wallet.wallets WHERE player_id = $1 FOR UPDATE NOWAIT", [una]);
  });
  await exposuresHeld;
  const [answer] = await Promise.all([one(una, revision(1, 0, cashedOut(usd(5), usd(6)))), holding]);
  expect(answer).toMatchObject({ kind: "revised", balanceAfter: usd(6) });
});

test("a revision is never changed: the table refuses it", async () => {
  const change = app.host.db.query("UPDATE wallet.slip_revisions SET payout = 1");
  await expect(change).rejects.toThrow(/never changed/);
  await expect(app.host.db.query("DELETE FROM wallet.slip_legs")).rejects.toThrow(/never changed/);
});
