import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, diceBet, idOf, paid, roundBet, roundEnd, voided } from "../testing/test-bets.ts";
import { countReturns, returnedShares, returnsCountedAt } from "./returned-shares.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const count = (except: readonly PlayerId[] = []) => countReturns(app.host, except);

/** The result of a scan of all bets, which must equal the incremental count. */
async function scanned(except: readonly PlayerId[] = []) {
  const { rows } = await app.host.db.query(
    `SELECT game, rules_version, count(*) AS bets, sum(div(payout::numeric * 1000000000000, stake)) AS shares,
            sum(div(payout::numeric * 1000000000000, stake) ^ 2)::numeric(80,0)::text AS squares
     FROM wallet.bets WHERE status = 1 AND NOT player_id = ANY($1::uuid[]) GROUP BY 1, 2 ORDER BY 1, 2`,
    [except],
  );
  return rows;
}
async function counted() {
  const { rows } = await app.host.db.query(
    `SELECT game, rules_version, bets, shares, square_shares::numeric(80,0)::text AS squares
     FROM wallet.returned_totals WHERE bets > 0 ORDER BY 1, 2`,
  );
  return rows;
}

const dice = (player: PlayerId, n: number, stake: bigint, payout: bigint, rulesVersion = "dice-1") =>
  app.wallet.place({ ...diceBet(player, n, stake, payout), rulesVersion });

/** Bets of every kind: decided at once, stepwise, settled later, voided, still open; under two versions of dice. */
async function play(player: PlayerId, from: number): Promise<void> {
  const { wallet } = app;
  for (let n = 0; n < 6; n++) await dice(player, from + n, 7n, n % 3 === 0 ? 20n : 0n, n < 4 ? "dice-1" : "dice-2");
  await wallet.place(crashBet(player, from + 10, 9n));
  await wallet.place(crashBet(player, from + 11, 11n));
  await wallet.place(crashBet(player, from + 12, 13n));
  await wallet.settle(paid(player, from + 10, 31n));
  await wallet.settle(voided(player, from + 11));
  await wallet.place(roundBet(player, from + 20, 5n));
  const round = await wallet.openRound(player, "miner");
  if (round) await wallet.finish(roundEnd(round, 8n));
}

test("bets are counted as they end, by game and version of the rules, exactly as a scan of all bets counts them", async () => {
  const alice = await app.player("alice", 100_000n);
  await play(alice, 100);
  expect(await returnsCountedAt(app.host.db)).toBeUndefined();
  await count();
  expect(await returnsCountedAt(app.host.db)).toEqual(new Date(app.host.clock.now()));
  expect(await counted()).toEqual(await scanned());
  expect(await counted()).toHaveLength(4);
  // One that was open at the first count ends after it.
  await app.wallet.settle(paid(alice, 112, 0n));
  await play(alice, 200);
  await count();
  await count();
  expect(await counted()).toEqual(await scanned());
});

test("mean and deviation are those of payout divided by stake", async () => {
  const bob = await app.player("bob", 100_000n);
  for (const [n, payout] of [20n, 0n, 10n, 10n].entries()) await dice(bob, 300 + n, 10n, payout, "dice-9");
  await count();
  const share = (await returnedShares(app.host.db)).find(({ rulesVersion }) => rulesVersion === "dice-9");
  expect(share).toMatchObject({ game: "dice", bets: 4, mean: 1 });
  expect(share?.deviation).toBeCloseTo(Math.sqrt(2 / 3), 12);
});

test("a player who becomes a test account is subtracted, and counted from the beginning when that ends", async () => {
  const carol = await app.player("carol", 100_000n);
  await play(carol, 400);
  await count();
  await count([carol]);
  expect(await counted()).toEqual(await scanned([carol]));
  await play(carol, 500);
  await count([carol]);
  expect(await counted()).toEqual(await scanned([carol]));
  await count();
  expect(await counted()).toEqual(await scanned());
});

test("a count that fails before its commit has counted nothing, and two at once count no bet twice", async () => {
  const dave = await app.player("dave", 100_000n);
  await play(dave, 600);
  const before = await counted();
  app.host.failpoints.arm("wallet.returns.counted", () => {
    throw new Error("a fault of the test");
  });
  await expect(count()).rejects.toThrow("a fault of the test");
  expect(await counted()).toEqual(before);
  await Promise.all([count(), count(), count()]);
  expect(await counted()).toEqual(await scanned());
});

test("kill -9 in the middle of a count of many wallets: the next one continues, and every bet counts once", async () => {
  const people = Array.from({ length: 450 }, (_, index) => idOf(`many${index}`.slice(-6)));
  await Promise.all(
    people.map(async (_, index) => {
      const player = await app.player(`many${index}`.slice(-6), 1_000n);
      await dice(player, 700, 10n, index % 2 === 0 ? 20n : 0n);
    }),
  );
  const script = join(import.meta.dirname, "../testing/kill-count.ts");
  const child = spawn(process.execPath, [script, app.host.databaseUrl], { stdio: ["ignore", "inherit", "inherit"] });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  const { rows } = await app.host.db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM wallet.returned_wallets WHERE player_id = ANY($1::uuid[])",
    [people],
  );
  expect(Number(rows[0]?.n)).toBeGreaterThan(0);
  expect(Number(rows[0]?.n)).toBeLessThan(people.length);
  await count();
  expect(await counted()).toEqual(await scanned());
});
