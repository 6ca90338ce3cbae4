import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { jackpot, jackpotReserve } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { providerBet, providerRollback, providerWin, roundOf } from "../../testing/provider-bets.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { hashOf, keyOf } from "../../testing/test-bets.ts";
import type { Wallet } from "../create-wallet.ts";

const unit = 1_000_000n;
let app: TestApp;
let wallet: Wallet;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  wallet = app.wallet;
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const somebody = (amount = 100n * unit): Promise<PlayerId> => app.player(`p${people++}`, amount);
const seedPot = (seed: bigint) =>
  app.host.db.tx(tx => wallet.providerRounds.seedPot(tx, "USD", micros(seed), app.host.ids.next()));
const real = async (player: PlayerId) => (await wallet.balances(player))[0]?.real;

describe("a round of a provider", () => {
  test("takes a stake, pays, and both are the same whenever they come again", async () => {
    const bob = await somebody();
    const bet = providerBet(bob, 1, 10n * unit);
    const first = await wallet.placeInRound(bet);
    expect(first).toMatchObject({
      kind: "accepted",
      replayed: false,
      bet: { status: "open", balanceAfter: 90n * unit },
    });
    const win = providerWin(bob, 2, 25_500_001n, 1);
    expect(await wallet.winRound(win)).toEqual({ kind: "paid", balance: 115_500_001n, pot: null, replayed: false });
    expect(await wallet.winRound(win)).toEqual({ kind: "paid", balance: 115_500_001n, pot: null, replayed: true });
    expect(await wallet.placeInRound(bet)).toMatchObject({
      kind: "accepted",
      replayed: true,
      bet: { balanceAfter: 90n * unit },
    });
    expect(await wallet.providerRounds.round(bob, roundOf(1).key)).toMatchObject({
      status: "closed",
      won: 25_500_001n,
    });
    expect(await real(bob)).toBe(115_500_001n);
  });

  test("the same key with another body moves nothing, for bets, wins and rollbacks", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    expect(await wallet.placeInRound(providerBet(bob, 1, 2n * unit))).toMatchObject({ reason: "tx_conflict" });
    expect(await wallet.winRound(providerWin(bob, 1, unit, 1))).toMatchObject({ reason: "tx_conflict" });
    await wallet.winRound(providerWin(bob, 2, unit, 1));
    expect(await wallet.winRound(providerWin(bob, 2, 3n * unit, 1))).toMatchObject({ reason: "tx_conflict" });
    expect(await wallet.placeInRound(providerBet(bob, 2, unit))).toMatchObject({ reason: "tx_conflict" });
    expect(await wallet.rollBack(providerRollback(bob, 2, 1))).toMatchObject({ reason: "tx_conflict" });
    expect(await wallet.rollBack(providerRollback(bob, 3, 2))).toMatchObject({ reason: "tx_conflict" });
    expect(await real(bob)).toBe(100n * unit);
  });

  test("settles all of its bets with the win that closes it, and pays earlier wins as credits", async () => {
    const bob = await somebody();
    const round = roundOf(1);
    for (const n of [1, 2, 3]) await wallet.placeInRound(providerBet(bob, n, unit, { round }));
    expect(await wallet.winRound(providerWin(bob, 4, 5n * unit, 1, { close: false }))).toMatchObject({
      balance: 102n * unit,
    });
    expect(await wallet.winRound(providerWin(bob, 5, 200n * unit, 1))).toMatchObject({ balance: 302n * unit });
    const bets = await Promise.all([1, 2, 3].map(n => wallet.bet(bob, keyOf(n))));
    expect(bets.map(bet => [bet?.status, bet?.payout])).toEqual([
      ["settled", 0n],
      ["settled", 0n],
      ["settled", 200n * unit],
    ]);
    // The cap of the round leaves room for more: only its end refuses these.
    expect(await wallet.winRound(providerWin(bob, 6, 0n, 1))).toEqual({ kind: "refused", reason: "round_closed" });
    const again = await wallet.winRound(providerWin(bob, 8, 5n * unit, 1, { close: false }));
    expect(again).toEqual({ kind: "refused", reason: "round_closed" });
    expect(await wallet.placeInRound(providerBet(bob, 7, unit, { round }))).toMatchObject({ reason: "round_closed" });
  });

  test("pays no more than its bets may win: over_cap moves nothing, the rest is still paid", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    expect(await wallet.winRound(providerWin(bob, 2, 60n * unit, 1, { close: false }))).toMatchObject({ kind: "paid" });
    expect(await wallet.winRound(providerWin(bob, 3, 40n * unit + 1n, 1))).toEqual({
      kind: "refused",
      reason: "over_cap",
    });
    expect(await wallet.winRound(providerWin(bob, 3, 40n * unit, 1))).toMatchObject({ balance: 199n * unit });
  });

  test("refuses a bet whose cap would not fit the casino's", async () => {
    const bob = await somebody();
    const most = { mostCap: micros(150n * unit), round: roundOf(1) };
    await wallet.placeInRound(providerBet(bob, 1, unit, most));
    expect(await wallet.placeInRound(providerBet(bob, 2, unit, most))).toMatchObject({ reason: "win_cap" });
  });

  test("unknown rounds, other games and other currencies are paid nothing", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    const refusal = async (n: number, rest: Parameters<typeof providerWin>[4]) => {
      const answer = await wallet.winRound(providerWin(bob, n, unit, 1, rest));
      return answer.kind === "refused" && answer.reason;
    };
    expect(await refusal(2, { round: roundOf(9).key })).toBe("round_unknown");
    expect(await refusal(3, { game: "provider-101" })).toBe("round_unknown");
    expect(await refusal(4, { currency: "EUR" })).toBe("wrong_currency");
    expect(await real(bob)).toBe(99n * unit);
  });

  test("is the player's only open one of a slot; live rounds may overlap", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    expect(await wallet.placeInRound(providerBet(bob, 2, unit))).toMatchObject({
      kind: "refused",
      reason: "round_open",
    });
    expect(await wallet.placeInRound(providerBet(bob, 3, unit, { round: roundOf(3, "other") }))).toMatchObject({
      kind: "accepted",
    });
    expect(await wallet.placeInRound(providerBet(bob, 4, unit, { exclusive: false }))).toMatchObject({
      kind: "accepted",
    });
  });
});

describe("a refusal", () => {
  test("is final for its key: the same bet gets it again when there is money, and its rollback is ok", async () => {
    const bob = await somebody(unit);
    const bet = providerBet(bob, 1, 5n * unit);
    const first = await wallet.placeInRound(bet);
    expect(first).toEqual({ kind: "refused", reason: "insufficient_funds", balance: unit, replayed: false });
    const { depositsClearing } = await import("#modules/ledger/shared/chart.ts");
    await app.host.db.tx(tx =>
      wallet.credit(tx, {
        owner: bob,
        currency: "USD",
        amount: micros(50n * unit),
        kind: "deposit",
        reference: keyOf(0xdd),
        from: depositsClearing("sandbox"),
      }),
    );
    expect(await wallet.placeInRound(bet)).toEqual({ ...first, replayed: true });
    expect(await wallet.rollBack(providerRollback(bob, 2, 1))).toMatchObject({
      kind: "rolled_back",
      balance: 51n * unit,
    });
  });

  test("comes from the player's own break, and wins and rollbacks do not ask for it", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    await wallet.placeInRound(providerBet(bob, 2, unit, { round: roundOf(2, "other") }));
    const until = new Date(app.host.clock.now() + 3_600_000);
    await app.host.db.tx(tx => block(tx, bob, until, "time_out"));
    expect(await wallet.placeInRound(providerBet(bob, 3, unit, { round: roundOf(3, "third") }))).toMatchObject({
      reason: "player_blocked",
    });
    expect(await wallet.winRound(providerWin(bob, 4, 3n * unit, 1))).toMatchObject({ kind: "paid" });
    expect(await wallet.rollBack(providerRollback(bob, 5, 2, { round: roundOf(2, "other") }))).toMatchObject({
      kind: "rolled_back",
    });
    expect(await real(bob)).toBe(102n * unit);
  });
});

describe("a rollback", () => {
  test("returns the stake once, however often it is requested", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, 10n * unit));
    const back = providerRollback(bob, 2, 1);
    expect(await wallet.rollBack(back)).toMatchObject({ kind: "rolled_back", balance: 100n * unit, replayed: false });
    expect(await wallet.rollBack(back)).toMatchObject({ balance: 100n * unit, replayed: true });
    expect(await wallet.rollBack(providerRollback(bob, 3, 1))).toMatchObject({ balance: 100n * unit, replayed: false });
    expect(await wallet.winRound(providerWin(bob, 4, unit, 1))).toEqual({ kind: "refused", reason: "round_closed" });
    expect(await wallet.providerRounds.round(bob, roundOf(1).key)).toMatchObject({
      status: "void",
      bets: [],
      staked: 0n,
    });
  });

  test("before its bet leaves a tombstone that the bet finds, whatever its body", async () => {
    const bob = await somebody();
    expect(await wallet.rollBack(providerRollback(bob, 2, 1))).toMatchObject({ kind: "rolled_back", tombstone: true });
    expect(await wallet.placeInRound(providerBet(bob, 1, unit))).toMatchObject({ reason: "rolled_back" });
    expect(await wallet.placeInRound(providerBet(bob, 1, 2n * unit))).toMatchObject({ reason: "rolled_back" });
    expect(await real(bob)).toBe(100n * unit);
  });

  test("under the key of its own bet moves nothing and leaves nothing", async () => {
    const bob = await somebody();
    expect(await wallet.rollBack(providerRollback(bob, 1, 1))).toEqual({ kind: "refused", reason: "tx_conflict" });
    expect(await wallet.placeInRound(providerBet(bob, 1, unit))).toMatchObject({ kind: "accepted" });
    expect(await wallet.rollBack(providerRollback(bob, 1, 1))).toEqual({ kind: "refused", reason: "tx_conflict" });
    expect(await real(bob)).toBe(99n * unit);
  });

  test("after any win of the round is already_won", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit));
    await wallet.winRound(providerWin(bob, 2, unit, 1, { close: false }));
    expect(await wallet.rollBack(providerRollback(bob, 3, 1))).toEqual({ kind: "refused", reason: "already_won" });
    await wallet.winRound(providerWin(bob, 4, 0n, 1));
    expect(await wallet.rollBack(providerRollback(bob, 3, 1))).toEqual({ kind: "refused", reason: "already_won" });
  });

  test("of one bet of several leaves the others and what they may win", async () => {
    const bob = await somebody();
    const round = roundOf(1);
    await wallet.placeInRound(providerBet(bob, 1, unit, { round }));
    await wallet.placeInRound(providerBet(bob, 2, unit, { round }));
    await wallet.rollBack(providerRollback(bob, 3, 2, { round }));
    expect(await wallet.winRound(providerWin(bob, 4, 101n * unit, 1))).toMatchObject({ reason: "over_cap" });
    expect(await wallet.winRound(providerWin(bob, 4, 100n * unit, 1))).toMatchObject({ balance: 199n * unit });
  });

  test("of a bet of yesterday makes no room under the limits of today", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, 10n * unit));
    await app.host.clock.advance(86_400_000);
    await wallet.placeInRound(providerBet(bob, 2, 7n * unit, { round: roundOf(2, "other") }));
    const counters = async () =>
      (
        await app.host.db.query<{ wagered: bigint; lost: bigint }>(
          "SELECT wagered, lost FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
          [bob],
        )
      ).rows[0];
    await wallet.rollBack(providerRollback(bob, 3, 1));
    expect(await counters()).toEqual({ wagered: 7n * unit, lost: 7n * unit });
    await wallet.rollBack(providerRollback(bob, 4, 2, { round: roundOf(2, "other") }));
    expect(await counters()).toEqual({ wagered: 0n, lost: 0n });
  });

  test("that races its bet from two processes ends in one of two ways", async () => {
    const other = app.second();
    for (let n = 0; n < 30; n++) {
      const bob = await somebody();
      const [bet, back] = await Promise.all([
        wallet.placeInRound(providerBet(bob, 1, unit)),
        other.wallet.rollBack(providerRollback(bob, 2, 1)),
      ]);
      expect(back.kind).toBe("rolled_back");
      expect(bet.kind === "accepted" || (bet.kind === "refused" && bet.reason === "rolled_back")).toBe(true);
      expect(await real(bob)).toBe(100n * unit);
    }
    await other.stop();
  });
});

describe("races", () => {
  test("of 200 bets on money for one, one is taken", async () => {
    const bob = await somebody(unit);
    const other = app.second();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        (n % 2 ? wallet : other.wallet).placeInRound(providerBet(bob, n, unit, { round: roundOf(n, `slot-${n}`) })),
      ),
    );
    await other.stop();
    expect(answers.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    expect(await real(bob)).toBe(0n);
  });

  test("of two processes over one slot's round, one opens it", async () => {
    const other = app.second();
    for (let n = 0; n < 20; n++) {
      const bob = await somebody();
      const answers = await Promise.all([
        wallet.placeInRound(providerBet(bob, 1, unit)),
        other.wallet.placeInRound(providerBet(bob, 2, unit)),
      ]);
      expect(answers.map(({ kind }) => kind).sort()).toEqual(["accepted", "refused"]);
    }
    await other.stop();
  });

  test("of a double bet and the closing win, no bet stays behind", async () => {
    const other = app.second();
    for (let n = 0; n < 20; n++) {
      const bob = await somebody();
      const round = roundOf(1);
      await wallet.placeInRound(providerBet(bob, 1, unit, { round }));
      await Promise.all([
        wallet.placeInRound(providerBet(bob, 2, unit, { round })),
        other.wallet.winRound(providerWin(bob, 3, unit, 1)),
      ]);
      expect((await wallet.bet(bob, keyOf(1)))?.status).toBe("settled");
      expect((await wallet.bet(bob, keyOf(2)))?.status).not.toBe("open");
    }
    await other.stop();
  });
});

describe("a nonce", () => {
  const at = (seed: number, nonce: number) => ({ nonce: { seed, nonce } });

  test("is taken once and rising; a refused bet frees it, a rolled-back one burns it", async () => {
    const bob = await somebody(3n * unit);
    expect(await wallet.placeInRound(providerBet(bob, 1, 5n * unit, at(1, 7)))).toMatchObject({
      reason: "insufficient_funds",
    });
    expect(await wallet.placeInRound(providerBet(bob, 2, unit, at(1, 7)))).toMatchObject({ kind: "accepted" });
    await wallet.rollBack(providerRollback(bob, 3, 2));
    for (const nonce of [7, 6, 0]) {
      // The database refuses a nonce twice by itself; the player gets an answer, not an error.
      const answer = wallet.placeInRound(providerBet(bob, 10 + nonce, unit, at(1, nonce)));
      expect(await answer.catch((error: unknown) => error)).toMatchObject({ reason: "nonce_used" });
    }
    expect(await wallet.placeInRound(providerBet(bob, 4, unit, at(1, 9)))).toMatchObject({ kind: "accepted" });
  });

  test("begins again with the next seed, and a bet of the former one decides nothing", async () => {
    const bob = await somebody();
    await wallet.placeInRound(providerBet(bob, 1, unit, at(1, 5)));
    const start = () => app.host.db.tx(tx => wallet.providerRounds.startSeed(tx, bob, "provider-100", "altyn", 2));
    await expect(start()).resolves.toBe(false);
    await wallet.winRound(providerWin(bob, 2, 0n, 1));
    expect(await start()).toBe(true);
    expect(await wallet.placeInRound(providerBet(bob, 3, unit, at(1, 6)))).toEqual({ kind: "stale_seed" });
    expect(await wallet.placeInRound(providerBet(bob, 4, unit, at(2, 0)))).toMatchObject({ kind: "accepted" });
  });
});

describe("free rounds", () => {
  async function grant(player: PlayerId, n: number, left: number) {
    await app.host.db.query(
      `INSERT INTO wallet.free_rounds (grant_id, player_id, game, slug, currency, stake, count, rounds_left, expires_at)
       VALUES ($1, $2, 100, 'altyn', 'USD', 200000, $3, $3, $4)`,
      [keyOf(n), player, left, new Date(app.host.clock.now() + 3_600_000)],
    );
    return { grant: keyOf(n), stake: micros(200_000n) };
  }
  const free = (
    player: PlayerId,
    n: number,
    grantOf: { grant: ReturnType<typeof keyOf>; stake: ReturnType<typeof micros> },
  ) => providerBet(player, n, 0n, { free: grantOf, winCap: micros(20n * unit), requestHash: hashOf(BigInt(n)) });
  const left = async (n: number) =>
    (
      await app.host.db.query<{ n: number }>("SELECT rounds_left AS n FROM wallet.free_rounds WHERE grant_id = $1", [
        keyOf(n),
      ])
    ).rows[0]?.n;

  test("cost nothing, are counted where they are taken, pay, and come back with a rollback", async () => {
    const bob = await somebody();
    const mine = await grant(bob, 0xf01, 2);
    expect(await wallet.placeInRound(free(bob, 1, mine))).toMatchObject({ kind: "accepted", bet: { stake: 0n } });
    expect(await left(0xf01)).toBe(1);
    await wallet.winRound(providerWin(bob, 2, 3n * unit, 1));
    await wallet.placeInRound(free(bob, 3, mine));
    expect(await left(0xf01)).toBe(0);
    await wallet.rollBack(providerRollback(bob, 4, 3));
    expect(await left(0xf01)).toBe(1);
    await wallet.placeInRound(free(bob, 5, mine));
    await wallet.winRound(providerWin(bob, 6, 0n, 5));
    expect(await wallet.placeInRound(free(bob, 7, mine))).toMatchObject({ reason: "free_rounds_over" });
    expect(await real(bob)).toBe(103n * unit);
  });

  test("of one grant in 50 tabs and two processes are taken as often as there are some", async () => {
    const bob = await somebody();
    const mine = await grant(bob, 0xf02, 5);
    const other = app.second();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? wallet : other.wallet).placeInRound({ ...free(bob, n, mine), exclusive: false }),
      ),
    );
    await other.stop();
    expect(answers.filter(({ kind }) => kind === "accepted")).toHaveLength(5);
    expect(await left(0xf02)).toBe(0);
  });
});

test("the shares of a stake reach the pot and its reserve when the round closes, and not when it is void", async () => {
  const bob = await somebody();
  const shares = { pot: micros(8_000n), reserve: micros(2_000n) };
  await wallet.placeInRound(providerBet(bob, 1, unit, { shares }));
  await wallet.winRound(providerWin(bob, 2, 2n * unit, 1));
  await wallet.placeInRound(providerBet(bob, 3, unit, { shares }));
  await wallet.rollBack(providerRollback(bob, 4, 3));
  const { rows } = await app.host.db.query<{ account: number; amount: bigint }>(
    "SELECT credit AS account, sum(amount)::bigint AS amount FROM ledger.transfers WHERE credit IN ($1, $2) GROUP BY credit ORDER BY credit",
    [jackpot("slots"), jackpotReserve("slots")],
  );
  expect(rows).toEqual([
    { account: jackpot("slots"), amount: 8_000n },
    { account: jackpotReserve("slots"), amount: 2_000n },
  ]);
  const pots = await app.host.db.query("SELECT amount, reserve FROM wallet.pots WHERE currency = 'USD'");
  expect(pots.rows).toEqual([{ amount: 8_000n, reserve: 2_000n }]);
});

test("two players whose wins have the same key hit the pot one after the other: it is filled up for each", async () => {
  const shares = { pot: micros(8_000n), reserve: micros(2_000n) };
  await seedPot(5n * unit);
  for (const player of [await somebody(), await somebody()]) {
    await wallet.placeInRound(providerBet(player, 1, 2n * unit, { shares }));
    const hit = await wallet.winRound(providerWin(player, 2, 0n, 1, { hitsPot: true }));
    expect(hit).toMatchObject({ kind: "paid", balance: 98n * unit + (hit.kind === "paid" ? (hit.pot ?? 0n) : 0n) });
    await app.expectBooks();
  }
  await seedPot(0n);
});

test("a win that has the key of a bet hits no pot", async () => {
  await seedPot(5n * unit);
  const bob = await somebody();
  const shares = { pot: micros(8_000n), reserve: micros(2_000n) };
  await wallet.placeInRound(providerBet(bob, 1, 2n * unit, { shares }));
  const before = await wallet.providerRounds.pots(app.host.db);
  const win = providerWin(bob, 1, 0n, 1, { hitsPot: true });
  expect(await wallet.winRound(win)).toEqual({ kind: "refused", reason: "tx_conflict" });
  expect(await wallet.providerRounds.pots(app.host.db)).toEqual(before);
  expect(await real(bob)).toBe(98n * unit);
  await seedPot(0n);
});

test("a pot that was paid before a crash is paid once when its win comes again", async () => {
  const bob = await somebody();
  const shares = { pot: micros(8_000n), reserve: micros(2_000n) };
  await wallet.placeInRound(providerBet(bob, 1, unit, { shares }));
  await wallet.winRound(providerWin(bob, 2, 0n, 1));
  const { rows } = await app.host.db.query<{ amount: bigint }>("SELECT amount FROM wallet.pots WHERE currency = 'USD'");
  const pot = rows[0]?.amount ?? 0n;
  expect(pot).toBeGreaterThan(0n);
  await wallet.placeInRound(providerBet(bob, 3, unit, { shares }));
  const win = providerWin(bob, 4, 2n * unit, 3, { hitsPot: true });
  app.host.failpoints.arm("wallet.pot.paid", () => {
    throw new Error("a fault of the test");
  });
  await expect(wallet.winRound(win)).rejects.toThrow("a fault of the test");
  expect(await real(bob)).toBe(98n * unit + pot);
  expect(await wallet.winRound(win)).toMatchObject({ kind: "paid", pot, replayed: false });
  expect(await wallet.winRound(win)).toMatchObject({ kind: "paid", pot, replayed: true });
  expect(await real(bob)).toBe(100n * unit + pot);
});
