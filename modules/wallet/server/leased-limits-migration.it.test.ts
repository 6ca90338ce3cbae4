import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MigrationSource, migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { idOf } from "../testing/test-bets.ts";

/** Limits per currency become one over all wallets, on a database with the former ones. */

let database: TestDatabase;
let folder: string;
let sources: readonly MigrationSource[];

beforeAll(async () => {
  sources = await migrationsOf(["wallet"]);
  folder = await mkdtemp(join(tmpdir(), "before-"));
  const before = await Promise.all(sources.map(async source => ({ ...source, folder: await copyUpTo(source, 209) })));
  database = await testDatabase({ sources: before });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The migrations of a module up to a number. */
async function copyUpTo({ module, folder: from }: MigrationSource, last: number): Promise<string> {
  const to = join(folder, module);
  await cp(from, to, { recursive: true });
  for (const file of await readdir(to)) if (Number(file.slice(0, 3)) > last) await rm(join(to, file));
  return to;
}

const [ann, ben, cleo, dirk, elsa] = [idOf("ann"), idOf("ben"), idOf("cleo"), idOf("dirk"), idOf("elsa")];

test("the lowest value wins, a looser one waits only where there was one limit, and each player is notified once", async () => {
  const { db } = database;
  await db.query(
    `INSERT INTO wallet.wallets (player_id, currency, wager_limit, loss_limit, next_wager_limit, next_loss_limit, next_from) VALUES
       ($1, 'USD', 100, 50, NULL, NULL, NULL), ($1, 'RUB', 7000, NULL, NULL, NULL, NULL),
       ($2, 'EUR', NULL, 300, NULL, 900, now() + interval '1 hour'), ($2, 'USD', NULL, NULL, NULL, NULL, NULL),
       ($3, 'USD', 10, NULL, 40, NULL, now() - interval '1 hour'), ($3, 'EUR', 35, NULL, NULL, NULL, now() + interval '1 hour'),
       ($4, 'USD', NULL, NULL, NULL, NULL, NULL)`,
    [ann, ben, cleo, dirk],
  );
  await db.query(
    `INSERT INTO limits.deposit_limits (player_id, currency, deposit_limit, next_limit, next_from) VALUES
       ($1, 'KZT', 500, NULL, NULL), ($1, 'USD', 2, NULL, NULL), ($2, 'RUB', 100, NULL, now() + interval '1 hour')`,
    [ann, elsa],
  );
  await migrate(db, sources);
  const { rows } = await db.query(
    `SELECT player_id, kind, amount, currency, next_amount, next_currency, next_from IS NOT NULL AS waits
     FROM limits.daily ORDER BY player_id, kind`,
  );
  const none = { next_amount: null, next_currency: null, waits: false };
  expect(rows).toEqual([
    // 500 tenge are a dollar, 7,000 roubles are 87.50.
    { player_id: ann, kind: "deposit", amount: 500n, currency: "KZT", ...none },
    { player_id: ann, kind: "loss", amount: 50n, currency: "USD", ...none },
    { player_id: ann, kind: "wager", amount: 7000n, currency: "RUB", ...none },
    {
      player_id: ben,
      kind: "loss",
      amount: 300n,
      currency: "EUR",
      next_amount: 900n,
      next_currency: "EUR",
      waits: true,
    },
    // 35 euros are less than the 40 dollars in force; the pending removal is dropped.
    { player_id: cleo, kind: "wager", amount: 35n, currency: "EUR", ...none },
    { player_id: elsa, kind: "deposit", amount: 100n, currency: "RUB", ...none, waits: true },
  ]);
  const notices = await db.query("SELECT player_id FROM limits.notices WHERE dismissed_at IS NULL ORDER BY player_id");
  expect(notices.rows.map(row => row.player_id)).toEqual([ann, ben, cleo, elsa]);
  const leases = await db.query("SELECT DISTINCT player_id, lease_day FROM wallet.wallets ORDER BY player_id");
  expect(leases.rows).toEqual([
    { player_id: ann, lease_day: 0 },
    { player_id: ben, lease_day: 0 },
    { player_id: cleo, lease_day: 0 },
    { player_id: dirk, lease_day: null },
  ]);
});
