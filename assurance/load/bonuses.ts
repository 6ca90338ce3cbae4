import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { createWallet, type PlaceBet, type Wallet } from "#modules/wallet/server/index.ts";
import { deposit, hashOf } from "#modules/wallet/testing/test-bets.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, round } from "./figures.ts";
import { withoutBonuses } from "./without-bonuses.ts";

const playerCounts = [64, 256, 1024];
/** How often the three take turns. */
const repeats = 6;
const plenty = 10n ** 12n;
const yearMs = 365 * 86_400_000;

/**
 * Durable bets a second through the wallet: with a statement without bonus money, with no player wagering, and with all of them staking bonus
 * money; in turn in the same run.
 */
export const benchBonuses: BenchSuite = async ({ seconds }) => {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 20, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(["wallet"]));
    const rows: BenchRow[] = [];
    for (const players of playerCounts) {
      console.log(`bonuses: ${players} players, some ${Math.round(seconds * (repeats + 1) * 3)} s and the audits`);
      rows.push(await compare(db, players, seconds));
    }
    return rows;
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function compare(db: Db, count: number, seconds: number): Promise<BenchRow> {
  const pairs = testPairs(db);
  const host = plainHost(db);
  const [wallet, bare] = [createWallet(host, { pairs }), createWallet(plainHost(withoutBonuses(db)), { pairs })];
  const people = () => Array.from({ length: count }, () => randomUUID() as string as PlayerId);
  const [rich, wagering] = [people(), people()];
  for (const player of rich) {
    await pairs.give(player);
    await db.tx(tx => wallet.credit(tx, deposit(player, plenty)));
  }
  for (const player of wagering) {
    await pairs.give(player);
    await give(db, wallet, player, new Date(host.clock.now() + yearMs));
  }
  const through = (by: Wallet, players: readonly PlayerId[]) => () =>
    closedLoop(players, seconds, async player => {
      const answer = await by.place(nextBet(player));
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
    });
  const ways = [through(bare, rich), through(wallet, rich), through(wallet, wagering)];
  const loads: Load[][] = ways.map(() => []);
  for (const way of ways) await way();
  // In turn, each beginning as often as the others, so that what the machine does besides disturbs all alike.
  for (let repeat = 0; repeat < repeats; repeat++)
    for (let turn = 0; turn < ways.length; turn++) {
      const which = (repeat + turn) % ways.length;
      const load = await ways[which]?.();
      if (load) loads[which]?.push(load);
    }
  await wallet.stop?.();
  await bare.stop?.();
  await requireRightBooks(db);
  const [without = 0, notWagering = 0, everybody = 0] = loads.map(mean);
  return {
    players: count,
    "without bets/s": without,
    "without a wager bets/s": notWagering,
    "everybody wagering bets/s": everybody,
    "idle of without": round(notWagering / without, 2),
    "everybody of idle": round(everybody / notWagering, 2),
  };
}

const mean = (loads: readonly Load[]): number =>
  Math.round(loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length);

async function give(db: Db, wallet: Wallet, player: PlayerId, until: Date): Promise<void> {
  const terms = {
    id: randomUUID() as Uuid,
    player,
    currency: "USD",
    account: bonusCost("manual"),
    amount: micros(plenty),
    target: micros(plenty * 1000n),
    maxBet: micros(plenty),
    games: ["dice"],
    until,
  } as const;
  if (!(await db.tx(tx => wallet.grants.give(tx, terms)))) throw new Error("a new player has a bonus");
}

const requestHash = hashOf(1n);

/** One dice bet that counts; two of three lose. */
function nextBet(player: PlayerId): PlaceBet {
  return {
    player,
    key: randomUUID() as Uuid,
    requestHash,
    game: "dice",
    currency: "USD",
    choice: { direction: "over", target: "66.00" },
    rulesVersion: "dice-1",
    stake: micros(10_000n),
    rate: 250,
    winCap: micros(1_000_000_000n),
    draw: pair => ({
      outcome: { roll: "72.48" },
      payout: micros(pair.nonce % 3 === 0 ? 29_700n : 0n),
    }),
  };
}
