import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countedTransactions } from "#kit/testing/counted-transactions.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { crashBet, diceBet, paid } from "#modules/wallet/testing/test-bets.ts";
import { evidenceSince, openAlerts } from "./store.ts";
import { type RoundGame, watchEvidence } from "./watch-evidence.ts";

/** Bets of alice and bob, in rounds that they share and in rounds of their own. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, ["bets"]);
  await app.host.db.query("CREATE TABLE desk.test_rounds (number bigint PRIMARY KEY, point int NOT NULL)");
  await app.host.db.query("INSERT INTO desk.test_rounds VALUES (1, 3100), (2, 100)");
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const minuteMs = 60_000;
const returnedOf = () => ({ numerator: 1n, denominator: 2n });
const crash: RoundGame = { game: "crash", returnedOf, climbs: { table: "desk.test_rounds", point: "point" } };
const own: RoundGame = { game: "dice", returnedOf };
const watch = async (game: RoundGame) => {
  await countGameDays(app.host, []);
  await watchEvidence({ host: app.host, games: [game] });
};
const sumsOf = async (game: string) => {
  const hours = await evidenceSince(app.host.db, game, new Date(0));
  return hours.map(({ bets, paid: sum, due, evidence }) => ({ bets, paid: sum, due, rounds: evidence.rounds }));
};
const gainsOf = async (game: string) =>
  (await evidenceSince(app.host.db, game, new Date(0))).map(({ evidence }) => Math.expm1(evidence.logs[1] ?? 0) / 0.01);

test("the bets of a round are one round, and each is stopped at 20 times its stake", async () => {
  await app.host.clock.advance(6 * 3_600_000);
  const alice = await app.player("alice", 100_000n);
  const bob = await app.player("bob", 100_000n);
  const epoch = await app.wallet.takeEpoch("crash");
  await app.wallet.openBettingWindow(app.host.db, "crash", 1n, epoch);
  await app.wallet.place(crashBet(alice, 1, 10n, 1n));
  await app.wallet.place(crashBet(alice, 2, 10n, 1n));
  await app.wallet.place(crashBet(bob, 3, 10n, 1n));
  // Cashed out at 2 and at 30; bob's bet was still in at 20 and went down at 31.
  await app.wallet.settle(paid(alice, 1, 20n));
  await app.host.clock.advance(2 * minuteMs);
  await app.wallet.settle(paid(alice, 2, 300n));
  await app.wallet.settle(paid(bob, 3, 0n));
  await app.host.clock.advance(10 * minuteMs);
  await watch(crash);
  // A round whose last bet may still be on its way is counted later.
  expect(await sumsOf("crash")).toEqual([]);
  await app.host.clock.advance(20 * minuteMs);
  await watch(crash);
  await Promise.all([watch(crash), watch(crash)]);
  expect(await sumsOf("crash")).toEqual([{ bets: 3, paid: 32, due: 1.5, rounds: 1 }]);
  // (2 + 20 + 20) / 3 of the stake, beside the half that is due.
  expect((await gainsOf("crash"))[0]).toBeCloseTo(28 - 1, 3);
});

test("rounds that pay far too much raise one alert, which ends in a new month after a thousand rounds that do not", async () => {
  const cara = await app.player("cara", 1_000_000n);
  for (let n = 0; n < 40; n++) await app.wallet.place(diceBet(cara, 100 + n, 10n, 100n));
  await app.host.clock.advance(20 * minuteMs);
  await watch(own);
  await watch(own);
  const [alert, ...more] = await openAlerts(app.host.db);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ game: "dice", rulesVersion: "dice-1", bets: 40, paid: 400, due: 20, sigmas: null });
  expect(alert?.oddsAgainst).toBeGreaterThan(100);
  await app.host.clock.advance(32 * 86_400_000);
  await watch(own);
  expect(await openAlerts(app.host.db)).toHaveLength(1);
  await app.host.db.query(
    `INSERT INTO desk.return_evidence (game, rules_version, hour, rounds, bets, paid, due, logs)
     SELECT 'dice', 'dice-1', date_trunc('hour', $1::timestamptz, 'UTC'), 1000, 1000, 500000000, 500000000, array_fill(0, ARRAY[6])`,
    [new Date(app.host.clock.now())],
  );
  await watch(own);
  expect(await openAlerts(app.host.db)).toEqual([]);
});

test("weeks without a round are passed in one step, in steps of hours or of minutes", async () => {
  await app.host.clock.advance(20 * 86_400_000);
  await countGameDays(app.host, []);
  const { db, begun } = countedTransactions(app.host.db);
  const stepwise: RoundGame = { game: "miner", returnedOf, stepsOf: () => [] };
  await watchEvidence({ host: { ...app.host, db }, games: [crash, stepwise] });
  expect(begun()).toBeLessThan(8);
});
