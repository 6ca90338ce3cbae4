import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { manualClock } from "#kit/test/manual-clock.ts";
import { quietLog } from "#kit/test/quiet.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { createBigWins } from "./big-wins.ts";

const alice = "00000000-0000-4000-8000-000000000001" as PlayerId;

/** A win of alice's at so many hundredths of her stake. */
function win(n: number, hundredths: bigint): Bet {
  return {
    ...{ player: alice, key: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as Uuid, game: "dice" },
    ...{ currency: "USD", stake: micros(100n), payout: micros(hundredths), winCap: micros(10n ** 9n) },
    ...{ status: "settled", choice: {}, outcome: {}, rulesVersion: "dice-1", balanceAfter: micros(0n) },
    ...{ settledBalance: micros(0n), seed: null, round: null, placedAt: new Date(0), settledAt: new Date(0) },
  };
}

function table() {
  const clock = manualClock();
  const rows: { player: PlayerId; key: Uuid; multiplier: bigint; at: Date }[] = [];
  const bigWins = createBigWins({
    clock,
    log: quietLog,
    store: {
      async addBigWin(row) {
        rows.push(row);
      },
      bigWins: async since =>
        rows
          .filter(row => row.at > since)
          .sort((a, b) => Number(b.multiplier - a.multiplier))
          .slice(0, 20),
      forgetBigWins: async () => undefined,
    },
    bet: async () => undefined,
    rowOf: async () => {
      throw new Error("no page asks");
    },
  });
  return { clock, rows, bigWins };
}

test("a thousand equal wins cost twenty rows, also when nobody looks at the page", () => {
  const { rows, bigWins } = table();
  for (let n = 0; n < 1000; n++) bigWins.look(win(n, 200n));
  expect(rows).toHaveLength(20);
});

test("a larger win among them is noted, a smaller one and a loss are not", () => {
  const { rows, bigWins } = table();
  for (let n = 0; n < 20; n++) bigWins.look(win(n, 200n));
  bigWins.look(win(20, 199n));
  bigWins.look(win(21, 0n));
  expect(rows).toHaveLength(20);
  bigWins.look(win(22, 5000n));
  expect(rows.at(-1)?.multiplier).toBe(500_000n);
});

test("when yesterday's wins are over a day old, smaller ones of today count again", async () => {
  const { clock, rows, bigWins } = table();
  for (let n = 0; n < 20; n++) bigWins.look({ ...win(n, 900n), settledAt: new Date(clock.now()) });
  await clock.advance(25 * 3_600_000);
  bigWins.look(win(20, 150n));
  await clock.advance(1);
  bigWins.look({ ...win(21, 150n), settledAt: new Date(clock.now()) });
  expect(rows.at(-1)?.multiplier).toBe(15_000n);
});
