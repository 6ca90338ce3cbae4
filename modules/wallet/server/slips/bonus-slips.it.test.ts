import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { setDailyLimits } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { diceBet, keyOf, stakeLimits } from "../../testing/test-bets.ts";
import { type TestMarkets, testMarkets } from "../../testing/test-markets.ts";
import { cashedOut, revision, settled, slipOn } from "../../testing/test-slips.ts";
import { readBetsOfGrant } from "../grant-bets.ts";

/** Bonus money in slips: units are major, real/bonus, the maximum bet 5, the rate 1000 unless stated. */

let app: TestApp;
let markets: TestMarkets;
let names = 0;
beforeAll(async () => {
  app = await testApp({ lanes: 2 });
  markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
});
afterAll(async () => {
  await markets.expectExposures();
  await app.expectBooks();
  await app.close();
});

const unit = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const text = (amount: bigint) => String(Number(amount) / 1_000_000);
const voided = { kind: "voided" } as const;
const reopened = { kind: "reopened" } as const;
const cost = async () => accountBalance(app.host.db, "USD", bonusCost("deposit"));

interface Terms {
  readonly left?: number;
  readonly games?: readonly string[];
  readonly hours?: number;
}

async function player(real: number, bonus: number, terms: Terms = {}) {
  names += 1;
  const id: PlayerId = await app.player(`s${names}`, unit(real));
  const grant = keyOf(0x6000 + names);
  const given = await app.host.db.tx(tx =>
    app.wallet.grants.give(tx, {
      id: grant,
      player: id,
      currency: "USD",
      account: bonusCost("deposit"),
      amount: micros(unit(bonus)),
      target: micros(unit(terms.left ?? 1000)),
      maxBet: micros(unit(5)),
      games: terms.games ?? ["betting"],
      until: new Date(app.host.clock.now() + (terms.hours ?? 24) * 3_600_000),
    }),
  );
  expect(given).toBe(true);
  const made = new Map<number, number>();
  let slips = 0;
  const self = {
    id,
    grant,
    async place(stake: number, rate = 1000): Promise<string> {
      slips += 1;
      const answer = await app.wallet.placeSlip(slipOn(id, slips, unit(stake), [1], { rate }));
      return answer.kind === "refused" ? answer.reason : self.now();
    },
    /** The next revision of a slip. */
    async revise(slip: number, result: Parameters<typeof revision>[2]): Promise<string> {
      const after = made.get(slip) ?? 0;
      const [answer] = await app.wallet.reviseSlips(id, [revision(slip, after, result)]);
      expect(answer).toMatchObject({ kind: "revised" });
      made.set(slip, after + 1);
      return self.now();
    },
    async giveUp(): Promise<void> {
      await app.host.db.tx(tx => app.wallet.grants.end(tx, id, grant, "cancelled"));
    },
    async spend(amount: number): Promise<void> {
      const movement = { owner: id, currency: "USD" as const, amount: micros(unit(amount)), kind: "vault" as const };
      const accounts = { from: account("player:real"), to: account("player:vault") };
      await app.host.db.tx(tx => app.wallet.move(tx, { ...movement, reference: keyOf(0x7000 + names), ...accounts }));
    },
    /** `real/bonus left`, or its end. */
    async now(): Promise<string> {
      const { rows } = await app.host.db.query<
        Record<"real" | "bonus", bigint> & { left: bigint | null; state: number }
      >(
        `SELECT w.real, w.bonus, w.wager_left AS left, g.state FROM wallet.wallets w JOIN wagering.grants g USING (player_id)
         WHERE w.player_id = $1 AND g.id = $2`,
        [id, grant],
      );
      const { real: own = 0n, bonus: left = 0n, left: toWager = null, state = 0 } = rows[0] ?? {};
      const states = ["", "", "completed", "lost", "expired", "cancelled", "forfeited"];
      return `${text(own)}/${text(left)} ${toWager === null ? states[state] : text(toWager)}`;
    },
  };
  return self;
}

describe("placing and settling", () => {
  test("real money is staked first, payouts and boosts follow the shares, and a slip counts its rate when it is settled", async () => {
    const alice = await player(2, 50);
    expect(await alice.place(5, 1250)).toBe("0/47 1000");
    expect(await app.wallet.slip(alice.id, keyOf(1))).toMatchObject({
      wagering: { rate: 1250, fromBonus: unit(3), bonusAfter: unit(47), paidBonus: 0n },
    });
    expect(await alice.revise(1, settled(unit(12), unit(1)))).toBe("5.2/54.8 993.75");
    expect(await app.wallet.slip(alice.id, keyOf(1))).toMatchObject({
      payout: unit(12),
      boost: unit(1),
      wagering: { paidBonus: unit(7.8), counted: unit(6.25) },
    });
    expect(await alice.place(5)).toBe("0.2/54.8 993.75");
    expect(await alice.revise(2, settled(0n))).toBe("0.2/54.8 988.75");
  });

  test("shares are cut to a micro-unit, the bonus has the rest", async () => {
    const alice = await player(0.333333, 10);
    await alice.place(1, 250);
    expect(await alice.revise(1, settled(unit(1.98)))).toBe("0.659999/10.653334 999.75");
  });

  test("a repeat of the request says which money it was, as it was accepted", async () => {
    const alice = await player(1, 10);
    const slip = slipOn(alice.id, 7, unit(3), [1], { rate: 1000 });
    const first = await app.wallet.placeSlip(slip);
    expect(first).toMatchObject({ slip: { balanceAfter: 0n, wagering: { fromBonus: unit(2), bonusAfter: unit(8) } } });
    await app.wallet.reviseSlips(alice.id, [revision(7, 0, settled(unit(6)))]);
    expect(await app.wallet.placeSlip(slip)).toEqual({ ...first, replayed: true });
  });

  test("a larger stake than the maximum takes no bonus money; without a rate, or of a bonus for games, neither", async () => {
    const alice = await player(4, 50);
    expect(await alice.place(6)).toBe("bonus_max_bet");
    expect(await alice.place(5, 0)).toBe("insufficient_funds");
    const bob = await player(8, 50);
    expect(await bob.place(6)).toBe("2/50 1000");
    expect(await bob.revise(1, settled(unit(18)))).toBe("20/50 1000");
    const carol = await player(1, 50, { games: ["dice"] });
    expect(await carol.place(2)).toBe("insufficient_funds");
    const dave = await player(1, 50);
    expect(await app.wallet.place({ ...diceBet(dave.id, 1, unit(2), 0n), rate: 1000 })).toMatchObject({
      reason: "insufficient_funds",
    });
  });

  test("the slip that completes the wagering makes all bonus money real in the same answer", async () => {
    const alice = await player(0, 10, { left: 1.5 });
    await alice.place(5);
    expect(await alice.revise(1, settled(unit(9)))).toBe("14/0 completed");
  });

  test("what is left below a hundredth is lost, and the next slip is of real money", async () => {
    const alice = await player(1, 5);
    await alice.place(5);
    await alice.place(0.995, 250);
    await alice.revise(1, settled(0n));
    expect(await alice.revise(2, settled(0n))).toBe("0/0 lost");
  }, 20_000);

  test("a void slip gives each money back and counts nothing", async () => {
    const alice = await player(1, 20);
    await alice.place(4);
    expect(await alice.revise(1, voided)).toBe("1/20 1000");
  });

  test("every stake counts as wagered, only real money as lost", async () => {
    await app.fixRates();
    const alice = await player(2, 20);
    const limits = stakeLimits(undefined, unit(2));
    await app.host.db.tx(tx => setDailyLimits(tx, { player: alice.id, limits, now: new Date(app.host.clock.now()) }));
    expect(await alice.place(5)).toBe("0/17 1000");
    expect(await alice.place(5)).toBe("0/12 1000");
  });
});

describe("cashing out", () => {
  test("a part is split by the stake's shares, counts nothing, and the rest is settled with what it was", async () => {
    const alice = await player(1, 20);
    await alice.place(4);
    expect(await alice.revise(1, cashedOut(unit(1), unit(2)))).toBe("0.5/18.5 1000");
    expect(await alice.revise(1, settled(unit(6)))).toBe("2/23 997");
    expect(await app.wallet.slip(alice.id, keyOf(1))).toMatchObject({
      wagering: { cashedBonus: unit(1.5), paidBonus: unit(4.5), counted: unit(3) },
    });
  });

  test("a slip cashed out as a whole is no open bet of its bonus any more", async () => {
    const alice = await player(0, 4, { hours: 1 });
    await alice.place(4);
    await app.host.clock.advance(3_600_001);
    expect(await alice.revise(1, cashedOut(unit(4), unit(3)))).toBe("0/0 expired");
  });
});

describe("corrections", () => {
  test("a result that is withdrawn takes its shares back, and what it counted is left again", async () => {
    const alice = await player(1, 20, { left: 200 });
    await alice.place(4);
    expect(await alice.revise(1, settled(unit(10), unit(2)))).toBe("3/26 196");
    expect(await alice.revise(1, reopened)).toBe("0/17 200");
    expect(await alice.revise(1, settled(unit(4)))).toBe("1/20 196");
    expect(await alice.revise(1, voided)).toBe("1/20 200");
    expect(await alice.revise(1, settled(0n))).toBe("0/17 196");
  });

  test("bonus money that a correction does not find any more is our cost; real money is owed", async () => {
    const before = await cost();
    const alice = await player(1, 4);
    await alice.place(4);
    await alice.revise(1, settled(unit(8), unit(4)));
    expect(await alice.place(5)).toBe("0/8 996");
    await alice.place(5);
    await alice.place(3);
    expect(await alice.revise(1, settled(0n))).toBe("0/0 996");
    const { rows } = await app.host.db.query(
      `SELECT owed::text, bonus_short::text AS short FROM wallet.slip_revisions WHERE player_id = $1 AND number = 2`,
      [alice.id],
    );
    expect(rows).toEqual([{ owed: "3000000", short: "9000000" }]);
    for (const slip of [2, 3, 4]) await alice.revise(slip, settled(0n));
    expect((await alice.now()).split(" ")[1]).toBe("lost");
    expect((await cost()) - before).toBe(-unit(4) - unit(9));
  });

  test("a correction never takes bonus money of another bonus", async () => {
    const alice = await player(0, 4, { left: 4 });
    await alice.place(4);
    expect(await alice.revise(1, settled(unit(8)))).toBe("8/0 completed");
    const id = keyOf(0x6fff);
    await app.host.db.tx(tx =>
      app.wallet.grants.give(tx, {
        id,
        player: alice.id,
        currency: "USD",
        account: bonusCost("reload"),
        amount: micros(unit(10)),
        target: micros(unit(100)),
        maxBet: micros(unit(5)),
        games: ["betting"],
        until: new Date(app.host.clock.now() + 3_600_000),
      }),
    );
    expect(await alice.revise(1, settled(0n))).toBe("8/10 100");
    await app.expectBooks();
  });
});

describe("slips that end after their bonus", () => {
  test("of a completed bonus their share is real, and a correction takes it back as real money", async () => {
    const alice = await player(0, 20, { left: 2 });
    await alice.place(4);
    await alice.place(2);
    expect(await alice.revise(2, settled(0n))).toBe("14/0 completed");
    expect(await alice.revise(1, settled(unit(10), unit(1)))).toBe("25/0 completed");
    await alice.spend(20);
    expect(await alice.revise(1, settled(0n))).toBe("0/0 completed");
    const { rows } = await app.host.db.query(
      "SELECT owed::text FROM wallet.slip_revisions WHERE player_id = $1 AND owed > 0",
      [alice.id],
    );
    expect(rows).toEqual([{ owed: "6000000" }]);
    expect(await alice.revise(1, settled(unit(10)))).toBe("4/0 completed");
  });

  test("of one that was given up it goes back to the bonus, and comes from there again", async () => {
    const before = await cost();
    const alice = await player(1, 20);
    await alice.place(4);
    await alice.giveUp();
    expect(await alice.revise(1, settled(unit(10), unit(2)))).toBe("3/0 cancelled");
    expect((await cost()) - before).toBe(unit(6));
    expect(await alice.revise(1, voided)).toBe("1/0 cancelled");
    expect((await cost()) - before).toBe(0n);
  });

  test("what a correction gives to a bonus that was lost is paid as real money", async () => {
    const alice = await player(1, 4);
    await alice.place(4);
    await alice.place(1);
    await alice.revise(1, settled(0n));
    expect(await alice.revise(2, settled(0n))).toBe("0/0 lost");
    expect(await alice.revise(1, settled(unit(8)))).toBe("8/0 lost");
  });
});

test("a slip keeps its bonus beyond its time until it is settled; no other slip takes its money then", async () => {
  const alice = await player(1, 20, { left: 12, hours: 1 });
  await alice.place(4);
  await app.host.clock.advance(3_600_000);
  expect(await alice.place(2)).toBe("insufficient_funds");
  expect(await alice.revise(1, settled(unit(10)))).toBe("2.5/0 expired");
});

test("while a slip waits its bonus money is kept for it, and it takes it when it is accepted", async () => {
  const alice = await player(1, 6);
  const reserve = (amount: number) =>
    app.wallet.slipReserves.reserve({
      player: alice.id,
      currency: "USD",
      amount: micros(unit(amount)),
      rate: 1000,
      until: new Date(app.host.clock.now() + 7_000),
    });
  const first = await reserve(5);
  expect(first).toEqual({ kind: "reserved", shares: { real: unit(1), bonus: unit(4) } });
  expect(await alice.place(3)).toBe("insufficient_funds");
  expect(await reserve(3)).toMatchObject({ kind: "refused", isOverMaxBet: false });
  expect(await reserve(6)).toMatchObject({ kind: "refused", isOverMaxBet: true });
  const reserved = { real: micros(unit(1)), bonus: micros(unit(4)) };
  const slip = slipOn(alice.id, 9, unit(5), [1], { rate: 1000, reserved });
  expect(await app.wallet.placeSlip(slip)).toMatchObject({ slip: { wagering: { fromBonus: unit(4) } } });
  expect(await alice.place(2)).toBe("0/0 1000");
});

test("the slips of a bonus are listed with what each counted", async () => {
  const alice = await player(0, 50);
  await alice.place(5);
  await alice.place(4, 500);
  await alice.revise(1, settled(0n));
  await alice.revise(2, settled(unit(4)));
  const { bets } = await readBetsOfGrant(app.host.db, alice.id, { id: alice.grant, limit: 20 });
  expect(bets.map(({ game, wagering }) => [game, wagering?.counted])).toEqual([
    ["betting", unit(2)],
    ["betting", unit(5)],
  ]);
});

test("stakes, ends and corrections at once: one end of the bonus, and the books agree", async () => {
  const alice = await player(3, 40, { left: 25 });
  const second = app.second();
  for (let slip = 1; slip <= 8; slip += 1) await alice.place(5);
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? app.wallet : second.wallet).reviseSlips(alice.id, [revision(n + 1, 0, settled(unit(n)))]),
    ),
    alice.giveUp(),
    ...Array.from({ length: 4 }, (_, n) =>
      second.wallet.placeSlip(slipOn(alice.id, 20 + n, unit(2), [1], { rate: 1000 })),
    ),
  ]);
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? app.wallet : second.wallet).reviseSlips(alice.id, [revision(n + 1, 1, settled(unit(8 - n)))]),
    ),
  );
  await second.stop();
  const { rows } = await app.host.db.query("SELECT state FROM wagering.grants WHERE player_id = $1", [alice.id]);
  expect(rows).toHaveLength(1);
  await app.expectBooks();
});
