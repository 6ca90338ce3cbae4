import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { houseOwner, transferSql, trialBalance } from "#modules/ledger/server/index.ts";
import { accountName, accountNamed, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { kindOf, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { recipes } from "#modules/ledger/shared/recipes.ts";
import { providerBet, providerWin, roundOf } from "../testing/provider-bets.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, diceBet, paid, voided } from "../testing/test-bets.ts";
import { testMarkets } from "../testing/test-markets.ts";
import { givenFreeBet, revision, settled, slipOn } from "../testing/test-slips.ts";
import { auditBooks } from "./audit-books.ts";
import type { SlipRevision } from "./slips/port.ts";

/** Every movement of money as a scenario that ends in the books: who had what, what happened, and the final balances. */

let app: TestApp;
let epoch: bigint;
beforeAll(async () => {
  app = await testApp();
  await (await testMarkets(app.host.db)).set({ id: 1 });
  epoch = await app.wallet.takeEpoch("crash");
  await app.wallet.openBettingWindow(app.host.db, "crash", 1n, epoch);
});
afterAll(() => app.close());

const recordedKinds = new Set<TransferKind>();
let people = 0;

interface Scenario {
  readonly player: PlayerId;
  /** Another booking; refused where a balance has too little. */
  move(
    kind: TransferKind,
    amount: bigint,
    from: string,
    to: string,
    owner?: PlayerId,
    reference?: Uuid,
  ): Promise<boolean>;
  /** The change of each account, micro-units. */
  expectBooks(changes: Readonly<Record<string, bigint>>): Promise<void>;
}

const newId = () => randomUUID() as string as Uuid;

/** A player with 100, and the books before the scenario. */
async function scenario(): Promise<Scenario> {
  const { host, wallet } = app;
  const player = await app.player(`story${people++}`.slice(-6), 100n);
  const sums = async () =>
    new Map((await trialBalance(host.db)).filter(row => row.currency === "USD").map(row => [row.name, row.balance]));
  const before = await sums();
  const began = await lastRows();
  return {
    player,
    async move(kind, amount, from, to, owner = player, reference = newId()) {
      const accounts = { from: accountNamed(from), to: accountNamed(to) };
      const movement = { owner, currency: "USD", amount: micros(amount), kind, reference, ...accounts } as const;
      return (await host.db.tx(tx => wallet.move(tx, movement))).kind === "moved";
    },
    async expectBooks(changes) {
      const after = await sums();
      const changed = [...after].map(([name, sum]): [string, bigint] => [name, sum - (before.get(name) ?? 0n)]);
      expect(Object.fromEntries(changed.filter(([, by]) => by !== 0n))).toEqual(changes);
      for (const { kind } of await rowsAfter(began)) recordedKinds.add(kindOf(kind));
      await app.expectBooks();
    },
  };
}

async function lastRows(): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await app.host.db.query<{ owner: string; seq: bigint }>(
    `SELECT player_id || currency AS owner, max(seq) AS seq FROM ${transferSql.all} GROUP BY 1`,
  );
  return new Map(rows.map(({ owner, seq }) => [owner, seq]));
}

async function rowsAfter(began: ReadonlyMap<string, bigint>) {
  const { rows } = await app.host.db.query<{ owner: string; seq: bigint; kind: number }>(
    `SELECT player_id || currency AS owner, seq, kind FROM ${transferSql.all}`,
  );
  return rows.filter(({ owner, seq }) => seq > (began.get(owner) ?? 0n));
}

test("alice stakes 10 at dice and wins 15, stakes 10 and loses", async () => {
  const { player, expectBooks } = await scenario();
  await app.wallet.place(diceBet(player, 1, 10n, 15n));
  await app.wallet.place(diceBet(player, 2, 10n, 0n));
  await expectBooks({ "player:real": -5n, "result:dice": 5n });
});

test("bob's three crash bets: one is open, one cashed out at twice its stake, one void", async () => {
  const { player, expectBooks } = await scenario();
  for (const n of [1, 2, 3]) await app.wallet.place(crashBet(player, n, 20n, 1n));
  await app.wallet.settle(paid(player, 2, 40n));
  await app.wallet.settle(voided(player, 3));
  await expectBooks({ "in play:crash": 20n, "result:crash": -20n });
});

test("carol deposits 50 by card, of which the provider keeps 2; 30 more exceed her limit and go back; 7 are unidentified", async () => {
  const { move, expectBooks } = await scenario();
  await move("deposit", 48n, "deposits:sandbox", "player:real");
  await move("commission", 2n, "deposits:sandbox", "fees");
  await move("deposit_held", 30n, "deposits:sandbox", "to be returned");
  await move("return", 30n, "to be returned", "deposits:sandbox");
  await move("quarantine", 7n, "deposits:sandbox", "quarantine", houseOwner);
  await move("commission", 1n, "fees", "deposits:eth", houseOwner);
  await expectBooks({ "player:real": 48n, fees: 1n, quarantine: 7n, "deposits:sandbox": -57n, "deposits:eth": 1n });
});

test("dave requests 40 and is paid, requests 30 and cancels", async () => {
  const { player, expectBooks } = await scenario();
  const kinds = { held: "payout_request", posted: "payout_sent", released: "payout_cancelled" } as const;
  const account = payoutsClearing("sandbox");
  const hold = { owner: player, currency: "USD", account, kinds, expiresAt: null } as const;
  const [first, second] = [newId(), newId()];
  await app.host.db.tx(async tx => {
    await app.wallet.holds.hold(tx, { ...hold, id: first, amount: micros(40n) });
    await app.wallet.holds.hold(tx, { ...hold, id: second, amount: micros(30n) });
    await app.wallet.holds.post(tx, { ...hold, id: first }, accountNamed("deposits:sandbox"));
    await app.wallet.holds.release(tx, { ...hold, id: second });
  });
  await expectBooks({ "player:real": -40n, "deposits:sandbox": 40n });
});

test("dora's deposit is refunded: 40 are sent back, 30 are declined by the provider", async () => {
  const { player, expectBooks } = await scenario();
  const kinds = { held: "refund_request", posted: "refund_sent", released: "refund_cancelled" } as const;
  const hold = { owner: player, currency: "USD", account: payoutsClearing("sandbox"), kinds, expiresAt: null } as const;
  const [first, second] = [newId(), newId()];
  await app.host.db.tx(async tx => {
    await app.wallet.holds.hold(tx, { ...hold, id: first, amount: micros(40n) });
    await app.wallet.holds.hold(tx, { ...hold, id: second, amount: micros(30n) });
    await app.wallet.holds.post(tx, { ...hold, id: first }, accountNamed("deposits:sandbox"));
    await app.wallet.holds.release(tx, { ...hold, id: second });
  });
  await expectBooks({ "player:real": -40n, "deposits:sandbox": 40n });
});

test("erin is given a bonus of 50: 20 become real, the rest expires", async () => {
  const { move, expectBooks } = await scenario();
  await move("bonus", 50n, "bonus:reload", "player:bonus");
  await move("bonus_released", 20n, "player:bonus", "player:real");
  await move("bonus_forfeited", 30n, "player:bonus", "bonus:reload");
  expect(await move("bonus_released", 1n, "player:bonus", "player:real")).toBe(false);
  await expectBooks({ "player:real": 20n, "bonus:reload": -20n });
});

test("frank exchanges 100 dollars for euros: the sold amount, its value, the spread and the rounding", async () => {
  const { player, move, expectBooks } = await scenario();
  const reference = newId();
  await move("exchange", 100n, "player:real", "exchange", player, reference);
  const euros = async (kind: TransferKind, amount: bigint, to: string) => {
    const accounts = { from: accountNamed("exchange"), to: accountNamed(to) };
    const movement = { owner: player, currency: "EUR", amount: micros(amount), kind, reference, ...accounts } as const;
    await app.host.db.tx(tx => app.wallet.move(tx, movement));
  };
  await euros("exchange_in", 88n, "player:real");
  await euros("exchange_spread", 2n, "fees");
  await euros("exchange_rounding", 1n, "rounding");
  await expectBooks({ "player:real": -100n, exchange: 100n });
  const inEuros = (await trialBalance(app.host.db)).filter(row => row.currency === "EUR");
  expect(Object.fromEntries(inEuros.map(row => [row.name, row.balance]))).toEqual({
    "player:real": 88n,
    exchange: -91n,
    fees: 2n,
    rounding: 1n,
  });
});

test("gina puts 60 aside and takes 10 out again", async () => {
  const { move, expectBooks } = await scenario();
  await move("vault", 60n, "player:real", "player:vault");
  await move("vault", 10n, "player:vault", "player:real");
  await expectBooks({ "player:real": -50n, "player:vault": 50n });
});

test("a pot begins with 1000, grows by 3, and hugo wins all of it", async () => {
  const { move, expectBooks } = await scenario();
  await move("jackpot_seed", 1_000n, "bank", "jackpot:slots", houseOwner);
  await move("jackpot_share", 3n, "result:slots", "jackpot:slots", houseOwner);
  await move("jackpot_win", 1_003n, "jackpot:slots", "player:real");
  await expectBooks({ "player:real": 1_003n, bank: -1_000n, "result:slots": -3n });
});

test("a provider's round pays before it ends, and its stakes feed the pot and its reserve", async () => {
  const { player, expectBooks } = await scenario();
  const shares = { pot: micros(8n), reserve: micros(2n) };
  await app.wallet.placeInRound(providerBet(player, 1, 40n, { shares }));
  await app.wallet.winRound(providerWin(player, 2, 30n, 1, { close: false }));
  await app.wallet.winRound(providerWin(player, 3, 5n, 1));
  await expectBooks({
    "player:real": -5n,
    "result:provider-100": -5n,
    "jackpot:slots": 8n,
    "jackpot reserve:slots": 2n,
  });
});

test("a provider's round that won 30 is voided when 115 of 120 are set aside: its stake returns, and 15 of the win are owed", async () => {
  const { player, move, expectBooks } = await scenario();
  await app.wallet.placeInRound(providerBet(player, 1, 10n));
  await app.wallet.winRound(providerWin(player, 2, 30n, 1));
  await move("vault", 115n, "player:real", "player:vault");
  const round = { player, round: roundOf(1).key, request: newId() };
  await app.host.db.tx(tx => app.wallet.providerRounds.voidSettled(tx, round));
  await expectBooks({ "player:real": -100n, "player:vault": 115n, receivable: -15n });
});

test("a pot that is won begins again: its reserve pays what it has, promotions the rest, which it is repaid first", async () => {
  const { player, expectBooks } = await scenario();
  const { host, wallet } = app;
  await host.db.query("UPDATE wallet.pots SET seed = 6 WHERE currency = 'USD'");
  const shares = { pot: micros(20n), reserve: micros(5n) };
  const hit = (n: number) => wallet.winRound(providerWin(player, n, 0n, n - 1, { hitsPot: true }));
  await wallet.placeInRound(providerBet(player, 1, 50n, { shares }));
  expect(await hit(2)).toMatchObject({ kind: "paid", pot: 8n });
  expect(await hit(2)).toMatchObject({ kind: "paid", pot: 8n, replayed: true });
  await wallet.placeInRound(providerBet(player, 3, 8n, { shares: { pot: micros(1n), reserve: micros(0n) } }));
  expect(await hit(4)).toMatchObject({ kind: "paid", pot: 26n, replayed: false });
  await expectBooks({
    "player:real": -24n,
    "result:provider-100": 32n,
    "jackpot:slots": -1n,
    "jackpot reserve:slots": -2n,
    promotions: -5n,
  });
});

test("ivan's bank recalls his deposit of 100 when he has 60 left: he owes 40, and his next deposit repays it first", async () => {
  const { player, move, expectBooks } = await scenario();
  await app.wallet.place(diceBet(player, 1, 40n, 0n));
  await move("chargeback", 100n, "receivable", "deposits:sandbox");
  expect(await move("chargeback_repaid", 61n, "player:real", "receivable")).toBe(false);
  await move("chargeback_repaid", 60n, "player:real", "receivable");
  await expectBooks({ "player:real": -100n, "result:dice": 40n, receivable: -40n, "deposits:sandbox": 100n });
  await move("deposit", 50n, "deposits:sandbox", "player:real");
  await move("chargeback_repaid", 40n, "player:real", "receivable");
  await expectBooks({ "player:real": -90n, "result:dice": 40n, "deposits:sandbox": 50n });
  expect((await app.wallet.balances(player))[0]).toMatchObject({ real: 10n });
});

test("max's slip of 10 is lost, then corrected to won with a boost, and cancelled when 20 of it are set aside: what is missing is owed", async () => {
  const { player, move, expectBooks } = await scenario();
  const revise = (after: number, result: SlipRevision["result"]) =>
    app.wallet.reviseSlips(player, [{ ...revision(1, after, result), id: newId() }]);
  await app.wallet.placeSlip(slipOn(player, 1, 10n));
  await expectBooks({ "player:real": -10n, "in play:betting": 10n });
  await revise(0, settled(0n));
  await expectBooks({ "player:real": -10n, "result:betting": 10n });
  await revise(1, settled(34n, 4n));
  await expectBooks({ "player:real": 28n, "result:betting": -24n, promotions: -4n });
  await move("vault", 128n, "player:real", "player:vault");
  await revise(2, { kind: "voided" });
  const owing = { "player:real": -100n, "player:vault": 128n };
  await expectBooks({ ...owing, receivable: -28n });
  await revise(3, settled(30n));
  await expectBooks({ ...owing, receivable: -8n, "result:betting": -20n });
  expect(await move("debt_collected", 3n, "player:real", "receivable")).toBe(false);
  await move("vault", 5n, "player:vault", "player:real");
  await move("debt_collected", 3n, "player:real", "receivable");
  await move("debt_waived", 5n, "promotions", "receivable");
  await expectBooks({ "player:real": -98n, "player:vault": 123n, "result:betting": -20n, promotions: -5n });
});

test("a boost is owed where the balance lacks it, and a void slip that is corrected gives its stake back into play", async () => {
  const { player, move, expectBooks } = await scenario();
  const revise = (after: number, result: SlipRevision["result"]) =>
    app.wallet.reviseSlips(player, [{ ...revision(1, after, result), id: newId() }]);
  await app.wallet.placeSlip(slipOn(player, 1, 10n));
  await revise(0, settled(0n, 6n));
  await move("vault", 96n, "player:real", "player:vault");
  await revise(1, settled(0n));
  await expectBooks({ "player:real": -100n, "player:vault": 96n, "result:betting": 10n, receivable: -6n });
  await revise(2, { kind: "voided" });
  await revise(3, { kind: "reopened" });
  await expectBooks({ "player:real": -100n, "player:vault": 96n, "in play:betting": 10n, receivable: -6n });
});

test("quin's free bets: one wins 15, one is void and then lost after all", async () => {
  const { player, expectBooks } = await scenario();
  const revise = (n: number, after: number, result: SlipRevision["result"]) =>
    app.wallet.reviseSlips(player, [{ ...revision(n, after, result), id: newId() }]);
  for (const n of [1, 2])
    await app.wallet.placeSlip(slipOn(player, n, 10n, [1], { freeBet: await givenFreeBet(app, player, 10n) }));
  await revise(1, 0, settled(15n));
  await revise(2, 0, { kind: "voided" });
  await expectBooks({ "player:real": 15n, "bonus:free_bets": -10n, "result:betting": -5n });
  await revise(2, 1, settled(0n));
  await expectBooks({ "player:real": 15n, "bonus:free_bets": -20n, "result:betting": 5n });
});

test("the owner withdraws some of the capital", async () => {
  const { move, expectBooks } = await scenario();
  await move("capital", 500n, "bank", "capital", houseOwner);
  await move("capital", 200n, "capital", "bank", houseOwner);
  await expectBooks({ capital: 300n, bank: -300n });
});

test("jane wins 5 at the daily wheel", async () => {
  const { move, expectBooks } = await scenario();
  await move("prize", 5n, "promotions", "player:real");
  await expectBooks({ "player:real": 5n, promotions: -5n });
});

test("a budget of 10 for the chat: 6 rain on jane, a tip of 1, the rest returns", async () => {
  const { move, expectBooks } = await scenario();
  await move("chat_budget", 10n, "promotions", "chat budget", houseOwner);
  await move("rain", 6n, "chat budget", "player:real");
  await move("tip", 1n, "chat budget", "player:real");
  await move("chat_budget_returned", 3n, "chat budget", "promotions", houseOwner);
  await expectBooks({ "player:real": 7n, promotions: -7n });
});

test("a partner's commission of 30: 20 of it withdrawn, 5 declined", async () => {
  const { move, expectBooks } = await scenario();
  const partner = newId() as string as PlayerId;
  await move("partner_commission", 30n, "affiliates", "partner", partner);
  await move("partner_payout", 20n, "partner", "partner payouts", partner);
  await move("partner_payout_sent", 20n, "partner payouts", "bank", partner);
  await move("partner_payout", 5n, "partner", "partner payouts", partner);
  await move("partner_payout_cancelled", 5n, "partner payouts", "partner", partner);
  await expectBooks({ affiliates: -30n, partner: 10n, bank: 20n });
});

/** Kinds whose module tests them itself. */
const elsewhere: readonly string[] = [
  "correction",
  "given_up",
  // Of bets of bonus money: bonus-play.it.test.ts.
  "bonus_stake",
  "bonus_payout",
  "bonus_void",
  "bonus_share",
  // Of slips of bonus money: slips/bonus-slips.it.test.ts.
  "slip_bonus_stake",
  "slip_bonus_payout",
  "slip_bonus_payout_reversed",
  "slip_bonus_void",
  "slip_bonus_void_reversed",
  "slip_bonus_boost",
  "slip_bonus_boost_reversed",
  "slip_bonus_lack",
  "slip_boost_lack",
];

test("every recipe has a scenario, and none is booked between other accounts than it declares", async () => {
  expect(
    Object.keys(recipes).filter(kind => !recordedKinds.has(kind as TransferKind) && !elsewhere.includes(kind)),
  ).toEqual([]);
  const { player, move } = await scenario();
  await move("deposit", 1n, "bank", "player:real");
  const { rows } = await app.host.db.query<{ debit: number }>(
    `SELECT debit FROM ${transferSql.all} WHERE player_id = $1 ORDER BY seq DESC LIMIT 1`,
    [player],
  );
  expect(accountName(required(rows[0], "just booked").debit)).toBe("bank");
  const found = (await auditBooks(app.host.db)).map(({ rule }) => rule);
  expect(found).toContainEqual(expect.stringMatching(/one of the recipes/));
});
