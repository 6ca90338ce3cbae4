import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, diceBet, keyOf, paid, voided } from "../testing/test-bets.ts";

/** The worked examples of bonus money: units are major, real/bonus, the maximum bet 5. */

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await testApp({ lanes: 2 });
});
afterAll(() => app.close());

const unit = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));

interface Player {
  readonly id: PlayerId;
  readonly grant: Uuid;
  /** Plays a bet that is decided at once; refused ones give their reason. */
  play(stake: number, payout: number, rate?: number): Promise<string>;
  open(stake: number, rate?: number): Promise<number>;
  end(bet: number, payout: number): Promise<void>;
  refund(bet: number): Promise<void>;
  giveUp(): Promise<void>;
  /** `real/bonus left`, or its end. */
  now(): Promise<string>;
}

async function player(
  real: number,
  bonus: number,
  terms: Partial<{ left: number; hours: number; cap: number }> = {},
): Promise<Player> {
  names += 1;
  const id = await app.player(`b${names}`, unit(real));
  const grant = keyOf(0x5000 + names);
  const given: GrantTerms = {
    id: grant,
    player: id,
    currency: "USD",
    account: bonusCost("deposit"),
    amount: micros(unit(bonus)),
    target: micros(unit(terms.left ?? 1000)),
    maxBet: micros(unit(5)),
    games: ["dice", "crash"],
    until: new Date(app.host.clock.now() + (terms.hours ?? 24) * 3_600_000),
    cap: terms.cap === undefined ? null : micros(unit(terms.cap)),
  };
  expect(await app.host.db.tx(tx => app.wallet.grants.give(tx, given))).toBe(true);
  let bets = 0;
  const place = (bet: Parameters<TestApp["wallet"]["place"]>[0]) => app.wallet.place(bet);
  const self: Player = {
    id,
    grant,
    async play(stake, payout, rate = 1000) {
      bets += 1;
      const answer = await place({ ...diceBet(id, bets, unit(stake), unit(payout)), ...(rate > 0 && { rate }) });
      return answer.kind === "refused" ? answer.reason : self.now();
    },
    async open(stake, rate = 1000) {
      bets += 1;
      const answer = await place({ ...crashBet(id, bets, unit(stake)), ...(rate > 0 && { rate }) });
      expect(answer.kind).toBe("accepted");
      return bets;
    },
    async end(bet, payout) {
      expect(await app.wallet.settle(paid(id, bet, unit(payout)))).toMatchObject({ kind: "settled" });
    },
    async refund(bet) {
      expect(await app.wallet.settle(voided(id, bet))).toMatchObject({ kind: "settled" });
    },
    async giveUp() {
      await app.host.db.tx(tx => app.wallet.grants.end(tx, id, grant, "cancelled"));
    },
    async now() {
      const { rows } = await app.host.db.query<
        Record<"real" | "bonus", bigint> & { left: bigint | null; state: number }
      >(
        `SELECT w.real, w.bonus, w.wager_left AS left, g.state FROM wallet.wallets w JOIN wagering.grants g USING (player_id)
         WHERE w.player_id = $1 AND g.id = $2`,
        [id, grant],
      );
      const { real = 0n, bonus = 0n, left = null, state = 0 } = rows[0] ?? {};
      const states = ["", "", "completed", "lost", "expired", "cancelled", "forfeited"];
      const text = (amount: bigint) => String(Number(amount) / 1_000_000);
      return `${text(real)}/${text(bonus)} ${left === null ? states[state] : text(left)}`;
    },
  };
  return self;
}

const cost = async () => accountBalance(app.host.db, "USD", bonusCost("deposit"));

describe("stakes and payouts of bonus money", () => {
  test("real money is staked first, payouts follow the shares, and each bet counts its rate", async () => {
    const alice = await player(7, 50);
    expect(await alice.play(5, 0)).toBe("2/50 995");
    expect(await alice.play(5, 12)).toBe("4.8/54.2 990");
    expect(await alice.play(5, 0)).toBe("0/54 985");
    await app.expectBooks();
  });

  test("shares are cut to a micro-unit, the bonus has the rest", async () => {
    const alice = await player(0.333333, 10);
    expect(await alice.play(1, 1.98, 250)).toBe("0.659999/10.653334 999.75");
    await app.expectBooks();
  });

  test("counts are cut to a micro-unit", async () => {
    const alice = await player(10, 10);
    expect(await alice.play(0.07, 0, 676)).toBe("9.93/10 999.95268");
    expect(await alice.play(0.1, 0, 250)).toBe("9.83/10 999.92768");
    expect(await alice.play(0.000003, 0, 250)).toBe("9.829997/10 999.92768");
  });

  test("the last bet counts what is left, and all bonus money is real before the next stake", async () => {
    const alice = await player(0, 10, { left: 1.5 });
    expect(await alice.play(5, 9)).toBe("14/0 completed");
    expect(await alice.play(14, 0)).toBe("0/0 completed");
    await app.expectBooks();
  });

  test("a stake over the maximum is real money or refused, and counts nothing", async () => {
    const alice = await player(4, 50);
    expect(await alice.play(6, 0)).toBe("bonus_max_bet");
    expect(await alice.play(60, 0)).toBe("insufficient_funds");
    const bob = await player(8, 50);
    expect(await bob.play(6, 18)).toBe("20/50 1000");
  });

  test("a bet without a rate, between players, is real money only", async () => {
    const alice = await player(3, 50);
    expect(await alice.play(4, 0, 0)).toBe("insufficient_funds");
    expect(await alice.play(3, 5.82, 0)).toBe("5.82/50 1000");
  });

  test("less than a hundredth is lost and returned", async () => {
    const alice = await player(0, 5.009999);
    const before = await cost();
    expect(await alice.play(5, 0)).toBe("0/0 lost");
    expect((await cost()) - before).toBe(9_999n);
    await app.expectBooks();
  });
});

describe("bets that are open when a bonus ends", () => {
  test("past its time nothing counts, and it expires with its last open bet", async () => {
    const alice = await player(1, 20, { left: 12, hours: 1 });
    const flight = await alice.open(4);
    await app.host.clock.advance(3_600_000);
    expect(await alice.play(1, 0)).toBe("insufficient_funds");
    const before = await cost();
    await alice.end(flight, 10);
    expect(await alice.now()).toBe("2.5/0 expired");
    expect((await cost()) - before).toBe(unit(24.5));
    await app.expectBooks();
  });

  test("at the exact millisecond of its end no stake takes bonus money", async () => {
    const alice = await player(0, 20, { hours: 1 });
    await app.host.clock.advance(3_600_000 - 1);
    expect(await alice.play(1, 0)).toBe("0/19 999");
    await app.host.clock.advance(1);
    expect(await alice.play(1, 0)).toBe("insufficient_funds");
    expect(await alice.now()).toBe("0/0 expired");
    await app.expectBooks();
  });

  test("a bet placed in time completes the bonus after it", async () => {
    const alice = await player(1, 20, { left: 4, hours: 1 });
    const flight = await alice.open(4);
    await app.host.clock.advance(3_600_000);
    await alice.end(flight, 10);
    expect(await alice.now()).toBe("27/0 completed");
    await app.expectBooks();
  });

  test("given up in flight: the shares of bonus money return to its account", async () => {
    const alice = await player(1, 20);
    const before = await cost();
    const flight = await alice.open(4);
    await alice.giveUp();
    expect(await alice.now()).toBe("0/0 cancelled");
    await alice.end(flight, 10);
    expect(await alice.now()).toBe("2.5/0 cancelled");
    expect((await cost()) - before).toBe(unit(17 + 7.5));
    await app.expectBooks();
  });

  test("given up in flight and then void: only the own money of the stake comes back", async () => {
    const alice = await player(1, 20);
    const flight = await alice.open(4);
    await alice.giveUp();
    await alice.refund(flight);
    expect(await alice.now()).toBe("1/0 cancelled");
    await app.expectBooks();
  });

  test("completed while a bet is open: its bonus money's share is paid as real money and counts nothing", async () => {
    const alice = await player(0, 20, { left: 2 });
    const flight = await alice.open(4);
    expect(await alice.play(2, 0)).toBe("14/0 completed");
    await alice.end(flight, 10);
    expect(await alice.now()).toBe("24/0 completed");
    await app.expectBooks();
  });

  test("completed, then void: the stake's bonus money is real money", async () => {
    const alice = await player(1, 20, { left: 2 });
    const flight = await alice.open(4);
    expect(await alice.play(2, 0)).toBe("15/0 completed");
    await alice.refund(flight);
    expect(await alice.now()).toBe("19/0 completed");
    await app.expectBooks();
  });

  test("a void bet gives each money back and counts nothing", async () => {
    const alice = await player(1, 20);
    const flight = await alice.open(4);
    await alice.refund(flight);
    expect(await alice.now()).toBe("1/20 1000");
    await app.expectBooks();
  });

  test("bets of an ended bonus do not touch the next one", async () => {
    const alice = await player(0, 20);
    const flight = await alice.open(4);
    await alice.giveUp();
    const next: GrantTerms = {
      id: keyOf(0x9000 + names),
      player: alice.id,
      currency: "USD",
      account: bonusCost("manual"),
      amount: micros(unit(7)),
      target: micros(unit(70)),
      maxBet: micros(unit(5)),
      games: ["dice"],
      until: new Date(app.host.clock.now() + 1000),
    };
    expect(await app.host.db.tx(tx => app.wallet.grants.give(tx, next))).toBe(true);
    await alice.end(flight, 10);
    const { rows } = await app.host.db.query(
      "SELECT real, bonus, wager_left AS left, wager_open AS open FROM wallet.wallets WHERE player_id = $1",
      [alice.id],
    );
    expect(rows).toEqual([{ real: 0n, bonus: unit(7), left: unit(70), open: 0 }]);
    await app.expectBooks();
  });
});

describe("a conversion cap", () => {
  test("at most the cap becomes real, and the rest is returned", async () => {
    const before = await cost();
    const alice = await player(3.2, 83.417, { left: 1, cap: 50 });
    expect(await alice.play(1, 1)).toBe("53.2/0 completed");
    // 83.417 were given and 33.417 came back: our cost is 50.
    expect((await cost()) - before).toBe(-unit(50));
    const { rows } = await app.host.db.query("SELECT released, returned FROM wagering.grants WHERE id = $1", [
      alice.grant,
    ]);
    expect(rows).toEqual([{ released: unit(50), returned: unit(33.417) }]);
    await app.expectBooks();
  });

  test("below the cap all of it becomes real", async () => {
    const alice = await player(0, 10, { left: 1, cap: 50 });
    expect(await alice.play(1, 1.98)).toBe("10.98/0 completed");
    await app.expectBooks();
  });

  test("it waits for open bets, so that their shares are within the cap too; nothing else takes bonus money meanwhile", async () => {
    const alice = await player(0, 20, { left: 2, cap: 30 });
    const flight = await alice.open(4);
    expect(await alice.play(2, 2)).toBe("0/16 0");
    expect(await alice.play(1, 9)).toBe("insufficient_funds");
    await alice.end(flight, 40);
    expect(await alice.now()).toBe("30/0 completed");
    await app.expectBooks();
  });

  test("a time that passes meanwhile takes nothing that was wagered", async () => {
    const alice = await player(0, 20, { left: 2, cap: 30, hours: 1 });
    const flight = await alice.open(4);
    expect(await alice.play(2, 2)).toBe("0/16 0");
    await app.host.clock.advance(2 * 3_600_000);
    await alice.refund(flight);
    expect(await alice.now()).toBe("20/0 completed");
    await app.expectBooks();
  });

  test("ended by the player meanwhile it is complete, and later shares return", async () => {
    const before = await cost();
    const alice = await player(1, 20, { left: 2, cap: 10 });
    const flight = await alice.open(4);
    expect(await alice.play(2, 0)).toBe("0/15 0");
    await alice.giveUp();
    expect(await alice.now()).toBe("10/0 completed");
    await alice.end(flight, 8);
    // One of four was real money, and so are two of eight.
    expect(await alice.now()).toBe("12/0 completed");
    expect((await cost()) - before).toBe(-unit(20) + unit(5) + unit(6));
    await app.expectBooks();
  });
});

describe("races", () => {
  test("of 200 gifts at once one is given", async () => {
    const id = await app.player("races", 0n);
    const given = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        app.host.db.tx(tx =>
          app.wallet.grants.give(tx, {
            id: keyOf(0xa000 + index),
            player: id,
            currency: index % 2 === 0 ? "USD" : "EUR",
            account: bonusCost("manual"),
            amount: micros(unit(1)),
            target: micros(unit(10)),
            maxBet: micros(unit(5)),
            games: ["dice"],
            until: new Date(app.host.clock.now() + 1000),
          }),
        ),
      ),
    );
    expect(given.filter(Boolean)).toHaveLength(1);
    await app.expectBooks();
  });

  test("giving up, expiry and a last bet race: one end, and the money moves once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const alice = await player(0, 20, { left: 4 });
      const flight = await alice.open(4);
      const results = await Promise.all([
        app.host.db.tx(tx => app.wallet.grants.end(tx, alice.id, alice.grant, "cancelled")),
        app.host.db.tx(tx => app.wallet.grants.end(tx, alice.id, alice.grant, "forfeited")),
        app.wallet.settle(paid(alice.id, flight, unit(8))).then(() => undefined),
        app.host.db.tx(tx => app.wallet.grants.endDue(tx, alice.id, "USD")),
      ]);
      expect(results.filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(["24/0 completed", "0/0 cancelled", "0/0 forfeited"]).toContain(await alice.now());
    }
    await app.expectBooks();
  });
});

describe("limits of the player's own", () => {
  test("every stake counts as wagered; only real money as lost", async () => {
    const alice = await player(2, 20);
    expect(await alice.play(4, 0)).toBe("0/18 996");
    const { rows } = await app.host.db.query(
      "SELECT wagered, lost, session_staked FROM wallet.wallets WHERE player_id = $1",
      [alice.id],
    );
    expect(rows).toEqual([{ wagered: unit(4), lost: unit(2), session_staked: unit(2) }]);
  });
});
