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
import { createWallet, type PlaceBet, type Wallet } from "#modules/wallet/server/index.ts";
import { deposit, hashOf } from "#modules/wallet/testing/test-bets.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, round, times } from "./figures.ts";
import { createFunctionBets, openWithoutLimits } from "./function-bet.ts";
import { placeInteractively } from "./interactive-bet.ts";
import { withoutLimits } from "./without-limits.ts";

const playerCounts = [64, 256, 1024];
/** Connections that an opponent is tried with: it is measured with those that suit it best. */
const poolSizes = [8, 16, 32, 64];
/** As the wallet's own connections are set: plans made while the tables are empty would scan them later. */
const planSettings = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";
/** How often the wallet with limits and the one without take turns. */
const repeats = 6;

/**
 * Durable bets a second through the wallet, and by two opponents on the same database in the same run: an interactive transaction a
 * bet, and a call of an SQL function a bet. `times` is beside the faster one. And through the wallet with limits and without.
 */
export const benchWallet: BenchSuite = async ({ seconds }) => {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 20, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(["wallet"]));
    await openWithoutLimits(db);
    const rows: BenchRow[] = [];
    for (const players of playerCounts) {
      console.log(`wallet: ${players} players, some ${Math.round(seconds * 19)} s and the audits`);
      rows.push(await compare(db, server.url, players, seconds));
    }
    return rows;
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function compare(db: Db, url: string, count: number, seconds: number): Promise<BenchRow> {
  const pairs = testPairs(db);
  const wallet = createWallet(plainHost(db), { pairs });
  const players = await fundedPlayers(db, pairs, count);
  const interactive = await strongest(
    url,
    players,
    seconds,
    async on => player => placeInteractively(on, nextBet(player)),
  );
  const byFunction = await strongest(url, players, seconds, async on => {
    const place = await createFunctionBets(on, pairs, plainHost(on).clock);
    await Promise.all(players.map(player => pairs.load(player)));
    return player => place(nextBet(player));
  });
  await requireRightBooks(db);
  const bare = createWallet(plainHost(withoutLimits(db)), { pairs });
  const through = (by: Wallet) => () =>
    closedLoop(players, seconds, async player => {
      const answer = await by.place(nextBet(player));
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
    });
  const [limited, unlimited] = [through(wallet), through(bare)];
  const batched = await limited();
  const loads: { on: Load[]; off: Load[] } = { on: [], off: [] };
  // In turn, so that what the machine does besides disturbs both alike; each goes first as often as the other.
  for (let repeat = 0; repeat < repeats; repeat++) {
    if (repeat % 2 === 0) loads.on.push(await limited());
    loads.off.push(await unlimited());
    if (repeat % 2 === 1) loads.on.push(await limited());
  }
  await wallet.stop?.();
  await bare.stop?.();
  await requireRightBooks(db);
  const mean = (loads: readonly Load[]) =>
    Math.round(loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length);
  const [on, off] = [mean(loads.on), mean(loads.off)];
  return {
    players: count,
    ...columnsOf("interactive", interactive),
    ...columnsOf("function", byFunction),
    "batched bets/s": batched.perSecond,
    "batched p50 ms": batched.p50,
    "batched p99 ms": batched.p99,
    "times the faster": times(batched.perSecond, Math.max(interactive.perSecond, byFunction.perSecond)),
    "limits on bets/s": on,
    "limits off bets/s": off,
    "on of off": round(on / off, 2),
  };
}

/** Players with a pair of seeds and a million dollars each. */
export async function fundedPlayers(
  db: Db,
  pairs: ReturnType<typeof testPairs>,
  count: number,
): Promise<readonly PlayerId[]> {
  const wallet = createWallet(plainHost(db), { pairs });
  const players = Array.from({ length: count }, () => randomUUID() as string as PlayerId);
  for (const player of players) {
    await pairs.give(player);
    await db.tx(tx => wallet.credit(tx, deposit(player, 10n ** 12n)));
  }
  await wallet.stop?.();
  return players;
}

interface Opponent extends Load {
  readonly connections: number;
}

const columnsOf = (name: string, { perSecond, p99, connections }: Opponent): BenchRow => ({
  [`${name} bets/s`]: perSecond,
  [`${name} p99 ms`]: p99,
  [`${name} connections`]: connections,
});

/** An opponent with the number of connections that makes it fastest. Throws where it finishes nothing. */
async function strongest(
  url: string,
  players: readonly PlayerId[],
  seconds: number,
  open: (db: Db) => Promise<(player: PlayerId) => Promise<unknown>>,
): Promise<Opponent> {
  const run = async (connections: number, forSeconds: number): Promise<Opponent> => {
    const db = createDb(`${url}?options=${encodeURIComponent(planSettings)}`, {
      pool: connections,
      statementTimeoutMs: 0,
      connectMs: 0,
    });
    try {
      return { connections, ...(await closedLoop(players, forSeconds, await open(db))) };
    } finally {
      await db.end();
    }
  };
  const tried: Opponent[] = [];
  for (const connections of poolSizes) tried.push(await run(connections, seconds / 2));
  const [best] = tried.toSorted((one, other) => other.perSecond - one.perSecond);
  const measured = await run(best?.connections ?? 0, seconds);
  if (measured.perSecond === 0) throw new Error(`an opponent finished nothing in ${seconds} s`);
  return measured;
}

const requestHash = hashOf(1n);

/** One dice bet; two of three lose, so that the money lasts and both kinds are in the mix. */
export function nextBet(player: PlayerId): PlaceBet {
  return {
    player,
    key: randomUUID() as Uuid,
    requestHash,
    game: "dice",
    currency: "USD",
    choice: { direction: "over", target: "66.00" },
    rulesVersion: "dice-1",
    stake: micros(10_000n),
    winCap: micros(1_000_000_000n),
    draw: pair => ({
      outcome: { roll: "72.48" },
      payout: micros(pair.nonce % 3 === 0 ? 29_700n : 0n),
    }),
  };
}
