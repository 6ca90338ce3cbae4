import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { kindOf } from "#modules/ledger/shared/kinds.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import type { SlipRevision } from "../server/slips/port.ts";
import { createWalletModel, modelTx, type WalletModel } from "./model.ts";
import { type TestApp, testApp } from "./test-app.ts";
import { deposit, keyOf } from "./test-bets.ts";
import { type TestMarkets, testMarkets } from "./test-markets.ts";
import { cashedOut, givenFreeBet, legOn, settled, slipOn } from "./test-slips.ts";

let app: TestApp;
let markets: TestMarkets;
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
});
afterAll(() => app.close());

const key = fc.integer({ min: 1, max: 6 });
const player = fc.constantFrom(0, 1, 2);
const amount = fc.bigInt(1n, 60n);
const market = fc.constantFrom(1, 2, 3);
const result = fc.oneof(
  fc.record({ kind: fc.constant("settled" as const), payout: fc.bigInt(0n, 150n), boost: fc.bigInt(0n, 20n) }),
  fc.constant({ kind: "voided" as const }),
  fc.constant({ kind: "reopened" as const }),
  fc.record({ kind: fc.constant("cashed_out" as const), closed: fc.bigInt(1n, 40n), paid: fc.bigInt(1n, 60n) }),
);

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      player,
      key,
      amount,
      legs: fc.uniqueArray(market, { minLength: 1, maxLength: 3 }),
      price: fc.constantFrom(1_900, 2_000, 2_100),
      policy: fc.constantFrom("none" as const, "better" as const, "any" as const),
      most: fc.constantFrom(2_000, 1_000_000),
      version: fc.option(fc.bigInt(1n, 2n)),
      counter: fc.option(fc.integer({ min: 0, max: 1 })),
      cap: fc.option(fc.bigInt(50n, 200n)),
      freeBet: fc.constantFrom(true, false, false),
      rate: fc.constantFrom(0, 500, 1_250),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("revise" as const),
      player,
      parts: fc.uniqueArray(
        fc.record({ key, late: fc.constantFrom(0, 0, 0, 1), id: fc.integer({ min: 1, max: 40 }), result }),
        { minLength: 1, maxLength: 4, selector: ({ key: each }) => each },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("vault" as const), player, key, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("give" as const),
      player,
      key,
      amount: fc.bigInt(1n, 80_000n),
      target: fc.bigInt(1n, 120n),
      maxBet: fc.constantFrom(20n, 60n),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      player,
      key,
      how: fc.constantFrom("cancelled" as const, "forfeited" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("market" as const),
      market,
      price: fc.constantFrom(1_900, 2_000, 2_100),
      version: fc.constantFrom(1, 2),
      counter: fc.constantFrom(0, 1),
      status: fc.constantFrom("active" as const, "active" as const, "active" as const, "suspended" as const),
      up: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let run = 0;
interface World {
  readonly model: WalletModel;
  readonly players: readonly PlayerId[];
  /** Outcomes of this run have its number, so that runs do not share exposures. */
  readonly outcome: string;
}

async function newWorld(): Promise<World> {
  run += 1;
  const model = createWalletModel({ now: () => app.host.clock.now() });
  const players = await Promise.all([0, 1, 2].map(index => app.player(`${index}s${run}`, 100n)));
  for (const one of players) await model.credit(modelTx, deposit(one, 100n));
  for (const id of [1, 2, 3])
    await setMarket(model, { market: id, price: 2_000, version: 1, counter: 0, status: "active", up: true });
  return { model, players, outcome: `o${run}` };
}

/** The grants of a run are named by player and key. */
const grantId = (index: number, n: number) => keyOf(0xa0_0000 + run * 0x100 + index * 0x10 + n);

type MarketStep = Omit<Extract<Operation, { do: "market" }>, "do" | "market"> & { readonly market: number };

async function setMarket(model: WalletModel, { market: id, price, version, counter, status, up }: MarketStep) {
  await markets.set({ id, price, version, counter, status, up });
  const { rows } = await app.host.db.query<{ n: bigint }>("SELECT n FROM test_markets.markets WHERE id = $1", [
    BigInt(id),
  ]);
  const refusal = up ? (status === "active" ? null : ("market_suspended" as const)) : ("feed_down" as const);
  const n = required(rows[0], "a market that was set").n;
  model.sportsbook.markets.set(`e${id}`, { id: BigInt(id), price, version: BigInt(version), counter, n, refusal });
}

const resultOf = (end: typeof result extends fc.Arbitrary<infer T> ? T : never): SlipRevision["result"] =>
  end.kind === "settled"
    ? settled(end.payout, end.boost)
    : end.kind === "cashed_out"
      ? cashedOut(end.closed, end.paid)
      : end;

async function apply(world: World, step: Operation): Promise<void> {
  const { model, outcome } = world;
  const { wallet, host } = app;
  if (step.do === "wait") return host.clock.advance(step.ms);
  if (step.do === "market") return setMarket(model, step);
  const who = required(world.players[step.player], "a player");
  const same = async (real: Promise<unknown>, modelled: Promise<unknown>) => {
    const text = JSON.stringify(step, (_key, value) => (typeof value === "bigint" ? `${value}n` : value));
    expect(await real, text).toEqual(await modelled);
  };
  if (step.do === "place") {
    const { price, policy, most, version, counter, cap, freeBet, rate, legs } = step;
    const leg = (id: number) => legOn(id, step.amount, { price, policy, most, version, counter, cap, outcome });
    // Each slip has a free bet of its own: which of them can be staked is not modelled.
    const stakedFrom = freeBet ? await givenFreeBet(app, who, step.amount) : null;
    const slip = { ...slipOn(who, step.key, step.amount, legs, { rate }), legs: legs.map(leg), freeBet: stakedFrom };
    return same(wallet.placeSlip(slip), model.placeSlip(slip));
  }
  if (step.do === "give") {
    const terms: GrantTerms = {
      id: grantId(step.player, step.key),
      player: who,
      currency: "USD",
      account: bonusCost("deposit"),
      amount: micros(step.amount),
      target: micros(step.target),
      maxBet: micros(step.maxBet),
      games: ["betting"],
      until: new Date(host.clock.now() + step.hours * 3_600_000),
    };
    const given = host.db.tx(tx => wallet.grants.give(tx, terms)).catch(() => false);
    return same(given, model.grants.give(modelTx, terms));
  }
  if (step.do === "end") {
    const id = grantId(step.player, step.key);
    const ended = host.db.tx(tx => wallet.grants.end(tx, who, id, step.how));
    return same(ended, model.grants.end(modelTx, who, id, step.how));
  }
  if (step.do === "vault") {
    const movement = { owner: who, currency: "USD" as const, amount: micros(step.amount), kind: "vault" as const };
    const named = {
      ...movement,
      reference: keyOf(0xb00 + step.key),
      from: account("player:real"),
      to: account("player:vault"),
    };
    const known = app.host.db.tx(tx => wallet.move(tx, named)).catch(() => "another movement");
    return same(
      known,
      model.move(modelTx, named).catch(() => "another movement"),
    );
  }
  const revisions = await Promise.all(
    step.parts.map(async ({ key: slip, late, id, result: end }): Promise<SlipRevision> => {
      const after = ((await model.slip(who, keyOf(slip)))?.revision ?? 0) - late;
      return { slip: keyOf(slip), after, id: keyOf(0x9000 + slip * 100 + id), cause: null, result: resultOf(end) };
    }),
  );
  return same(wallet.reviseSlips(who, revisions), model.reviseSlips(who, revisions));
}

/** Slips, balances, exposures, debts and every transfer are the same on both sides, and the books are correct. */
async function expectSame({ model, players, outcome }: World): Promise<void> {
  for (const one of players) {
    expect(await app.wallet.balances(one)).toEqual(await model.balances(one));
    for (let n = 1; n <= 6; n += 1)
      expect(await app.wallet.slip(one, keyOf(n))).toEqual(await model.slip(one, keyOf(n)));
    const { rows } = await app.host.db.query<{
      kind: number;
      amount: bigint;
      debit: number;
      credit: number;
      balanceAfter: bigint;
    }>(
      `SELECT kind, amount, debit, credit, balance_after AS "balanceAfter" FROM ledger.transfers WHERE player_id = $1 ORDER BY seq`,
      [one],
    );
    const modelled = model.transfers.filter(({ owner }) => owner === one);
    expect(rows.map(row => [kindOf(row.kind), row.amount, row.debit, row.credit, row.balanceAfter])).toEqual(
      modelled.map(row => [row.kind, row.amount, row.debit, row.credit, row.balanceAfter]),
    );
    const { rows: grants } = await app.host.db.query<{ id: string; left: bigint; open: number | null }>(
      `SELECT g.id, CASE WHEN g.state = 1 THEN w.wager_left ELSE g.target - g.counted END AS left, coalesce(w.wager_open, 0) AS open
       FROM wagering.grants g JOIN wallet.wallets w ON w.player_id = g.player_id AND w.currency = g.currency
       WHERE g.player_id = $1 ORDER BY g.grant_no`,
      [one],
    );
    const shown = model.grantsOf(one).map(({ id, left }) => ({ id, left }));
    expect(grants.map(({ id, left }) => ({ id, left }))).toEqual(shown);
    const owed = [...model.sportsbook.debts]
      .filter(([name]) => name.startsWith(one))
      .reduce((sum, [, left]) => sum + left, 0n);
    const { rows: debts } = await app.host.db.query<{ owed: bigint }>(
      "SELECT coalesce(sum(amount - repaid - waived), 0)::bigint AS owed FROM debts.debts WHERE player_id = $1",
      [one],
    );
    expect(debts[0]?.owed).toBe(owed);
  }
  for (const [name, cost] of model.sportsbook.exposures) {
    expect(await markets.exposure(Number(name.split("/")[0]), outcome)).toBe(cost);
  }
  await markets.expectExposures();
  await app.expectBooks();
}

test("slips, revisions, cash-outs and debts end in PostgreSQL as in the model, for any sequence of operations", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async steps => {
      const world = await newWorld();
      for (const step of steps) await apply(world, step);
      await expectSame(world);
    }),
    { numRuns: 60 },
  );
});
