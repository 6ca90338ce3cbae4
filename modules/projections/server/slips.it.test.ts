import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { keyOf } from "#modules/wallet/testing/test-bets.ts";
import { testMarkets } from "#modules/wallet/testing/test-markets.ts";
import { cashedOut, givenFreeBet, revision, settled, slipOn } from "#modules/wallet/testing/test-slips.ts";
import { createProjections, type Projections, playedBy, playedIn, projectionInvariants } from "./index.ts";

let app: TestApp;
let projections: Projections;
beforeAll(async () => {
  app = await testApp({}, ["projections"]);
  const markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
  await markets.set({ id: 2, p: { win: 0.495, half_win: 0, refund: 0, half_lose: 0 } });
  projections = createProjections(app.host, {
    returnedOf: ({ game, choice }) => {
      expect(game).toBe("betting");
      const { terms, legs } = choice as unknown as {
        terms: { kind: string };
        legs: readonly [{ price: number; chances: unknown }];
      };
      expect([terms.kind, legs[0].price]).toEqual(["single", 2_000]);
      // One in a hundred is kept, where the market stated chances.
      return legs[0].chances === null ? undefined : { numerator: 99n, denominator: 100n };
    },
    testPlayers: async () => [],
  });
});
afterAll(() => app.close());

const unit = 1_000_000n;
const day = () => new Date(app.host.clock.now()).toISOString().slice(0, 10);
const onDay = async (player: PlayerId, of: string) => {
  const [sum] = await playedIn(app.host.db, player, { from: of, to: of });
  return sum && [sum.realStaked, sum.realPaid];
};
const revise = (player: PlayerId, n: number, after: number, result: Parameters<typeof revision>[2]) =>
  app.wallet.reviseSlips(player, [revision(n, after, result)]);

test("a corrected slip is taken out of the day on which it was settled, and counts on the day of its correction", async () => {
  const max = await app.player("max", 100n * unit);
  await app.wallet.placeSlip(slipOn(max, 1, 10n * unit));
  await revise(max, 1, 0, settled(0n));
  await projections.foldNow();
  const first = day();
  expect(await onDay(max, first)).toEqual([10n * unit, 0n]);
  await app.host.clock.advance(8 * 86_400_000);
  await revise(max, 1, 1, settled(34n * unit, unit));
  await projections.foldNow();
  expect(await onDay(max, first)).toEqual([0n, 0n]);
  expect(await onDay(max, day())).toEqual([10n * unit, 35n * unit]);
  expect(await playedBy(app.host.db, max)).toMatchObject([{ bets: 1n, realStaked: 10n * unit, realPaid: 35n * unit }]);
  // The payout is taken back when the balance lacks it: the player owes the rest, and has still not been paid.
  await app.host.db.tx(tx =>
    app.wallet.debit(tx, {
      owner: max,
      currency: "USD",
      amount: (120n * unit) as never,
      kind: "payout_request",
      reference: "00000000-0000-4000-8000-00000000d0d0" as never,
      to: 201 as never,
    }),
  );
  await revise(max, 1, 2, { kind: "voided" });
  await projections.foldNow();
  expect(await playedBy(app.host.db, max)).toMatchObject([{ bets: 0n, realStaked: 0n, realPaid: 0n }]);
  expect(await differencesOf(app.host.db, projectionInvariants())).toEqual([]);
});

test("a slip cashed out in parts is one bet; a free bet is no real money", async () => {
  const nina = await app.player("nina", 100n * unit);
  await app.wallet.placeSlip(slipOn(nina, 1, 10n * unit));
  await revise(nina, 1, 0, cashedOut(4n * unit, 3n * unit));
  await revise(nina, 1, 1, cashedOut(6n * unit, 7n * unit));
  await app.wallet.placeSlip(slipOn(nina, 2, 5n * unit, [1], { freeBet: await givenFreeBet(app, nina, 5n * unit) }));
  await revise(nina, 2, 0, settled(5n * unit));
  await projections.foldNow();
  expect(await playedBy(app.host.db, nina)).toMatchObject([{ bets: 2n, realStaked: 10n * unit, realPaid: 10n * unit }]);
  expect(await differencesOf(app.host.db, projectionInvariants())).toEqual([]);
});

test("a slip loses on average what its price keeps, of its real money: a correction takes it back, a cash-out does not", async () => {
  const olga = await app.player("olga", 3n * unit);
  const grant = keyOf(0xb0);
  await app.host.db.tx(tx =>
    app.wallet.grants.give(tx, {
      id: grant,
      player: olga,
      currency: "USD",
      account: bonusCost("deposit"),
      amount: micros(20n * unit),
      target: micros(400n * unit),
      maxBet: micros(5n * unit),
      games: ["betting"],
      until: new Date(app.host.clock.now() + 86_400_000),
    }),
  );
  const played = async () => {
    await projections.foldNow();
    const [sum] = await playedBy(app.host.db, olga);
    return sum && [sum.realStaked, sum.loss / 1_000_000n];
  };
  // 3 of 4 are real.
  await app.wallet.placeSlip(slipOn(olga, 1, 4n * unit, [2], { rate: 250 }));
  await revise(olga, 1, 0, cashedOut(2n * unit, unit));
  expect(await played()).toEqual([1_500_000n, 15_000n]);
  await revise(olga, 1, 1, settled(4n * unit));
  expect(await played()).toEqual([3_000_000n, 30_000n]);
  await revise(olga, 1, 2, { kind: "reopened" });
  expect(await played()).toEqual([1_500_000n, 15_000n]);
  await revise(olga, 1, 3, settled(0n));
  expect(await played()).toEqual([3_000_000n, 30_000n]);
  expect(await differencesOf(app.host.db, projectionInvariants())).toEqual([]);
});
