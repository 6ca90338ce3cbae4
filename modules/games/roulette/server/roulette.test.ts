import { describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { signsOf } from "#modules/bets/testing/test-bets.ts";
import { linkOf, newKey, rub } from "#modules/engines/shared-rounds/testing/test-shared-rounds.ts";
import { SeedPair } from "#modules/fairness/server/index.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { bettingMs, fallMs, shownMs, spinMs } from "../shared/round.ts";
import { bets, drainMs, laid, opened, spins, spread } from "../testing/test-spins.ts";

const roundMs = bettingMs + spinMs;

describe("a spin of the shared table", () => {
  test("alice covers seventeen three ways, bob takes red, carol nothing: 17 pays by the cloth and the books agree", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([17]);
    const [alice, bob, carol] = [await player(rub(100)), await player(rub(100)), await player(rub(100))];
    const id = await laid(owner, alice, { black: "10", "straight-17": "1", "split-17-20": "2" });
    await laid(owner, bob, { red: "10", "column-3": "5" });
    expect(await owner.snapshot(alice)).toMatchObject({
      round: 1,
      state: "betting",
      bet_count: 2,
      pocket: null,
      link: null,
      mine: [{ id, stake: "13", chips: [{ spot: "straight-17" }, { spot: "split-17-20" }, { spot: "black" }] }],
    });
    await clock.advance(bettingMs + spinMs - fallMs);
    expect(await owner.snapshot()).toMatchObject({ state: "landed", pocket: 17, link: linkOf(1) });
    await clock.advance(fallMs);
    expect([await balance(alice), await balance(bob), await balance(carol)]).toEqual([
      rub(100 - 13 + 20 + 36 + 36),
      rub(85),
      rub(100),
    ]);
    expect((await owner.call("GET /api/v1/games/roulette/rounds", null)).body.data.items).toMatchObject([
      { id: "roulette-1-1", status: "settled", pocket: 17, link: linkOf(1) },
    ]);
    expect((await owner.call("GET /api/v1/games/roulette/bets", bob)).body.data.items).toMatchObject([
      { round: 1, status: "settled", payout: "0", multiplier: "0.00", pocket: 17 },
    ]);
    expect(owner.sent.find(({ event }) => event === "settled")?.data.paid).toHaveLength(2);
    expect(await owner.snapshot()).toMatchObject({ round: 1, state: "settled", pockets: [17] });
    await clock.advance(shownMs);
    expect(await owner.snapshot()).toMatchObject({ round: 2, state: "betting", pockets: [17] });
    await expectBooks();
    const order = owner.sent.map(each => each.event).filter(event => event !== "mine" && event !== "joins");
    expect(order).toEqual(["betting", "locked", "spin", "landed", "settled", "betting"]);
    await owner.stop();
  });

  test("on zero everything outside goes, and what lies on zero pays", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([0]);
    const alice = await player(rub(100));
    const outside = { red: "5", black: "5", even: "5", odd: "5", low: "5", high: "5", "dozen-1": "5", "column-2": "5" };
    await laid(owner, alice, { ...outside, "straight-0": "1", "trio-0-1-2": "1", "first-four": "1", "split-0-3": "1" });
    await clock.advance(roundMs);
    expect(await balance(alice)).toBe(rub(100 - 44 + 36 + 12 + 9 + 18));
    await expectBooks();
    await owner.stop();
  });

  test("several bets a round, their total on a spot never above its limit; ten and no eleventh", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([3]);
    const alice = await player(rub(100_000));
    await laid(owner, alice, { red: "9000", "straight-3": "1" });
    const over = await owner.call(bets, alice, spread({ red: "1000.01" }));
    expect(over).toMatchObject({
      status: 422,
      body: { code: "stake_out_of_limits", data: { min: "1", max: "10000" } },
    });
    await laid(owner, alice, { red: "1000" });
    for (let i = 0; i < 8; i++) await laid(owner, alice, { black: "1" });
    expect((await owner.call(bets, alice, spread({ black: "1" }))).body.code).toBe("too_many_spreads");
    await clock.advance(roundMs);
    expect(await balance(alice)).toBe(rub(100_000 - 10_001 - 8 + 20_000 + 36));
    await clock.advance(shownMs);
    await laid(owner, alice, { red: "10000" });
    await expectBooks();
    await owner.stop();
  });

  test("in a currency of one chip the chip is fixed", async () => {
    const { owner, player, expectBooks } = await opened([3]);
    const dana = await player(rub(1000), "KZT");
    await laid(owner, dana, { red: "5" });
    for (const stake of ["4", "4.99", "5.01", "10"])
      expect((await owner.call(bets, dana, spread({ black: stake }))).body.code, stake).toBe("stake_out_of_limits");
    expect((await owner.call(bets, dana, spread({ red: "5" }))).body.code).toBe("stake_out_of_limits");
    await expectBooks();
    await owner.stop();
  });

  test("500 bets: every stake and payout is in the books, and the feed stays small", { timeout: 120_000 }, async () => {
    const { owner, clock, player, expectBooks, wallet, balance } = await opened([32]);
    const people = await Promise.all(Array.from({ length: 500 }, () => player(rub(10))));
    await Promise.all(
      people.map((each, i) => laid(owner, each, i % 2 ? { red: "10" } : { black: "5", "straight-32": "5" })),
    );
    await clock.advance(roundMs);
    expect(await wallet.openBets("roulette-1", 1n)).toEqual([]);
    const balances = await Promise.all(people.map(each => balance(each)));
    expect(balances.filter(each => each === rub(20))).toHaveLength(250);
    expect(balances.filter(each => each === rub(180))).toHaveLength(250);
    await expectBooks();
    const rows = owner.sent.filter(({ event }) => event === "joins").flatMap(({ data }) => data.bets);
    expect(new Set(rows.map(({ id }) => id)).size).toBeLessThanOrEqual(200);
    await owner.stop();
  });

  test("a hidden player is a null in every frame, and players never see where others lay their chips", async () => {
    const { owner, clock, player, hidden } = await opened([2]);
    const alice = await player(rub(100));
    hidden.add(alice);
    await laid(owner, alice, { "straight-2": "10" });
    await clock.advance(500);
    expect((await owner.snapshot()).bets).toMatchObject([{ player: null, stake: "10" }]);
    for (const { event, text } of owner.sent.filter(({ event }) => event !== "mine")) {
      for (const sign of signsOf(alice)) expect(text, event).not.toContain(sign);
      expect(text, event).not.toContain("straight-2");
    }
    await owner.stop();
  });
});

describe("the largest total payout of a spin", () => {
  test("a spread whose largest payout would pass the cap is refused before the spin, with what would do", async () => {
    const { owner, player, balance, expectBooks } = await opened([1], { bankroll: micros(rub(100_000)) });
    const alice = await player(rub(10_000));
    // One hundredth of the bankroll: 1,000. 28 on a number would pay 1,008.
    const refused = await owner.call(bets, alice, spread({ "straight-1": "28" }));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "win_cap", data: { win_cap: "1000", max_stake: "27.77" } },
    });
    expect((await owner.call(spins, alice, spread({ "straight-1": "28" }))).body.code).toBe("win_cap");
    // Chips on different numbers cannot all win: what counts is the largest payout over all pockets.
    const many = Object.fromEntries([1, 2, 3, 4, 5].map(number => [`straight-${number}`, "27"]));
    expect((await owner.call(bets, alice, spread(many))).status).toBe(201);
    expect(await balance(alice)).toBe(rub(10_000 - 135));
    await expectBooks();
    await owner.stop();
  });

  test("later bets get lower caps, shown before; the sum never passes a tenth of the bankroll", async () => {
    const { owner, player, wallet } = await opened([1], { bankroll: micros(rub(100_000)) });
    const capNow = async () => Number((await owner.call("GET /api/v1/games/roulette", null)).body.data.win_cap);
    expect(await capNow()).toBe(1000);
    let last = 1000;
    for (let i = 0; i < 40; i++) {
      const cap = await capNow();
      expect(cap).toBeLessThanOrEqual(last);
      last = cap;
      await owner.call(
        bets,
        await player(rub(10_000)),
        spread({ "straight-1": (Math.floor((cap / 36) * 100) / 100).toFixed(2) }),
      );
    }
    const worst = (await wallet.openBets("roulette-1", 1n)).reduce((sum, bet) => sum + bet.stake * 36n, 0n);
    expect(last).toBeLessThan(400);
    expect(worst).toBeGreaterThan(rub(8000));
    expect(worst).toBeLessThanOrEqual(rub(10_000));
    await owner.stop();
  });
});

/** The golden seeds: nonce 0 gives the first golden private spin. */
function seeded(wallet: WalletModel, player: PlayerId): void {
  const serverSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
  wallet.setPair(player, new SeedPair({ number: 1, serverSeed, clientSeed: "player-seed_1", nonce: 0 }));
}

describe("a private spin", () => {
  test("is one commit from the player's own seeds, and its repeat is the same bytes", async () => {
    const { owner, player, balance, expectBooks, wallet } = await opened([7]);
    const alice = await player(rub(1000));
    expect((await owner.call(spins, alice, spread({ red: "1" }))).body.code).toBe("client_seed_required");
    seeded(wallet, alice);
    const everything = Object.fromEntries(Array.from({ length: 37 }, (_, number) => [`straight-${number}`, "1"]));
    const key = newKey();
    const answer = await owner.call(spins, alice, spread(everything), key);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          stake: "37",
          payout: "36",
          multiplier: "0.9729",
          status: "settled",
          balance: "999",
          outcome: { pocket: 36 },
          proof: { kind: "seeds", game: "roulette", nonce: 0, server_seed: null },
        },
      },
    });
    expect((await owner.call(spins, alice, spread(everything), key)).text).toBe(answer.text);
    expect((await owner.call(spins, alice, spread({ red: "1" }))).body.data).toMatchObject({
      outcome: { pocket: 30 },
      proof: { nonce: 1 },
    });
    // 30 is red.
    expect(await balance(alice)).toBe(rub(1000));
    expect((await owner.call("GET /api/v1/games/roulette/bets", alice)).body.data.items).toMatchObject([
      { round: null, stake: "1" },
      { round: null, pocket: answer.body.data.outcome.pocket },
    ]);
    await expectBooks();
    await owner.stop();
  });

  test("does not wait for the table, also while its wheel turns", async () => {
    const { owner, clock, player, wallet } = await opened([7]);
    const alice = await player(rub(100));
    seeded(wallet, alice);
    await clock.advance(bettingMs + 1000);
    expect((await owner.call(bets, alice, spread({ red: "1" }))).body.code).toBe("betting_closed");
    expect((await owner.call(spins, alice, spread({ red: "1" }))).status).toBe(201);
    await owner.stop();
  });
});

describe("a drain", () => {
  test("plays a spin with chips on it to its end, and opens no other", async () => {
    const { owner, clock, player, balance, expectBooks } = await opened([1]);
    const alice = await player(rub(10));
    await laid(owner, alice, { red: "10" });
    let done = false;
    void owner.drain().then(() => {
      done = true;
    });
    await clock.advance(roundMs - 1);
    expect(done).toBe(false);
    await clock.advance(shownMs + 1);
    expect(done).toBe(true);
    expect(await balance(alice)).toBe(rub(20));
    await clock.advance(drainMs);
    expect(owner.sent.filter(({ event }) => event === "betting")).toHaveLength(1);
    await owner.stop();
    await expectBooks();
  });

  test("leaves an empty table at once, and the next leader shows its number as voided", async () => {
    const { owner, another, clock, store } = await opened([5]);
    await owner.drain();
    await owner.stop();
    const next = another();
    await next.start();
    await clock.advance(1000);
    expect(await store.round(1n)).toMatchObject({ state: "voided", result: 5 });
    await next.stop();
  });
});
