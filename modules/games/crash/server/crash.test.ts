import { describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { signsOf } from "#modules/bets/testing/test-bets.ts";
import { timeOf } from "../shared/climb.ts";
import { bets, cashOut, linkOf, opened, placed, rub } from "../testing/test-flights.ts";

describe("a round", () => {
  test("alice cashes out, bob flies on and crashes, carol's automatic cash-out is paid; the books agree", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([300]);
    const [alice, bob, carol] = [await player(rub(100)), await player(rub(100)), await player(rub(100))];
    const id = await placed(owner, alice, "10");
    await placed(owner, bob, "20.50");
    await placed(owner, carol, "10", "2.50");
    expect(await owner.snapshot(alice)).toMatchObject({ round: 1, state: "betting", bet_count: 3, mine: [{ id }] });
    await clock.advance(5000 + timeOf(150));
    const answer = await owner.call(cashOut(id), alice);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { payout: "15", multiplier: "1.50", balance: "105", outcome: { cashed_out_at: "1.50", point: null } },
      },
    });
    await clock.advance(timeOf(301) - timeOf(150));
    expect(await owner.snapshot()).toMatchObject({ state: "crashed", point: "3.00", link: linkOf(1), still_in: 1 });
    await clock.advance(3000);
    expect([await balance(alice), await balance(bob), await balance(carol)]).toEqual([rub(105), rub(79.5), rub(115)]);
    expect((await owner.call("GET /api/v1/games/crash/rounds", null)).body.data.items).toMatchObject([
      { id: "crash-1", status: "settled", point: "3.00", link: linkOf(1) },
    ]);
    expect((await owner.call("GET /api/v1/games/crash/bets", bob)).body.data.items).toMatchObject([
      { round: 1, status: "settled", payout: "0", multiplier: "0.00" },
    ]);
    await expectBooks();
    const order = ["betting", "joins", "locked", "fly", "cash_outs", "crash", "settled", "betting"];
    expect(
      owner.sent.map(each => each.event).filter((event, i, all) => event !== "mine" && event !== all[i - 1]),
    ).toEqual(expect.arrayContaining(order));
    await owner.stop();
  });

  test("the point itself is still shown and still pays; the millisecond after it does not", async () => {
    for (const [stamp, wins] of [
      [timeOf(250), true],
      [timeOf(251) - 1, true],
      [timeOf(251), false],
    ] as const) {
      const { owner, clock, player, expectBooks } = await opened([250]);
      const alice = await player(rub(10));
      const id = await placed(owner, alice, "10");
      await clock.advance(5000 + stamp - 1);
      // The stamp decides, also when the owner's own timer has not run yet.
      const advancing = clock.advance(1);
      const answer = await owner.call(cashOut(id), alice);
      await advancing;
      if (wins) expect(answer.body.data).toMatchObject({ payout: "25", multiplier: "2.50" });
      else expect(answer.body).toMatchObject({ code: "cash_out_too_late" });
      await clock.advance(10_000);
      await expectBooks();
      await owner.stop();
    }
  });

  test("an automatic cash-out at exactly the point wins, one hundredth above it loses", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([250]);
    const [alice, bob] = [await player(rub(10)), await player(rub(10))];
    await placed(owner, alice, "10", "2.50");
    await placed(owner, bob, "10", "2.51");
    await clock.advance(5000 + timeOf(251) + 3000);
    expect([await balance(alice), await balance(bob)]).toEqual([rub(25), 0n]);
    await expectBooks();
    await owner.stop();
  });

  test("a point of 1.00 takes everything at once, and nothing can be cashed out below 1.01", async () => {
    const { owner, clock, player, expectBooks } = await opened([100, 200]);
    const alice = await player(rub(20));
    const first = await placed(owner, alice, "10", "1.01");
    await clock.advance(5000);
    expect((await owner.call(cashOut(first), alice)).body.code).toBe("not_flying");
    await clock.advance(timeOf(101));
    expect(await owner.snapshot()).toMatchObject({ state: "crashed", point: "1.00" });
    await clock.advance(3000);
    const second = await placed(owner, alice, "10");
    expect((await owner.call(cashOut(second), alice)).body.code).toBe("not_flying");
    await clock.advance(5000 + timeOf(101) - 1);
    expect((await owner.call(cashOut(second), alice)).body.code).toBe("not_flying");
    await clock.advance(1);
    expect((await owner.call(cashOut(second), alice)).body.data).toMatchObject({ multiplier: "1.01", payout: "10.1" });
    await expectBooks();
    await owner.stop();
  });

  test("at 1,000,000.00x all open bets are cashed out, within the win cap", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([100_000_000]);
    const [alice, bob] = [await player(rub(1)), await player(rub(50_000))];
    await placed(owner, alice, "1");
    await placed(owner, bob, "50000");
    await clock.advance(5000 + timeOf(100_000_000) + 3000);
    expect(await balance(alice)).toBe(rub(1_000_000));
    expect(await balance(bob)).toBe(rub(99_900_000));
    await expectBooks();
    await owner.stop();
  });

  test("two bets a player and no third; each with its own key", async () => {
    const { owner, clock, player, expectBooks } = await opened([200]);
    const alice = await player(rub(100));
    await placed(owner, alice, "10");
    await placed(owner, alice, "10", "1.50");
    expect((await owner.call(bets, alice, { stake: "10" })).body.code).toBe("too_many_bets");
    await clock.advance(20_000);
    await expectBooks();
    await owner.stop();
  });

  test("a hidden player is a null in every frame", async () => {
    const { owner, clock, player, hidden } = await opened([200]);
    const alice = await player(rub(100));
    hidden.add(alice);
    await placed(owner, alice, "10");
    await clock.advance(500);
    expect((await owner.snapshot()).bets).toMatchObject([[expect.any(String), null, null, 0, "RUB", "10", null, null]]);
    for (const { text } of owner.sent) for (const sign of signsOf(alice)) expect(text).not.toContain(sign);
    await owner.stop();
  });

  test("500 bets and 300 cash-outs: every stake and payout is in the books, and the feed stays small", {
    timeout: 120_000,
  }, async () => {
    const { owner, clock, player, expectBooks, wallet, balance } = await opened([500]);
    const people = await Promise.all(Array.from({ length: 500 }, () => player(rub(10))));
    const ids = await Promise.all(people.map((each, i) => placed(owner, each, "10", i >= 400 ? "1.50" : undefined)));
    await clock.advance(5000);
    let cashedOut = 0;
    for (let i = 0; i < 200; i++) {
      await clock.advance(50);
      const answer = await owner.call(cashOut(ids[i] ?? ""), people[i] ?? (people[0] as PlayerId));
      if (answer.status === 200) cashedOut += 1;
    }
    expect(cashedOut).toBeGreaterThan(190);
    await clock.advance(timeOf(501));
    expect(await wallet.openBets("crash", 1n)).toEqual([]);
    expect(await balance(people[450] as PlayerId)).toBe(rub(15));
    expect(await balance(people[399] as PlayerId)).toBe(0n);
    await expectBooks();
    const frames = owner.sent.filter(each => each.event === "joins" || each.event === "cash_outs");
    const bytes = frames.reduce((sum, each) => sum + each.text.length, 0);
    expect(bytes).toBeLessThan(50_000);
    expect(Math.max(...frames.map(each => each.text.length))).toBeLessThan(6_000);
    const rows = frames.flatMap(each => each.data.bets as [string][]).map(([id]) => id);
    expect(new Set(rows).size).toBe(200);
    await owner.stop();
  });
});

describe("the largest total payout of a round", () => {
  test("later bets get lower caps, shown before; the sum never passes a tenth of the bankroll", async () => {
    const { owner, player, wallet } = await opened([200]);
    const before = (await owner.call("GET /api/v1/games/crash", null)).body.data;
    expect(before).toMatchObject({ win_cap: "100000000", max_multiplier: "1000000.00" });
    for (let i = 0; i < 60; i++) await owner.call(bets, await player(rub(50_000)), { stake: "50000" });
    const after = (await owner.call("GET /api/v1/games/crash", null)).body.data;
    expect(Number(after.win_cap)).toBeLessThan(5_000_000);
    expect(Number(after.max_multiplier)).toBeLessThan(100);
    const caps = (await wallet.openBets("crash", 1n)).map(bet => bet.winCap);
    expect(caps[0]).toBe(rub(100_000_000));
    for (let i = 1; i < caps.length; i++) expect(caps[i] ?? 0n).toBeLessThanOrEqual(caps[i - 1] ?? 0n);
    expect(caps.reduce((sum, cap) => sum + cap, 0n)).toBeLessThanOrEqual(rub(1_000_000_000));
    const small = await owner.call(bets, await player(rub(1)), { stake: "1" });
    expect(small.status).toBe(201);
    await owner.stop();
  });
});
