import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { providerBet, providerWin, roundOf } from "#modules/wallet/testing/provider-bets.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import {
  createProjections,
  type Projections,
  playedBy,
  playedIn,
  projectionFacts,
  projectionInvariants,
  turnoverFacts,
} from "./index.ts";

let app: TestApp;
let projections: Projections;
beforeAll(async () => {
  app = await testApp({}, ["projections"]);
  projections = createProjections(app.host, {
    returnedOf: () => ({ numerator: 96n, denominator: 100n }),
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

test("a voided round is taken out of the day on which it was settled, with its theoretical loss", async () => {
  const vera = await app.player("vera", 100n * unit);
  const round = roundOf(1);
  for (const n of [1, 2]) await app.wallet.placeInRound(providerBet(vera, n, 10n * unit, { round }));
  await app.wallet.winRound(providerWin(vera, 3, 5n * unit, 1, { close: false }));
  await app.wallet.winRound(providerWin(vera, 4, 30n * unit, 1));
  await app.wallet.placeInRound(providerBet(vera, 9, 7n * unit));
  await app.wallet.winRound(providerWin(vera, 10, 0n, 9));
  await projections.foldNow();
  const first = day();
  expect(await onDay(vera, first)).toEqual([27n * unit, 35n * unit]);
  await app.host.clock.advance(3 * 86_400_000);
  await app.host.db.tx(tx =>
    app.wallet.providerRounds.voidSettled(tx, { player: vera, round: round.key, request: app.host.ids.next() }),
  );
  await projections.foldNow();
  expect(await onDay(vera, first)).toEqual([7n * unit, 0n]);
  expect(await playedBy(app.host.db, vera)).toMatchObject([{ bets: 1n, realStaked: 7n * unit, realPaid: 0n }]);
  const { rows } = await app.host.db.query<{ loss: bigint }>(
    "SELECT sum(theoretical_loss)::bigint AS loss FROM projections.player_game_days WHERE player_id = $1",
    [vera],
  );
  expect(rows[0]?.loss).toBe((7n * unit * 1_000_000n * 4n) / 100n);
  expect(await differencesOf(app.host.db, projectionInvariants())).toEqual([]);
  await app.expectBooks(vera, 93n * unit);
});

test("what is void now was not played in its own week, and takes nothing from the play of this one", async () => {
  const walt = await app.player("walt", 100n * unit);
  const played = async (n: number, stake: bigint) => {
    await app.wallet.placeInRound(providerBet(walt, n, stake));
    await app.wallet.winRound(providerWin(walt, n + 100, 0n, n));
  };
  await played(21, 40n * unit);
  await app.host.clock.advance(8 * 86_400_000);
  await app.host.db.tx(tx =>
    app.wallet.credit(tx, {
      owner: walt,
      currency: "USD",
      amount: micros(50n * unit),
      kind: "deposit",
      reference: app.host.ids.next(),
      from: depositsClearing("sandbox"),
    }),
  );
  await played(22, 50n * unit);
  await app.host.db.tx(tx =>
    app.wallet.providerRounds.voidSettled(tx, { player: walt, round: roundOf(21).key, request: app.host.ids.next() }),
  );
  await projections.foldNow();
  const facts = turnoverFacts.sql({ now: "now()", today: `date '${day()}'`, price: () => "1" });
  const { rows } = await app.host.db.query(`SELECT turnover_7d, turnover_90d FROM (${facts}) f WHERE player_id = $1`, [
    walt,
  ]);
  expect(rows).toEqual([{ turnover_7d: 100, turnover_90d: 33 }]);
});

test("a void is no day of play", async () => {
  const xena = await app.player("xena", 100n * unit);
  for (const n of [31, 32]) {
    await app.wallet.placeInRound(providerBet(xena, n, unit));
    await app.wallet.winRound(providerWin(xena, n + 100, 0n, n));
  }
  await app.host.clock.advance(8 * 86_400_000);
  await app.host.db.tx(tx =>
    app.wallet.providerRounds.voidSettled(tx, { player: xena, round: roundOf(31).key, request: app.host.ids.next() }),
  );
  await projections.foldNow();
  const habits = projectionFacts.find(({ name }) => name === "habits");
  const facts = habits?.sql({ now: "now()", today: `date '${day()}'`, price: () => "1" });
  const { rows } = await app.host.db.query(`SELECT days_since_play FROM (${facts}) f WHERE player_id = $1`, [xena]);
  expect(rows).toEqual([{ days_since_play: 8 }]);
});
