import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { timeOf } from "../shared/climb.ts";
import { bets, cashOut, linkOf, opened, placed, rub, testFlights } from "../testing/test-flights.ts";

/** What becomes of a round whose leader hangs, is killed or wakes up late; the numbers are those of known failures in docs/games. */

test("5: a standby leaves a living round alone", { tags: ["known-failure/5/crash"] }, async () => {
  const { owner, another, clock, player, balance, expectBooks, store } = await opened([300]);
  const standby = another();
  await standby.start();
  const alice = await player(rub(10));
  const id = await placed(owner, alice, "10");
  expect(await standby.call(bets, alice, { stake: "1" })).toMatchObject({ status: 503 });
  expect(await standby.call(cashOut(id), alice)).toMatchObject({ status: 503 });
  await clock.advance(5000 + timeOf(200));
  expect(await store.openRound()).toMatchObject({ epoch: 1n, state: "flying" });
  expect(await owner.call(cashOut(id), alice)).toMatchObject({ status: 200 });
  expect(await balance(alice)).toBe(rub(20));
  await expectBooks();
  await Promise.all([owner.stop(), standby.stop()]);
});

test("6: a successor that crashes between two refunds leaves the rest to the next one; no stake is refunded twice", {
  tags: ["known-failure/6/crash"],
}, async () => {
  let refundsLeft = Number.POSITIVE_INFINITY;
  const dying = (wallet: WalletModel): WalletModel => ({
    ...wallet,
    settle: settlement => (refundsLeft-- > 0 ? wallet.settle(settlement) : Promise.reject(new Error("killed"))),
  });
  const { owner, another, clock, player, balance, expectBooks, store, lock } = await opened([300], dying);
  const people = await Promise.all([1, 2, 3, 4].map(() => player(rub(10))));
  for (const each of people) await placed(owner, each, "10");
  await clock.advance(5000 + timeOf(150));
  refundsLeft = 2;
  lock.steal();
  const second = another();
  await second.start();
  await clock.advance(1000);
  expect((await store.openRound())?.state).toBe("flying");
  expect(await Promise.all(people.map(each => balance(each)))).toEqual([rub(10), rub(10), 0n, 0n]);
  lock.steal();
  refundsLeft = Number.POSITIVE_INFINITY;
  const third = another();
  await third.start();
  await clock.advance(1000);
  expect(await Promise.all(people.map(each => balance(each)))).toEqual(people.map(() => rub(10)));
  expect((await store.round(1n))?.state).toBe("voided");
  await expectBooks();
  await Promise.all([owner.stop(), second.stop(), third.stop()]);
});

test("6: a successor takes the round as its leader left it, not as it was a moment before the last write", async () => {
  const { owner, another, clock, player, balance, expectBooks, store, lock } = await opened([300]);
  const [alice, bob] = [await player(rub(10)), await player(rub(10))];
  await placed(owner, alice, "10", "2.00");
  await placed(owner, bob, "10", "5.00");
  await clock.advance(5000 + timeOf(150));
  // The successor read the round while it was locked; the flight began before the successor adopted it.
  const { openRound } = store;
  store.openRound = async () => {
    const round = await openRound();
    return round && { ...round, state: "locked" };
  };
  lock.steal();
  const second = another();
  await second.start();
  await clock.advance(1000);
  expect(await Promise.all([balance(alice), balance(bob)])).toEqual([rub(20), 0n]);
  expect((await store.round(1n))?.state).toBe("voided");
  await expectBooks();
  await Promise.all([owner.stop(), second.stop()]);
});

test("26: a leader that was asleep cannot pay, reveal or open a round after its successor", {
  tags: ["known-failure/26/crash"],
}, async () => {
  const { owner, another, clock, player, balance, lock, store, expectBooks } = await opened([300, 200]);
  const [alice, bob] = [await player(rub(10)), await player(rub(10))];
  const asleep = await placed(owner, alice, "10");
  await placed(owner, bob, "10", "1.50");
  await clock.advance(5000 + timeOf(120));
  lock.steal();
  const successor = another();
  await successor.start();
  await clock.advance(1000);
  expect(await store.round(1n)).toMatchObject({ state: "voided", result: 300, epoch: 2n });
  expect([await balance(alice), await balance(bob)]).toEqual([rub(10), rub(15)]);
  expect(await owner.call(cashOut(asleep), alice)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect((await successor.call(cashOut(asleep), alice)).body.code).toBe("cash_out_too_late");
  await clock.advance(60_000);
  expect([await balance(alice), await balance(bob)]).toEqual([rub(10), rub(15)]);
  const rounds = (await successor.call("GET /api/v1/games/crash/rounds", null)).body.data.items;
  expect(rounds.at(-1)).toMatchObject({ id: "crash-1", status: "voided", point: "3.00", link: linkOf(1) });
  await expectBooks();
  await Promise.all([owner.stop(), successor.stop()]);
});

const everyState = ["betting", "locked", "flying", "landed", "crashed", "settled"] as const;
test.each(everyState)(
  "an owner killed in `%s`: a standby ends the round by the rules within 5 s and plays on",
  async state => {
    const { clock, player, balance, store, wallet, expectBooks, owner } = testFlights([250]);
    const [first, standby] = [owner(), owner()];
    first.failpoints.arm(
      `crash.${state}`,
      () => {
        throw new Error("killed");
      },
      1000,
    );
    await first.start();
    await standby.start();
    const people: Record<string, PlayerId> = {};
    for (const name of ["manual", "low", "high", "none"]) people[name] = await player(rub(10));
    if (state === "betting") {
      // Stopped before any bet was possible: only the round itself is to be ended.
      await clock.advance(2000);
      expect(await store.round(1n)).toMatchObject({ state: "voided", result: 250 });
      expect(await standby.snapshot()).toMatchObject({ round: 2, state: "betting" });
      await Promise.all([first.stop(), standby.stop()]);
      return;
    }
    const ids = {
      manual: await placed(first, people.manual as PlayerId, "10"),
      low: await placed(first, people.low as PlayerId, "10", "1.50"),
      high: await placed(first, people.high as PlayerId, "10", "5.00"),
      none: await placed(first, people.none as PlayerId, "10"),
    };
    await clock.advance(5000 + timeOf(120));
    if (state === "landed" || state === "crashed" || state === "settled")
      expect((await first.call(cashOut(ids.manual), people.manual as PlayerId)).status).toBe(200);
    await clock.advance(timeOf(251) - timeOf(120) + 3000 + 5000);
    const balances = await Promise.all(Object.values(people).map(each => balance(each)));
    const flown = [rub(12), rub(15), 0n, 0n];
    const expected = {
      locked: [rub(10), rub(10), rub(10), rub(10)],
      flying: [rub(10), rub(15), 0n, rub(10)],
      landed: [rub(12), rub(15), 0n, rub(10)],
      crashed: flown,
      settled: flown,
    };
    expect(balances).toEqual(expected[state]);
    expect(await store.round(1n)).toMatchObject({
      state: state === "crashed" || state === "settled" ? "settled" : "voided",
      result: 250,
    });
    expect(await wallet.openBets("crash", 1n)).toEqual([]);
    expect(await standby.snapshot()).toMatchObject({ round: expect.any(Number), state: expect.any(String) });
    expect((await standby.snapshot()).round).toBeGreaterThan(1);
    await expectBooks();
    await Promise.all([first.stop(), standby.stop()]);
  },
);
