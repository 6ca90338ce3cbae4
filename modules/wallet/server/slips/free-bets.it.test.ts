import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { type TestMarkets, testMarkets } from "../../testing/test-markets.ts";
import { givenFreeBet, revision, settled, slipOn } from "../../testing/test-slips.ts";

const usd = (amount: number) => BigInt(Math.round(amount * 1_000_000));

let app: TestApp;
let markets: TestMarkets;
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
});
afterAll(async () => {
  await markets.expectExposures();
  await app.expectBooks();
  await app.close();
});

const place = (player: PlayerId, n: number, freeBet: Uuid, amount = usd(10)) =>
  app.wallet.placeSlip(slipOn(player, n, amount, [1], { freeBet }));
const refused = { kind: "refused", reason: "free_bet_unavailable" };
const listed = async (player: PlayerId) =>
  (await app.wallet.freeBets.of(app.host.db, player, "USD")).map(({ id }) => id);

test("a free bet is staked once: by one of two hundred slips of two processes", async () => {
  const quin = await app.player("quin", 0n);
  const freeBet = await givenFreeBet(app, quin, usd(10));
  expect(await listed(quin)).toEqual([freeBet]);
  const second = app.second();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      (n % 2 === 0 ? app.wallet : second.wallet).placeSlip(slipOn(quin, n + 1, usd(10), [1], { freeBet })),
    ),
  );
  await second.stop();
  expect(answers.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
  expect(answers.filter(({ kind }) => kind === "refused")).toEqual(Array(199).fill(refused));
  expect(await listed(quin)).toEqual([]);
  await app.expectBooks(quin, 0n);
});

test("the key of an accepted slip gets its first answer again", async () => {
  const rosa = await app.player("rosa", 0n);
  const freeBet = await givenFreeBet(app, rosa, usd(10));
  expect(await place(rosa, 1, freeBet)).toMatchObject({ kind: "accepted", replayed: false });
  expect(await place(rosa, 1, freeBet)).toMatchObject({ kind: "accepted", replayed: true });
});

test("another player's, one of another amount, an unknown and an expired free bet move nothing", async () => {
  const sid = await app.player("sid", usd(50));
  const tess = await app.player("tess", usd(50));
  const own = await givenFreeBet(app, sid, usd(10));
  const old = await givenFreeBet(app, sid, usd(10), 1_000);
  expect(await place(tess, 1, own)).toEqual(refused);
  expect(await place(sid, 2, own, usd(9))).toEqual(refused);
  expect(await place(sid, 3, app.host.ids.next())).toEqual(refused);
  await app.host.clock.advance(1_000);
  expect(await place(sid, 4, old)).toEqual(refused);
  expect(await listed(sid)).toEqual([own]);
  await app.expectBooks(sid, usd(50));
});

test("a void slip leaves its free bet for another one; a settled one does not", async () => {
  const uma = await app.player("uma", 0n);
  const freeBet = await givenFreeBet(app, uma, usd(10));
  await place(uma, 1, freeBet);
  await app.wallet.reviseSlips(uma, [revision(1, 0, { kind: "voided" })]);
  expect(await listed(uma)).toEqual([freeBet]);
  expect(await place(uma, 2, freeBet)).toMatchObject({ kind: "accepted" });
  await app.wallet.reviseSlips(uma, [revision(2, 0, settled(usd(11)))]);
  expect(await place(uma, 3, freeBet)).toEqual(refused);
  await app.expectBooks(uma, usd(11));
});

test("the time in which a slip held a free bet does not count once it is void, however often", async () => {
  const dayMs = 86_400_000;
  const wim = await app.player("wim", 0n);
  const freeBet = await givenFreeBet(app, wim, usd(10), 2 * dayMs);
  const left = async () =>
    (await app.wallet.freeBets.of(app.host.db, wim, "USD")).map(
      each => each.expiresAt.getTime() - app.host.clock.now(),
    );
  await app.host.clock.advance(dayMs);
  for (const n of [1, 2]) {
    expect(await place(wim, n, freeBet)).toMatchObject({ kind: "accepted" });
    await app.host.clock.advance(5 * dayMs);
    expect(await left()).toEqual([]);
    await app.wallet.reviseSlips(wim, [revision(n, 0, { kind: "voided" })]);
    expect(await left()).toEqual([dayMs]);
  }
  await app.host.clock.advance(dayMs);
  expect(await left()).toEqual([]);
  expect(await place(wim, 3, freeBet)).toEqual(refused);
});

test("a free bet is locked after the exposures that its slip needs: two processes cannot wait for each other", async () => {
  const vera = await app.player("vera", usd(50));
  await app.wallet.placeSlip(slipOn(vera, 1, usd(1), [1]));
  const freeBet = await givenFreeBet(app, vera, usd(10));
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
    await tx.query("SELECT FROM wallet.free_bets WHERE id = $1 FOR UPDATE NOWAIT", [freeBet]);
  });
  await exposuresHeld;
  const placing = place(vera, 2, freeBet);
  await holding;
  expect(await placing).toMatchObject({ kind: "accepted" });
});
