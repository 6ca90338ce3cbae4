import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { countedTransactions } from "#kit/testing/counted-transactions.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import { winOrLose } from "../../shared/bet-odds.ts";
import { openAlerts, sumsSince } from "./store.ts";
import { watchReturns } from "./watch-returns.ts";

/** Dice at even odds, counted from the bets of alice. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, ["bets"]);
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const double = winOrLose(4_875n, 10_000n, { numerator: 2n, denominator: 1n });
async function watch(): Promise<void> {
  await countGameDays(app.host, []);
  await watchReturns({ host: app.host, games: ["dice"], oddsOf: () => double });
}
const sums = () => sumsSince(app.host.db, "dice", new Date(0));

test("each bet is added to the hours of its game once, beside what its odds say", async () => {
  const alice = await app.player("alice", 10_000n);
  for (const [n, payout] of [20n, 0n, 20n].entries()) await app.wallet.place(diceBet(alice, n + 1, 10n, payout));
  await watch();
  // The last minute is counted later: a bet of it may not be committed yet.
  expect(await sums()).toEqual([]);
  await app.host.clock.advance(3_600_000);
  await app.wallet.place(diceBet(alice, 9, 10n, 20n));
  await app.host.clock.advance(61_000);
  await watch();
  await Promise.all([watch(), watch()]);
  const counted = { rulesVersion: "dice-1", bets: 4, paid: 6, due: 3.9, body: 6, wins: 0, expectedWins: 0 };
  expect(await sums()).toMatchObject([counted]);
  expect(await openAlerts(app.host.db)).toEqual([]);
});

test("a payout that the rules do not have raises one alert, which ends once those bets are a month old", async () => {
  const bob = await app.player("bob", 10_000n);
  await app.wallet.place(diceBet(bob, 21, 10n, 1_500n));
  await app.host.clock.advance(61_000);
  await watch();
  await watch();
  const raised = { game: "dice", rulesVersion: "dice-1", bets: 5, paid: 156, sigmas: null, wins: 1, expectedWins: 0 };
  expect(await openAlerts(app.host.db)).toMatchObject([raised]);
  await app.host.clock.advance(31 * 86_400_000);
  await app.wallet.place(diceBet(bob, 22, 10n, 0n));
  await app.host.clock.advance(61_000);
  await watch();
  expect(await openAlerts(app.host.db)).toEqual([]);
});

test("weeks without a bet are passed in one step", async () => {
  const carol = await app.player("carol", 10_000n);
  await app.host.clock.advance(20 * 86_400_000);
  await app.wallet.place(diceBet(carol, 31, 10n, 20n));
  await app.host.clock.advance(61_000);
  await countGameDays(app.host, []);
  const { db, begun } = countedTransactions(app.host.db);
  const before = (await sums())[0]?.bets ?? 0;
  await watchReturns({ host: { ...app.host, db }, games: ["dice"], oddsOf: () => double });
  expect((await sums())[0]?.bets).toBe(before + 1);
  expect(begun()).toBeLessThan(5);
});

/** As many rounds as an honest run may have before the other game has to be found. */
const mostRounds = 100_000;

test("a game that pays three percent too much has an alert within 100,000 rounds, and one that pays by its rules has none", async () => {
  const { host, wallet } = app;
  const often = winOrLose(9_000n, 10_000n, { numerator: 11n, denominator: 10n });
  const players = await Promise.all(Array.from({ length: 50 }, (_, n) => app.player(`pl${n}`, 10_000_000n)));
  let n = 1_000;
  /** Rounds in blocks of 1,000 until there is an alert, nine of ten of which win. */
  async function playUntilAlert(rulesVersion: string, win: bigint, most: number): Promise<number> {
    for (let rounds = 0; rounds < most; ) {
      await Promise.all(
        players.map(async player => {
          for (let each = 0; each < 20; each++) {
            const bet = diceBet(player, n, 1_000n, n % 10 === 0 ? 0n : win);
            n++;
            const placed = await wallet.place({ ...bet, rulesVersion });
            expect(placed.kind).toBe("accepted");
          }
        }),
      );
      rounds += players.length * 20;
      await host.clock.advance(61_000);
      await countGameDays(host, []);
      await watchReturns({ host, games: ["dice"], oddsOf: () => often });
      if ((await openAlerts(host.db)).some(alert => alert.rulesVersion === rulesVersion)) return rounds;
    }
    return Number.POSITIVE_INFINITY;
  }
  const needed = await playUntilAlert("dice-planted", 1_133n, mostRounds);
  expect(needed).toBeLessThanOrEqual(mostRounds);
  const alert = required(
    (await openAlerts(host.db)).find(each => each.rulesVersion === "dice-planted"),
    "an alert",
  );
  expect(alert).toMatchObject({ game: "dice", bets: needed, paid: (needed * 9 * 1.133) / 10 });
  expect(await playUntilAlert("dice-honest", 1_100n, 2 * needed)).toBe(Number.POSITIVE_INFINITY);
});
