import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { keyOf } from "../../testing/test-bets.ts";
import { type TestMarkets, testMarketSql, testMarkets } from "../../testing/test-markets.ts";
import { plainHost } from "../../testing/test-plain-host.ts";
import { cashedOut, settled, slipOn } from "../../testing/test-slips.ts";
import { createWallet, type Wallet } from "../create-wallet.ts";

const folder = mkdtempSync(join(tmpdir(), "fairhouse-kill-slips-"));
const start = 1_000_000n;
/** At each failpoint. */
const kills = 2;

let app: TestApp;
let markets: TestMarkets;
/** Under the real clock, as the killed process. */
let wallet: Wallet;
let players: readonly PlayerId[];
beforeAll(async () => {
  app = await testApp();
  markets = await testMarkets(app.host.db);
  wallet = createWallet(plainHost(app.host.db), { pairs: app.pairs, markets: testMarketSql });
  for (const id of [1, 2, 3, 4]) await markets.set({ id });
  players = await Promise.all(Array.from({ length: 8 }, (_, n) => app.player(`kill${n}`, start)));
});
afterAll(async () => {
  await wallet.stop?.();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function runUntilKilled(failpoint: string, hits: number, first: number): Promise<readonly string[][]> {
  const journal = join(folder, `${failpoint}-${hits}`);
  const script = join(import.meta.dirname, "../../testing/kill-slips.ts");
  const given = [script, app.host.databaseUrl, journal, failpoint, `${hits}`, `${first}`, ...players];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "inherit", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
  return readFileSync(journal, "utf8")
    .split("\n")
    .slice(0, -1)
    .map(line => line.split(" "));
}

/** Finishes what the killed process began, under the same keys: what was done is found, the rest is done now. */
async function finish(player: PlayerId, n: number): Promise<void> {
  expect(await wallet.placeSlip(slipOn(player, n, 10n, [1 + (n % 3), 4]))).toMatchObject({ kind: "accepted" });
  for (const [after, result] of [cashedOut(4n, 5n), settled(12n), settled(0n), settled(12n)].entries()) {
    const id = keyOf(n * 16 + after + 1);
    const made = await wallet.reviseSlips(player, [{ slip: keyOf(n), after, id, cause: null, result }]);
    expect(made).toMatchObject([{ kind: "revised", number: after + 1 }]);
  }
}

/** Seven units for each slip of 10 that was cashed out by 4 for 5, lost, and corrected to 12: nothing more, nothing less. */
async function expectAllDone(player: PlayerId, journal: readonly string[][], first: number): Promise<void> {
  const begun = journal.filter(([, who]) => who === player).map(([, , n]) => Number(n));
  const last = Math.max(first, ...begun.map(n => n + 1));
  for (let n = first; n <= last; n += 1) await finish(player, n);
  const { rows } = await app.host.db.query<{ slips: number; real: bigint }>(
    `SELECT (SELECT count(*)::int FROM wallet.slips WHERE player_id = $1) AS slips, real FROM wallet.wallets WHERE player_id = $1`,
    [player],
  );
  const { slips, real } = required(rows[0], "a wallet");
  expect(real).toBe(start + 7n * BigInt(slips));
}

const failpoints = ["wallet.slip.formed", "wallet.slip.committed", "wallet.revise.formed", "wallet.revise.committed"];

test.each(failpoints)("kill -9 at %s loses, doubles and halves nothing, exposure included", async failpoint => {
  for (let kill = 0; kill < kills; kill += 1) {
    const first = 1 + failpoints.indexOf(failpoint) * 100_000 + kill * 10_000;
    const journal = await runUntilKilled(failpoint, 4 + kill * 9, first);
    await app.expectBooks();
    await markets.expectExposures();
    for (const [word, player, n, number] of journal) {
      const slip = required(await app.wallet.slip(player as PlayerId, keyOf(Number(n))), `no slip ${n} of ${player}`);
      if (word === "revised") expect(slip.revision).toBeGreaterThanOrEqual(Number(number));
    }
    await Promise.all(players.map(player => expectAllDone(player, journal, first)));
    await app.expectBooks();
    await markets.expectExposures();
  }
});
