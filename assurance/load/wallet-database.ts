import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { deposit } from "#modules/wallet/testing/test-bets.ts";
import type { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { nextBet } from "./wallet.ts";

/** More than a player can lose in a run. */
export const plenty = micros(10n ** 12n);

interface DatabaseSize {
  readonly modules: "all" | readonly string[];
  readonly pool: number;
}

/** A PostgreSQL of its own with the tables of these modules, for as long as `work` takes. */
export const withDatabase = <T>(size: DatabaseSize, work: (db: Db) => Promise<T>): Promise<T> =>
  withOwnServer(size, ({ db }) => work(db));

/** `withDatabase` that also passes the server's address, for other processes. */
export async function withOwnServer<T>(
  { modules, pool }: DatabaseSize,
  work: (on: { readonly db: Db; readonly url: string }) => Promise<T>,
): Promise<T> {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(modules));
    return await work({ db, url: server.url });
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const newPlayer = () => randomUUID() as string as PlayerId;

/** With seeds and real money. */
export async function richPlayer(db: Db, wallet: Wallet, pairs: ReturnType<typeof testPairs>): Promise<PlayerId> {
  const player = newPlayer();
  await pairs.give(player);
  await db.tx(tx => wallet.credit(tx, deposit(player, plenty)));
  return player;
}

export interface GivenBonus {
  readonly amount: Micros;
  readonly target: Micros;
  readonly maxBet: Micros;
  readonly until: Date;
}

/** Bonus money for dice of these players, in one transaction as campaigns give it. */
export async function giveBonuses(
  db: Db,
  wallet: Wallet,
  players: readonly PlayerId[],
  given: GivenBonus,
): Promise<void> {
  const terms = players.map(player => ({
    id: randomUUID() as Uuid,
    player,
    currency: "USD" as const,
    account: bonusCost("manual"),
    games: ["dice"],
    ...given,
  }));
  const got = await db.tx(tx => wallet.grants.giveMany(tx, terms));
  if (got.size < players.length) throw new Error("a new player has a bonus");
}

/** One dice bet; two of three lose. `rate`: thousandths of its stake that count for a bonus. */
export async function placeDice(wallet: Wallet, player: PlayerId, rate?: number): Promise<void> {
  const bet = Object.assign(nextBet(player), rate !== undefined && { rate });
  const answer = await wallet.place(bet);
  if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
}
