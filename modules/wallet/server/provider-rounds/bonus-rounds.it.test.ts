import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import { providerBet, providerRollback, providerWin, roundOf } from "../../testing/provider-bets.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { diceBet, keyOf } from "../../testing/test-bets.ts";
import type { RoundBet } from "./port.ts";

/** Bonus money in rounds of providers. Units are major, real/bonus, the maximum bet 5. */

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await testApp({ lanes: 2 });
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const unit = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const slots = { product: "slots", rate: 1000 } as const;

interface Player {
  readonly id: PlayerId;
  readonly grant: Uuid;
  /** Stakes in a round, its first bet's number; answers `used` or the refusal. */
  bet(n: number, stake: number, rest?: Partial<RoundBet>): Promise<string>;
  win(n: number, round: number, amount: number, close?: boolean): Promise<string>;
  rollBack(n: number, bet: number, round?: number): Promise<string>;
  end(how: "cancelled" | "forfeited"): Promise<boolean>;
  give(grant: Uuid, bonus: number, terms?: Partial<GrantTerms>): Promise<void>;
  /** `real/bonus left`, or how the bonus ended. */
  now(): Promise<string>;
}

async function player(real: number, bonus: number, terms: Partial<GrantTerms> = {}): Promise<Player> {
  names += 1;
  const id = await app.player(`r${names}`, unit(real));
  const grant = keyOf(0x5000 + names);
  const self: Player = {
    id,
    grant,
    async bet(n, stake, rest = {}) {
      const answer = await app.wallet.placeInRound(providerBet(id, n, unit(stake), { ...slots, ...rest }));
      if (answer.kind === "stale_seed") return answer.kind;
      if (answer.kind === "refused") return answer.reason;
      const fromBonus = answer.bet.wagering?.fromBonus ?? 0n;
      return `${text(answer.bet.stake - fromBonus)}+${text(fromBonus)}`;
    },
    async win(n, round, amount, close = true) {
      const answer = await app.wallet.winRound(providerWin(id, n, unit(amount), round, { close }));
      return answer.kind === "refused" ? answer.reason : self.now();
    },
    async rollBack(n, bet, round = bet) {
      const answer = await app.wallet.rollBack(providerRollback(id, n, bet, { round: roundOf(round) }));
      return answer.kind === "refused" ? answer.reason : self.now();
    },
    async end(how) {
      return (await app.host.db.tx(tx => app.wallet.grants.end(tx, id, grant, how))) !== undefined;
    },
    async give(named, amount, rest = {}) {
      const given: GrantTerms = {
        id: named,
        player: id,
        currency: "USD",
        account: bonusCost("deposit"),
        amount: micros(unit(amount)),
        target: micros(unit(200)),
        maxBet: micros(unit(5)),
        games: ["dice", "slots"],
        until: new Date(app.host.clock.now() + 3_600_000),
        ...rest,
      };
      expect(await app.host.db.tx(tx => app.wallet.grants.give(tx, given))).toBe(true);
    },
    async now() {
      const { rows } = await app.host.db.query<
        Record<"real" | "bonus", bigint> & { left: bigint | null; state: number }
      >(
        `SELECT w.real, w.bonus, w.wager_left AS left, g.state FROM wallet.wallets w JOIN wagering.grants g USING (player_id)
         WHERE w.player_id = $1 AND g.id = $2`,
        [id, grant],
      );
      const { real: own = 0n, bonus: gift = 0n, left = null, state = 0 } = rows[0] ?? {};
      const states = ["", "", "completed", "lost", "expired", "cancelled", "forfeited"];
      return `${text(own)}/${text(gift)} ${state === 1 ? text(left ?? 0n) : states[state]}`;
    },
  };
  await self.give(grant, bonus, terms);
  return self;
}

const text = (amount: bigint) => String(Number(amount) / 1_000_000);
const cost = () => accountBalance(app.host.db, "USD", bonusCost("deposit"));
const target = (amount: number) => ({ target: micros(unit(amount)) });

describe("a stake in a provider's round", () => {
  test("takes real money first, then bonus money; the win is split by the stake, and the stake counts", async () => {
    const alice = await player(1, 20);
    expect(await alice.bet(1, 4)).toBe("1+3");
    expect(await alice.now()).toBe("0/17 200");
    expect(await alice.win(2, 1, 10)).toBe("2.5/24.5 196");
  });

  test("says the same about its money whenever it comes again", async () => {
    const alice = await player(1, 20);
    const bet = providerBet(alice.id, 1, unit(4), slots);
    const first = await app.wallet.placeInRound(bet);
    const win = providerWin(alice.id, 2, unit(10), 1);
    const won = await app.wallet.winRound(win);
    expect(won).toMatchObject({ kind: "paid", balance: unit(27) });
    expect(await app.wallet.winRound(win)).toEqual({ ...won, replayed: true });
    const again = await app.wallet.placeInRound(bet);
    const said = { balanceAfter: 0n, wagering: { fromBonus: unit(3), bonusAfter: unit(17) } };
    expect(first).toMatchObject({ kind: "accepted", bet: said });
    expect(again).toMatchObject({ kind: "accepted", bet: said, replayed: true });
  });

  test("over the maximum is real money that counts nothing, or is not offered", async () => {
    const alice = await player(4, 50);
    expect(await alice.bet(1, 6)).toBe("stake_out_of_limits");
    expect(await alice.bet(2, 60)).toBe("insufficient_funds");
    const bob = await player(8, 50);
    expect(await bob.bet(1, 6)).toBe("6+0");
    expect(await bob.win(2, 1, 18)).toBe("20/50 200");
  });

  test("takes no bonus money where the bonus does not name the product, or its return is not published", async () => {
    const alice = await player(3, 50);
    expect(await alice.bet(1, 4, { product: "tables" })).toBe("insufficient_funds");
    expect(await alice.bet(2, 4, { rate: 0 })).toBe("insufficient_funds");
    expect(await alice.bet(3, 3, { product: "tables" })).toBe("3+0");
    expect(await alice.win(4, 3, 5.82)).toBe("5.82/50 200");
    const bob = await player(0, 50, { games: ["tables"] });
    expect(await bob.bet(1, 4, { product: "tables", exclusive: false })).toBe("0+4");
  });

  test("ends a bonus that is over before it is taken", async () => {
    const alice = await player(0, 20, { until: new Date(app.host.clock.now() + 1000) });
    await app.host.clock.advance(1000);
    expect(await alice.bet(1, 1)).toBe("insufficient_funds");
    expect(await alice.now()).toBe("0/0 expired");
  });

  test("finishes its bonus with the win of its round: the money is real before the answer", async () => {
    const alice = await player(0, 10, target(1.5));
    expect(await alice.bet(1, 5)).toBe("0+5");
    expect(await alice.win(2, 1, 9)).toBe("14/0 completed");
  });
});

describe("a round of several bets", () => {
  const more = (stake: number): Partial<RoundBet> => ({ round: roundOf(1), winCap: micros(unit(stake) * 100n) });

  test("splits its win by all of its stakes, and each bet counts separately", async () => {
    const alice = await player(3, 20);
    expect(await alice.bet(1, 2)).toBe("2+0");
    expect(await alice.bet(2, 4, more(4))).toBe("1+3");
    expect(await alice.win(3, 1, 12)).toBe("6/23 194");
  });

  test("counts no more than is left", async () => {
    const alice = await player(0, 20, target(5));
    await alice.bet(1, 3);
    await alice.bet(2, 3, more(3));
    await alice.bet(3, 3, more(3));
    expect(await alice.win(4, 1, 0)).toBe("11/0 completed");
  });

  test("pays the real money of an early win at once, and holds the rest until it ends", async () => {
    const alice = await player(1, 20);
    await alice.bet(1, 4);
    expect(await alice.win(2, 1, 8, false)).toBe("2/17 200");
    expect(await alice.win(3, 1, 4)).toBe("3/26 196");
  });

  test("holds it through the end of the bonus, and returns it where the bonus was given up", async () => {
    const before = await cost();
    const alice = await player(1, 20);
    await alice.bet(1, 4);
    await alice.win(2, 1, 8, false);
    await alice.end("cancelled");
    expect(await alice.win(3, 1, 0)).toBe("2/0 cancelled");
    expect((await cost()) - before).toBe(unit(-20 + 17 + 6));
  });

  test("goes on with real money after its bonus ended, and is split as it was staked", async () => {
    const alice = await player(1, 20);
    await alice.bet(1, 4);
    await alice.end("cancelled");
    expect(await alice.bet(2, 1, more(1))).toBe("insufficient_funds");
    await app.host.db.tx(tx => app.wallet.credit(tx, depositOf(alice.id, 4, 0xd1)));
    const next = keyOf(0x9000 + names);
    await alice.give(next, 10);
    expect(await alice.bet(3, 4, more(4))).toBe("4+0");
    expect(await alice.win(4, 1, 16)).toBe("10/10 cancelled");
    const { rows } = await app.host.db.query(
      "SELECT wager_left AS left, wager_open AS open FROM wallet.wallets WHERE player_id = $1",
      [alice.id],
    );
    expect(rows).toEqual([{ left: unit(200), open: 0 }]);
  });

  test("rolled back one bet after the other leaves what the others were", async () => {
    const alice = await player(3, 20);
    await alice.bet(1, 2);
    await alice.bet(2, 4, more(4));
    expect(await alice.rollBack(3, 2, 1)).toBe("1/20 200");
    expect(await alice.win(4, 1, 8)).toBe("9/20 198");
  });
});

const depositOf = (owner: PlayerId, amount: number, n: number) => ({
  owner,
  currency: "USD" as const,
  amount: micros(unit(amount)),
  kind: "deposit" as const,
  reference: keyOf(n),
  from: 101 as never,
});

describe("a rollback and a win after the bonus ended", () => {
  /** Each way of ending, with a bet of 1+3 open; expiry and loss wait for it. */
  const ends = {
    completed: async (alice: Player) => {
      await app.wallet.place({ ...diceBet(alice.id, 90, unit(2), 0n), rate: 1000 });
      return "15/0 completed";
    },
    cancelled: async (alice: Player) => {
      await alice.end("cancelled");
      return "0/0 cancelled";
    },
    forfeited: async (alice: Player) => {
      await alice.end("forfeited");
      return "0/0 forfeited";
    },
    expired: async () => {
      await app.host.clock.advance(3_600_000);
      return "0/17 2";
    },
    lost: async (alice: Player) => {
      const slip = await alice.bet(80, 4, { round: roundOf(80, "other"), rate: 1 });
      expect(slip).toBe("0+4");
      expect(await alice.win(81, 80, 0)).toBe("0/13 1.996");
      return "0/13 1.996";
    },
  } as const;
  const back = {
    completed: "19/0 completed",
    cancelled: "1/0 cancelled",
    forfeited: "1/0 forfeited",
    expired: "1/0 expired",
    lost: "1/16 1.996",
  };
  const paid = {
    completed: "25/0 completed",
    cancelled: "2.5/0 cancelled",
    forfeited: "2.5/0 forfeited",
    expired: "27/0 completed",
    lost: "23/0 completed",
  };

  for (const how of Object.keys(ends) as (keyof typeof ends)[]) {
    test(`${how}: a rollback gives back what was taken, and only the player's own money without a bonus`, async () => {
      const alice = await player(1, 20, target(2));
      expect(await alice.bet(1, 4)).toBe("1+3");
      expect(await ends[how](alice)).toBe(await alice.now());
      expect(await alice.rollBack(2, 1)).toBe(back[how]);
      expect(await alice.rollBack(2, 1)).toBe(back[how]);
    });

    test(`${how}: a win is split by the stake`, async () => {
      const alice = await player(1, 20, target(2));
      await alice.bet(1, 4);
      await ends[how](alice);
      expect(await alice.win(2, 1, 10)).toBe(paid[how]);
      expect(await alice.win(2, 1, 10)).toBe(paid[how]);
    });
  }
});

describe("races", () => {
  test("win, rollback, two ends and the job from two processes: one end of each, and the books agree", async () => {
    const other = app.second();
    for (let n = 0; n < 20; n += 1) {
      const alice = await player(1, 20, target(4));
      await alice.bet(1, 4);
      const answers = await Promise.all([
        alice.win(2, 1, 8),
        other.wallet.rollBack(providerRollback(alice.id, 3, 1)),
        alice.end("cancelled"),
        app.host.db.tx(tx => other.wallet.grants.end(tx, alice.id, alice.grant, "forfeited")),
        app.host.db.tx(tx => app.wallet.grants.endDue(tx, alice.id, "USD")),
      ]);
      expect(answers).toHaveLength(5);
      expect([
        "25/0 completed",
        "2/0 cancelled",
        "2/0 forfeited",
        "1/0 cancelled",
        "1/0 forfeited",
        "1/20 4",
        "1/0 expired",
      ]).toContain(await alice.now());
    }
    await other.stop();
  });

  test("two bets of one round around the end of the bonus: the round is of one bonus", async () => {
    const other = app.second();
    for (let n = 0; n < 20; n += 1) {
      const alice = await player(6, 20);
      const round = roundOf(1);
      await Promise.all([
        alice.bet(1, 4, { round }),
        alice.end("cancelled").then(() => alice.give(keyOf(0xb000 + names), 10)),
        other.wallet.placeInRound(providerBet(alice.id, 2, unit(4), { ...slots, round })),
      ]);
      await alice.win(3, 1, 8);
    }
    await other.stop();
  });
});

test.each(["wallet.place.formed", "wallet.place.committed", "wallet.settle.formed", "wallet.settle.committed"])(
  "a fault at %s while bonus money is staked, won and rolled back: each happens once",
  async failpoint => {
    const alice = await player(1, 20);
    const arm = () => {
      app.host.failpoints.arm(failpoint, () => {
        throw new Error("a fault of the test");
      });
    };
    arm();
    expect(await alice.bet(1, 4)).toBe("1+3");
    arm();
    expect(await alice.win(2, 1, 10)).toBe("2.5/24.5 196");
    await alice.bet(3, 4);
    arm();
    expect(await alice.rollBack(4, 3)).toBe("2.5/24.5 196");
  },
);
