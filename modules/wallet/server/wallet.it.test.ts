import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { confirmedCalls } from "#kit/db/confirmed-calls.ts";
import type { DbConnection, Queryable, SqlValue } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { houseOwner, trialBalance } from "#modules/ledger/server/index.ts";
import { account, accountName, bonusCost } from "#modules/ledger/shared/chart.ts";
import { block, mayDeposit, setDailyLimits } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import {
  crashBet,
  deposit,
  diceBet,
  idOf,
  keyOf,
  paid,
  roundBet,
  roundEnd,
  stakeLimits,
  voided,
} from "../testing/test-bets.ts";
import { capital, payInCapital } from "./pay-in-capital.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

describe("bets", () => {
  test("alice wins and loses at dice; the books show each movement", async () => {
    const alice = await app.player("alice", 100n);
    const won = await app.wallet.place(diceBet(alice, 1, 60n, 100n));
    expect(won).toMatchObject({ kind: "accepted", bet: { status: "settled", balanceAfter: 140n, seed: { nonce: 0 } } });
    const lost = await app.wallet.place(diceBet(alice, 2, 140n, 0n));
    expect(lost).toMatchObject({ kind: "accepted", bet: { payout: 0n, balanceAfter: 0n, seed: { nonce: 1 } } });
    await app.expectBooks(alice, 0n);
    const { rows } = await app.host.db.query<{
      debit: number;
      credit: number;
      amount: bigint;
      balanceAfter: bigint;
    }>(
      `SELECT debit, credit, amount, balance_after AS "balanceAfter" FROM ledger.transfers WHERE player_id = $1 ORDER BY seq`,
      [alice],
    );
    expect(rows.map(row => [accountName(row.debit), accountName(row.credit), row.amount, row.balanceAfter])).toEqual([
      ["deposits:sandbox", "player:real", 100n, 100n],
      ["player:real", "result:dice", 60n, 40n],
      ["result:dice", "player:real", 100n, 140n],
      ["player:real", "result:dice", 140n, 0n],
    ]);
  });

  test("bob repeats a key: he gets the first response, and money moved once; another body is a conflict", {
    tags: ["known-failure/19/instant"],
  }, async () => {
    const bob = await app.player("bob", 100n);
    const first = await app.wallet.place(diceBet(bob, 1, 10n, 15n));
    expect(await app.wallet.place(diceBet(bob, 1, 10n, 99n))).toEqual({ ...first, replayed: true });
    expect(await app.wallet.place(diceBet(bob, 1, 11n, 15n))).toMatchObject({ reason: "idempotency_conflict" });
    await app.expectBooks(bob, 105n);
  });

  test("what is found under its key waits for a standby; a bet, a step and an end that are new have waited", async () => {
    const walt = await app.player("walt", 100n);
    let waits = 0;
    const query = async <Row>(text: string) => {
      if (text.includes("pg_logical_emit_message")) waits += 1;
      return { rows: [] as Row[], rowCount: 0 };
    };
    const connection = { query, end: async () => undefined } as unknown as DbConnection;
    const calls = confirmedCalls({ query, connect: async () => connection }, app.host.clock);
    const { wallet } = app;
    await wallet.place(roundBet(walt, 4, 10n));
    const round = required(await wallet.openRound(walt, "miner"), "a round that has begun");
    const later = { ...round, journal: { ...round.journal, steps: [{ key: keyOf(5), choice: 1, shown: 2 }] } };
    const moves = [
      () => wallet.place(diceBet(walt, 1, 10n, 15n)),
      () => wallet.place(crashBet(walt, 2, 10n)),
      () => wallet.settle(paid(walt, 2, 5n, { key: keyOf(3) })),
      () => wallet.step({ round, key: keyOf(5), choice: 1, shown: 2 }),
      () => wallet.finish(roundEnd(later, 5n, { key: keyOf(6) })),
    ];
    for (const move of moves) expect(await calls.run<object>(move)).toMatchObject({ replayed: false });
    expect(waits).toBe(0);
    for (const move of moves) expect(await calls.run<object>(move)).toMatchObject({ replayed: true });
    expect(waits).toBe(moves.length);
  });

  test("a refused bet uses no nonce: the same nonce decides the next bet", {
    tags: ["known-failure/9/instant"],
  }, async () => {
    const carol = await app.player("carol", 10n);
    expect(await app.wallet.place(diceBet(carol, 1, 11n, 0n))).toEqual({
      kind: "refused",
      reason: "insufficient_funds",
      balance: 10n,
    });
    expect(await app.wallet.place(diceBet(carol, 2, 10n, 0n))).toMatchObject({ bet: { seed: { nonce: 0 } } });
  });

  test("15: a bet that does not count for a bonus takes no bonus money: it is neither counted nor taken", {
    tags: ["known-failure/15/all"],
  }, async () => {
    const gina = await app.player("gina", 10n);
    const terms = {
      id: keyOf(90),
      player: gina,
      currency: "USD",
      account: bonusCost("manual"),
      games: ["dice"],
    } as const;
    const until = new Date(app.host.clock.now() + 86_400_000);
    const amounts = { amount: micros(20_000n), target: micros(1n), maxBet: micros(1000n) };
    await app.host.db.tx(tx => app.wallet.grants.give(tx, { ...terms, ...amounts, until }));
    const most = { kind: "refused", reason: "insufficient_funds", balance: 10n };
    expect(await app.wallet.place(diceBet(gina, 1, 11n, 0n))).toEqual(most);
    expect(await app.wallet.place(crashBet(gina, 2, 11n))).toMatchObject({ kind: "refused" });
    expect(await app.wallet.place(diceBet(gina, 3, 10n, 0n))).toMatchObject({ bet: { balanceAfter: 0n } });
    const [balance] = await app.wallet.balances(gina);
    expect(balance).toMatchObject({ real: 0n, bonus: 20_000n });
  });

  test("a player with neither wallet nor seeds gets the error of the first missing one", async () => {
    expect(await app.wallet.place(diceBet(idOf("nobody"), 1, 1n, 0n))).toMatchObject({ reason: "no_client_seed" });
    expect(await app.wallet.place(crashBet(idOf("nobody"), 3, 1n, 1n))).toMatchObject({ reason: "window_closed" });
    expect(await app.wallet.place(crashBet(idOf("nobody"), 2, 1n))).toMatchObject({
      reason: "insufficient_funds",
      balance: 0n,
    });
  });

  test("the key of another player is another bet", { tags: ["known-failure/10/all"] }, async () => {
    const dave = await app.player("dave", 10n);
    const erin = await app.player("erin", 10n);
    await app.wallet.place(diceBet(dave, 1, 10n, 0n));
    expect(await app.wallet.place(diceBet(erin, 1, 9n, 0n))).toMatchObject({ kind: "accepted", replayed: false });
    const zoe = await app.player("zoe", 10n);
    await app.wallet.place(crashBet(zoe, 2, 10n));
    for (const key of [2, 99])
      expect(await app.wallet.settle(paid(erin, key, 5n))).toEqual({ kind: "refused", reason: "unknown_bet" });
    expect(await app.wallet.bet(dave, keyOf(1))).toMatchObject({ player: dave, stake: 10n });
    expect(await app.wallet.bet(zoe, keyOf(2))).toMatchObject({ player: zoe, status: "open" });
  });
});

describe("open bets", () => {
  test("frank cashes out: his stake leaves play and he is paid, once; a repeat of his key gets the first response", {
    tags: ["known-failure/4/steps"],
  }, async () => {
    const frank = await app.player("frank", 50n);
    const placed = await app.wallet.place(crashBet(frank, 1, 50n));
    expect(placed).toMatchObject({ bet: { status: "open", balanceAfter: 0n, outcome: null } });
    const first = await app.wallet.settle(paid(frank, 1, 75n, { key: keyOf(900) }));
    expect(first).toMatchObject({ kind: "settled", replayed: false, bet: { payout: 75n, settledBalance: 75n } });
    expect(await app.wallet.settle(paid(frank, 1, 75n, { key: keyOf(900) }))).toEqual({ ...first, replayed: true });
    expect(await app.wallet.settle(paid(frank, 1, 999n))).toMatchObject({ reason: "already_settled" });
    expect(await app.wallet.place(crashBet(frank, 1, 50n))).toEqual({ ...placed, replayed: true });
    await app.expectBooks(frank, 75n);
  });

  test("a lost bet pays nothing and a void one gives the stake back", async () => {
    const grace = await app.player("grace", 50n);
    await app.wallet.place(crashBet(grace, 1, 20n));
    await app.wallet.place(crashBet(grace, 2, 30n));
    expect(await app.wallet.settle(paid(grace, 1, 0n))).toMatchObject({ bet: { status: "settled", payout: 0n } });
    expect(await app.wallet.settle(voided(grace, 2))).toMatchObject({ bet: { status: "voided", payout: 30n } });
    await app.expectBooks(grace, 30n);
  });

  test("bets are accepted only through an open window of their round; an old leader settles nothing", {
    tags: ["known-failure/20/shared", "known-failure/20/rooms", "known-failure/26/shared", "known-failure/26/rooms"],
  }, async () => {
    const heidi = await app.player("heidi", 100n);
    const old = await app.wallet.takeEpoch("crash");
    const epoch = await app.wallet.takeEpoch("crash");
    expect(await app.wallet.openBettingWindow(app.host.db, "crash", 1n, old)).toBe(false);
    expect(await app.wallet.openBettingWindow(app.host.db, "crash", 1n, epoch)).toBe(true);
    expect(await app.wallet.place(crashBet(heidi, 1, 10n, 2n))).toMatchObject({ reason: "window_closed" });
    expect(await app.wallet.place(crashBet(heidi, 2, 10n, 1n))).toMatchObject({ kind: "accepted" });
    expect(await app.wallet.closeBettingWindow("crash", epoch)).toBe(true);
    expect(await app.wallet.place(crashBet(heidi, 3, 10n, 1n))).toMatchObject({ reason: "window_closed" });
    expect((await app.wallet.openBets("crash", 1n)).map(bet => bet.key)).toEqual([keyOf(2)]);
    const asleep = paid(heidi, 2, 20n, { bettingWindow: { name: "crash", epoch: old } });
    expect(await app.wallet.settle(asleep)).toEqual({ kind: "refused", reason: "leadership_lost" });
    expect(await app.wallet.settle({ ...asleep, bettingWindow: { name: "crash", epoch } })).toMatchObject({
      kind: "settled",
    });
    expect(await app.wallet.openBettingWindow(app.host.db, "crash", 1n, epoch)).toBe(false);
    await app.expectBooks(heidi, 110n);
  });
});

describe("limits", () => {
  test("a daily wager and a daily loss limit are enforced in the statement; a tighter one at once, a looser one after a day", async () => {
    const ivan = await app.player("ivan", 1000n);
    const set = (wager: bigint | null, loss: bigint | null) =>
      app.host.db.tx(tx =>
        setDailyLimits(tx, {
          player: ivan,
          now: new Date(app.host.clock.now()),
          limits: stakeLimits(wager, loss),
        }),
      );
    await set(200n, 60n);
    expect(await app.wallet.place(diceBet(ivan, 1, 60n, 40n))).toMatchObject({ kind: "accepted" });
    expect(await app.wallet.place(diceBet(ivan, 2, 41n, 0n))).toMatchObject({ reason: "limit_reached" });
    expect(await app.wallet.place(diceBet(ivan, 3, 40n, 200n))).toMatchObject({ kind: "accepted" });
    expect(await app.wallet.place(diceBet(ivan, 4, 101n, 0n))).toMatchObject({ reason: "limit_reached" });
    await set(null, null);
    expect(await app.wallet.place(diceBet(ivan, 5, 101n, 0n))).toMatchObject({ reason: "limit_reached" });
    await app.host.clock.advance(86_400_000);
    expect(await app.wallet.place(diceBet(ivan, 6, 500n, 0n))).toMatchObject({ kind: "accepted" });
  });

  test("a void stake does not count as wagered, and a blocked player stakes nothing in any wallet, also one opened later", async () => {
    const judy = await app.player("judy", 100n);
    const limits = stakeLimits(50n, null);
    const now = new Date(app.host.clock.now());
    await app.host.db.tx(tx => setDailyLimits(tx, { player: judy, limits, now }));
    await app.wallet.place(crashBet(judy, 1, 50n));
    await app.wallet.settle(voided(judy, 1));
    expect(await app.wallet.place(crashBet(judy, 2, 50n))).toMatchObject({ kind: "accepted" });
    await app.host.db.tx(tx => block(tx, judy, new Date(now.getTime() + 60_000)));
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, judy, "KZT");
      await app.wallet.credit(tx, deposit(judy, 100n, "KZT", keyOf(0xd1)));
    });
    expect(await app.wallet.place(diceBet(judy, 3, 1n, 0n, "KZT"))).toMatchObject({ reason: "limit_reached" });
    await app.host.clock.advance(86_400_000);
    await app.fixRates();
    expect(await app.wallet.place(diceBet(judy, 4, 1n, 0n, "KZT"))).toMatchObject({ kind: "accepted" });
  });
});

describe("concurrent limits and blocks", () => {
  test("a stake of yesterday that is voided after midnight frees no loss limit today", async () => {
    const lena = await app.player("lena", 1000n);
    const { clock, db } = app.host;
    const limits = stakeLimits(null, 100n);
    await clock.advance(86_400_000 - (clock.now() % 86_400_000) - 1000);
    await db.tx(tx => setDailyLimits(tx, { player: lena, limits, now: new Date(clock.now()) }));
    await app.wallet.place(crashBet(lena, 1, 100n));
    await clock.advance(2000);
    await app.wallet.settle(voided(lena, 1));
    expect(await app.wallet.place(diceBet(lena, 2, 100n, 0n))).toMatchObject({ kind: "accepted" });
    expect(await app.wallet.place(diceBet(lena, 3, 1n, 0n))).toMatchObject({ reason: "limit_reached" });
  });

  test("a self-exclusion at the very moment a wallet is opened applies to that wallet too", async () => {
    const { clock, db } = app.host;
    const mona = idOf("mona");
    await app.pairs.give(mona);
    const now = new Date(clock.now());
    let goOn = (): void => undefined;
    const notified = new Promise<void>(resolve => {
      goOn = resolve;
    });
    let opened = (): void => undefined;
    const isOpened = new Promise<void>(resolve => {
      opened = resolve;
    });
    const deposited = db.tx(async tx => {
      expect(await mayDeposit(tx, mona, now)).toBe(true);
      await app.wallet.credit(tx, deposit(mona, 100n));
      opened();
      await notified;
    });
    await isOpened;
    const excluded = db.tx(tx => block(tx, mona, new Date(clock.now() + 60_000)));
    await sleep(100);
    goOn();
    await Promise.all([deposited, excluded]);
    expect(await db.tx(tx => mayDeposit(tx, mona, now))).toBe(false);
    expect(await app.wallet.place(diceBet(mona, 1, 1n, 0n))).toMatchObject({ reason: "limit_reached" });
    await app.expectBooks(mona, 100n);
  });
});

describe("other movements", () => {
  test("a deposit reported twice is credited once; money leaves a balance only if it is there", async () => {
    const kate = await app.player("kate", 100n);
    const again = await app.host.db.tx(tx => app.wallet.credit(tx, deposit(kate, 100n)));
    expect(again).toEqual({ kind: "moved", replayed: true, seq: 1n, balanceAfter: 100n });
    const out = (amount: bigint, n: number) =>
      app.host.db.tx(tx =>
        app.wallet.debit(tx, {
          owner: kate,
          currency: "USD",
          amount: micros(amount),
          kind: "vault",
          reference: keyOf(n),
          to: account("player:vault"),
        }),
      );
    expect(await out(101n, 1)).toEqual({ kind: "refused", reason: "insufficient_funds", balance: 100n });
    expect(await out(40n, 2)).toMatchObject({ kind: "moved", balanceAfter: 60n });
    await app.expectBooks(kate, 60n);
  });

  test("a surplus is held aside, and capital belongs to no player", async () => {
    const liam = await app.player("liam", 5n);
    const { from, ...surplus } = deposit(liam, 7n, "USD", keyOf(7));
    await app.host.db.tx(async tx => {
      await app.wallet.move(tx, { ...surplus, kind: "deposit_held", from, to: account("to be returned") });
      await app.wallet.move(tx, {
        owner: houseOwner,
        currency: "EUR",
        amount: micros(10n ** 14n),
        kind: "capital",
        reference: keyOf(1),
        from: account("bank"),
        to: account("capital"),
      });
    });
    const balances = await trialBalance(app.host.db);
    expect(balances.find(row => row.name === "to be returned")?.balance).toBe(7n);
    expect(balances.filter(row => row.currency === "EUR").map(row => [row.name, row.balance])).toEqual([
      ["capital", 10n ** 14n],
      ["bank", -(10n ** 14n)],
    ]);
    await app.expectBooks(liam, 5n);
  });

  test("the ledger is append-only: rows are neither updated, deleted nor truncated, even by its owner", async () => {
    await app.player("mia", 5n);
    for (const attempt of [
      "UPDATE ledger.transfers SET amount = amount + 1",
      "DELETE FROM ledger.transfers",
      "TRUNCATE ledger.transfers",
      "TRUNCATE ledger.transfers_3",
      "UPDATE ledger.transfers_3 SET amount = 1",
    ]) {
      await expect(app.host.db.query(attempt), attempt).rejects.toThrow("append-only");
    }
  });

  test("a history page lists earlier bets of one game", async () => {
    const nina = await app.player("nina", 100n);
    for (let n = 1; n <= 5; n++) await app.wallet.place(n % 2 ? diceBet(nina, n, 1n, 0n) : crashBet(nina, n, 1n));
    const page = await app.wallet.history(nina, { currency: "USD", game: "dice", limit: 2 });
    expect(page.bets.map(bet => bet.key)).toEqual([keyOf(5), keyOf(3)]);
    const rest = await app.wallet.history(nina, {
      currency: "USD",
      game: "dice",
      limit: 2,
      cursor: page.next ?? "",
    });
    expect(rest).toMatchObject({ next: null, bets: [{ key: keyOf(1) }] });
    for (const cursor of ["0", "-1", "1e3", "9223372036854775808", "x", ""]) {
      const wrong = app.wallet.history(nina, { currency: "USD", limit: 2, cursor });
      await expect(wrong, cursor).rejects.toMatchObject({ error: { code: "validation_failed" } });
    }
  });
});

test("the bankroll is read from the casino's own few transfers, not from all bets", async () => {
  const { db } = app.host;
  await payInCapital(db, new Date(app.host.clock.now()));
  expect(await capital(db, "USD")).toBe(100_000_000n * 1_000_000n);
  let plan = "";
  const explained: Queryable = {
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      const answer = await db.query(`EXPLAIN ${text}`, values);
      plan = JSON.stringify(answer.rows);
      return { rows: [] as Row[], rowCount: 0 };
    },
  };
  await capital(explained, "USD");
  expect(new Set(plan.match(/transfers_\d/g))).toHaveProperty("size", 1);
});
