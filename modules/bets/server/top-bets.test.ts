import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { createTopBets } from "./top-bets.ts";
import { stakeScore, winScore } from "./top-scores.ts";

const alice = "00000000-0000-4000-8000-000000000001" as PlayerId;

/** A win of alice's at this many hundredths of her stake. */
function win(n: number, hundredths: bigint): Bet {
  return {
    player: alice,
    key: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as Uuid,
    game: "dice",
    currency: "USD",
    stake: micros(100n),
    payout: micros(hundredths),
    winCap: micros(10n ** 9n),
    status: "settled",
    choice: {},
    outcome: {},
    rulesVersion: "dice-1",
    balanceAfter: micros(0n),
    settledBalance: micros(0n),
    seed: null,
    round: null,
    placedAt: new Date(0),
    settledAt: new Date(0),
  };
}

const settled = () => new Promise(done => setImmediate(done));

function setUp({ tests = [] as readonly PlayerId[] } = {}) {
  const clock = manualClock();
  const rows: { player: PlayerId; key: Uuid; score: bigint; at: Date }[] = [];
  const bigWins = createTopBets({
    clock,
    log: quietLog,
    store: {
      async add(row) {
        rows.push(row);
      },
      since: async since =>
        rows
          .filter(row => row.at > since)
          .sort((a, b) => Number(b.score - a.score))
          .slice(0, 20),
      forget: async () => undefined,
    },
    scoreOf: winScore,
    publicProfileOf: async player => ({ face: null, test: tests.includes(player) }),
    bet: async () => undefined,
    rowOf: async () => {
      throw new Error("not called in this test");
    },
  });
  return { clock, rows, bigWins };
}

test("a thousand equal wins cost twenty rows, even if the page is never read", async () => {
  const { rows, bigWins } = setUp();
  for (let n = 0; n < 1000; n++) bigWins.observe(win(n, 200n));
  await settled();
  expect(rows).toHaveLength(20);
});

test("a larger win among them is recorded, a smaller one and a loss are not", async () => {
  const { rows, bigWins } = setUp();
  for (let n = 0; n < 20; n++) bigWins.observe(win(n, 200n));
  bigWins.observe(win(20, 199n));
  bigWins.observe(win(21, 0n));
  await settled();
  expect(rows).toHaveLength(20);
  bigWins.observe(win(22, 5000n));
  await settled();
  expect(rows.at(-1)?.score).toBe(500_000n);
});

test("when yesterday's wins are over a day old, smaller ones of today count again", async () => {
  const { clock, rows, bigWins } = setUp();
  for (let n = 0; n < 20; n++) bigWins.observe({ ...win(n, 900n), settledAt: new Date(clock.now()) });
  await clock.advance(25 * 3_600_000);
  bigWins.observe(win(20, 150n));
  await clock.advance(1);
  bigWins.observe({ ...win(21, 150n), settledAt: new Date(clock.now()) });
  await settled();
  expect(rows.at(-1)?.score).toBe(15_000n);
});

test("wins of test accounts do not count, so smaller ones of others are recorded", async () => {
  const bob = "00000000-0000-4000-8000-000000000002" as PlayerId;
  const { rows, bigWins } = setUp({ tests: [bob] });
  for (let n = 0; n < 30; n++) bigWins.observe({ ...win(n, 90_000n), player: bob });
  await settled();
  bigWins.observe(win(31, 200n));
  await settled();
  expect(rows.map(({ player }) => player)).toEqual([alice]);
});

test("stakes in different currencies are compared at the day's rates", () => {
  const one = 10n ** 18n;
  const prices = { USD: one, EUR: (one * 11n) / 10n, RUB: one / 80n, KZT: one / 500n, INR: one / 85n };
  const of = (stake: bigint, currency: "USD" | "RUB") =>
    stakeScore({ stake: micros(stake * 1_000_000n), currency }, prices);
  expect(of(1000n, "RUB")).toBe(12_500_000n);
  expect(of(13n, "USD") > of(1000n, "RUB")).toBe(true);
});
