import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { account, bonusCost, gameResult } from "#modules/ledger/shared/chart.ts";
import { providerBet, providerRollback, providerWin, roundOf } from "../../testing/provider-bets.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { keyOf } from "../../testing/test-bets.ts";
import type { Wallet } from "../create-wallet.ts";
import { playerTotals } from "../player-totals.ts";

/** Settled rounds of providers that two operators void. */

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

const somebody = (amount = 100n * unit): Promise<PlayerId> => app.player(`v${people++}`, amount);
const voided = (player: PlayerId, n: number, request: Uuid = app.host.ids.next()) =>
  app.host.db.tx(tx => wallet.providerRounds.voidSettled(tx, { player, round: roundOf(n).key, request }));
const real = async (player: PlayerId) => (await wallet.balances(player))[0]?.real;
const spend = (player: PlayerId, amount: bigint) =>
  app.host.db.tx(tx =>
    wallet.move(tx, {
      owner: player,
      currency: "USD",
      amount: micros(amount),
      kind: "vault",
      reference: app.host.ids.next(),
      from: account("player:real"),
      to: account("player:vault"),
    }),
  );
const owed = async (player: PlayerId) =>
  (
    await app.host.db.query<{ cause: string; reference: Uuid; owed: bigint }>(
      "SELECT cause, reference, amount - repaid - waived AS owed FROM debts.debts WHERE player_id = $1",
      [player],
    )
  ).rows;
const result = () => accountBalance(app.host.db, "USD", gameResult("provider-100"));
const countersOf = async (player: PlayerId) =>
  (
    await app.host.db.query<{ wagered: bigint; lost: bigint }>(
      "SELECT wagered, lost FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
      [player],
    )
  ).rows[0];
/** A round with one bet that paid; its stake is 10. */
async function settled(player: PlayerId, n: number, win: bigint) {
  await wallet.placeInRound(providerBet(player, n, 10n * unit, { exclusive: false }));
  await wallet.winRound(providerWin(player, n + 1000, win, n));
}

test("a void returns the stake and takes the win back, once, and the round is void", async () => {
  const ann = await somebody();
  const before = await result();
  await settled(ann, 1, 25n * unit);
  expect(await real(ann)).toBe(115n * unit);
  expect(await voided(ann, 1)).toEqual({
    currency: "USD",
    why: undefined,
    returned: 10n * unit,
    taken: 25n * unit,
    owed: 0n,
  });
  expect(await real(ann)).toBe(100n * unit);
  expect(await result()).toBe(before);
  expect(await voided(ann, 1)).toMatchObject({ why: "void", returned: 0n, taken: 0n });
  expect(await real(ann)).toBe(100n * unit);
  expect(await wallet.providerRounds.round(ann, roundOf(1).key)).toMatchObject({ status: "void", won: 25n * unit });
  expect((await wallet.history(ann, { currency: "USD", limit: 10 })).bets).toMatchObject([
    { status: "voided", stake: 10n * unit, payout: 10n * unit },
  ]);
});

test("the figures of a public profile leave a voided round out", async () => {
  const amy = await somebody();
  await settled(amy, 1, 900n * unit);
  await settled(amy, 2, 12n * unit);
  await voided(amy, 1);
  const played = { game: "provider-100", currency: "USD" };
  expect(await playerTotals(app.host.db, amy)).toEqual({
    totals: [{ ...played, bets: 1, wagered: 10n * unit }],
    best: [{ ...played, stake: 10n * unit, payout: 12n * unit }],
  });
});

test("of two voids at once one happens", async () => {
  const bea = await somebody();
  await settled(bea, 1, 0n);
  const both = await Promise.all(Array.from({ length: 6 }, () => voided(bea, 1)));
  expect(both.filter(answer => answer?.why === undefined)).toHaveLength(1);
  expect(await real(bea)).toBe(100n * unit);
});

test("a round of several bets and earlier wins gives each stake back and takes each win", async () => {
  const cleo = await somebody();
  const round = roundOf(1);
  for (const n of [1, 2, 3]) await wallet.placeInRound(providerBet(cleo, n, BigInt(n) * unit, { round }));
  await wallet.winRound(providerWin(cleo, 4, 5n * unit, 1, { close: false }));
  await wallet.winRound(providerWin(cleo, 5, 7n * unit, 1, { close: false }));
  await wallet.winRound(providerWin(cleo, 6, 2n * unit, 1));
  expect(await real(cleo)).toBe(108n * unit);
  expect(await voided(cleo, 1)).toMatchObject({ returned: 6n * unit, taken: 14n * unit, owed: 0n });
  expect(await real(cleo)).toBe(100n * unit);
  const { rows } = await app.host.db.query<{ kind: number; amount: bigint }>(
    "SELECT kind, amount FROM wallet.movements WHERE player_id = $1 AND kind IN (106, 107, 108) ORDER BY seq",
    [cleo],
  );
  expect(rows.map(({ kind, amount }) => [kind, amount / unit])).toEqual([
    [106, 1n],
    [106, 2n],
    [106, 3n],
    [107, 5n],
    [107, 7n],
    [107, 2n],
  ]);
});

test("what a player has spent of the win is owed, named by the round, and repaid by what comes", async () => {
  const dan = await somebody();
  await settled(dan, 1, 500n * unit);
  await spend(dan, 580n * unit);
  // 10 are left, and 10 come back: 480 of 500 are owed.
  expect(await voided(dan, 1)).toMatchObject({ returned: 10n * unit, taken: 500n * unit, owed: 480n * unit });
  expect(await real(dan)).toBe(0n);
  expect(await owed(dan)).toEqual([{ cause: "settlement", reference: roundOf(1).key, owed: 480n * unit }]);
});

test("later calls of the provider are answered by the protocol and move nothing", async () => {
  const eve = await somebody();
  const bet = providerBet(eve, 1, 10n * unit);
  await wallet.placeInRound(bet);
  const win = providerWin(eve, 2, 30n * unit, 1);
  const paid = await wallet.winRound(win);
  await voided(eve, 1);
  expect(await wallet.winRound(win)).toEqual({ ...paid, replayed: true });
  expect(await wallet.placeInRound(bet)).toMatchObject({ kind: "accepted", replayed: true });
  expect(await wallet.placeInRound(providerBet(eve, 3, unit, { round: roundOf(1) }))).toMatchObject({
    kind: "refused",
    reason: "round_closed",
  });
  expect(await wallet.winRound(providerWin(eve, 4, unit, 1))).toMatchObject({ reason: "round_closed" });
  expect(await wallet.rollBack(providerRollback(eve, 5, 1))).toMatchObject({ reason: "already_won" });
  expect(await real(eve)).toBe(100n * unit);
});

test("open and void rounds, unknown ones, pots and free rounds are not voided", async () => {
  const finn = await somebody();
  await wallet.placeInRound(providerBet(finn, 1, unit));
  expect(await voided(finn, 1)).toMatchObject({ why: "open" });
  await wallet.rollBack(providerRollback(finn, 2, 1));
  expect(await voided(finn, 1)).toMatchObject({ why: "void" });
  expect(await voided(finn, 77)).toBeUndefined();
  const other = await somebody();
  await settled(finn, 3, unit);
  expect(
    await app.host.db.tx(tx =>
      wallet.providerRounds.voidSettled(tx, { player: other, round: roundOf(3).key, request: keyOf(9) }),
    ),
  ).toBeUndefined();
  await app.host.db.tx(tx => wallet.providerRounds.seedPot(tx, "USD", micros(50n * unit), app.host.ids.next()));
  const shares = { pot: micros(1000n), reserve: micros(100n) };
  await wallet.placeInRound(providerBet(finn, 4, unit, { shares }));
  await wallet.winRound(providerWin(finn, 5, 0n, 4, { hitsPot: true }));
  expect(await voided(finn, 4)).toMatchObject({ why: "jackpot" });
  await app.host.db.query(
    `INSERT INTO wallet.free_rounds (grant_id, player_id, game, slug, currency, stake, count, rounds_left, expires_at)
     VALUES ($1, $2, 100, 'altyn', 'USD', 200000, 1, 1, $3)`,
    [keyOf(0xf0), finn, new Date(app.host.clock.now() + 3_600_000)],
  );
  const free = { grant: keyOf(0xf0), stake: micros(200_000n) };
  await wallet.placeInRound(providerBet(finn, 6, 0n, { free, winCap: micros(20n * unit) }));
  await wallet.winRound(providerWin(finn, 7, 3n * unit, 6));
  const before = await real(finn);
  expect(await voided(finn, 6)).toMatchObject({ why: "bonus", returned: 0n, taken: 0n });
  expect(await real(finn)).toBe(before);
});

test("limits of the day count a round of today no more; what was won counts again as far as the day's lease allows", async () => {
  const gus = await somebody();
  await settled(gus, 1, 4n * unit);
  expect(await countersOf(gus)).toEqual({ wagered: 10n * unit, lost: 6n * unit });
  await voided(gus, 1);
  expect(await countersOf(gus)).toEqual({ wagered: 0n, lost: 0n });
});

test("a void after midnight of a round of the day before leaves what limits of today count", async () => {
  const kim = await somebody();
  await settled(kim, 1, 40n * unit);
  await settled(kim, 2, 0n);
  await app.host.clock.advance(86_400_000);
  await settled(kim, 3, 4n * unit);
  const today = { wagered: 10n * unit, lost: 6n * unit };
  expect(await countersOf(kim)).toEqual(today);
  for (const n of [1, 2]) {
    expect(await voided(kim, n)).toMatchObject({ why: undefined });
    expect(await countersOf(kim)).toEqual(today);
  }
});

test("a win that is owed is no stake of the session until it is repaid", async () => {
  const lou = await somebody();
  const session = async () =>
    (
      await app.host.db.query<{ staked: bigint; returned: bigint }>(
        "SELECT session_staked AS staked, session_returned AS returned FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
        [lou],
      )
    ).rows[0];
  await settled(lou, 1, 500n * unit);
  await spend(lou, 580n * unit);
  expect(await session()).toEqual({ staked: 10n * unit, returned: 500n * unit });
  expect(await voided(lou, 1)).toMatchObject({ taken: 500n * unit, owed: 480n * unit });
  expect(await session()).toEqual({ staked: 30n * unit, returned: 510n * unit });
});

test("what a waiting slip has reserved is not taken: the player owes that part of the win", async () => {
  const max = await somebody();
  await settled(max, 1, 500n * unit);
  await spend(max, 580n * unit);
  const until = new Date(app.host.clock.now() + 7_000);
  const slip = { player: max, currency: "USD", amount: micros(8n * unit), rate: 0, until } as const;
  expect(await wallet.slipReserves.reserve(slip)).toMatchObject({ kind: "reserved" });
  // 10 are there and 10 come back, of which 8 are reserved.
  expect(await voided(max, 1)).toMatchObject({ taken: 500n * unit, owed: 488n * unit });
  expect(await real(max)).toBe(8n * unit);
});

test("a void beside stakes and wins of the same player leaves books that balance", async () => {
  const hana = await somebody(1000n * unit);
  for (let n = 1; n <= 8; n++) await settled(hana, n, 15n * unit);
  await Promise.all([
    ...Array.from({ length: 8 }, (_, i) => voided(hana, i + 1)),
    ...Array.from({ length: 8 }, (_, i) => settled(hana, 20 + i, 15n * unit)),
    ...Array.from({ length: 4 }, () => spend(hana, 50n * unit)),
  ]);
  expect(await real(hana)).toBe(1000n * unit + 40n * unit - 200n * unit);
});

test("wagering that the round counted for the present bonus is left again", async () => {
  const jana = await somebody();
  const grant = app.host.ids.next();
  const terms = {
    id: grant,
    player: jana,
    currency: "USD",
    account: bonusCost("deposit"),
    amount: micros(20n * unit),
    target: micros(50n * unit),
    maxBet: micros(10n * unit),
    games: ["slots"],
    until: new Date(app.host.clock.now() + 86_400_000),
    cap: null,
  } as const;
  expect(await app.host.db.tx(tx => wallet.grants.give(tx, terms))).toBe(true);
  const left = async () =>
    (
      await app.host.db.query<{ left: bigint }>(
        "SELECT wager_left AS left FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
        [jana],
      )
    ).rows[0]?.left;
  const play = async (n: number) => {
    await wallet.placeInRound(providerBet(jana, n, 10n * unit, { rate: 1000, product: "slots" }));
    await wallet.winRound(providerWin(jana, n + 1000, 12n * unit, n));
  };
  await play(1);
  await play(2);
  expect(await left()).toBe(30n * unit);
  expect(await voided(jana, 1)).toMatchObject({ why: undefined });
  expect(await left()).toBe(40n * unit);
  await app.expectBooks();
  await play(3);
  expect(await left()).toBe(30n * unit);
  // All of her real money is staked first: the next round is of bonus money, whose share is not taken apart again.
  await spend(jana, (await real(jana)) ?? 0n);
  await play(4);
  expect(await voided(jana, 4)).toMatchObject({ why: "bonus" });
});

test("a kill inside the void leaves the round as it was", async () => {
  const iris = await somebody();
  await settled(iris, 1, 25n * unit);
  await expect(
    app.host.db.tx(async tx => {
      await wallet.providerRounds.voidSettled(tx, { player: iris, round: roundOf(1).key, request: keyOf(9) });
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  expect(await real(iris)).toBe(115n * unit);
  expect(await voided(iris, 1)).toMatchObject({ why: undefined });
});
