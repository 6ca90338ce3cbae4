import { afterAll, beforeAll, expect, test } from "vitest";
import { playerTables } from "#assurance/checks/player-tables.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { grantServerRole, makeServerRole, serverRole } from "#kit/db/server-role.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { invariants } from "./invariants.ts";

/** What the server's database role may do on the tables of all modules, and what an attacker with its connection may not. */

let database: TestDatabase;
let server: Db;
beforeAll(async () => {
  database = await testDatabase("all");
  const role = serverRole(database.url, "a secret that tests know");
  // Every start grants again.
  for (let start = 0; start < 2; start++) {
    await database.db.tx(tx => makeServerRole(tx, role));
    await database.db.tx(tx => grantServerRole(tx, role));
  }
  server = createDb(role.url, { pool: 2 });
});
afterAll(async () => {
  await server.end();
  await database.close();
});

const facts = "'00000000-0000-4000-8000-00000000a11c', gen_random_uuid(), 1, 5, 5, now(), 101, 1, 5, 'USD'";

test("reads every table of the invariants, inserts into the ledger, and enqueues jobs", async () => {
  await server.query(`INSERT INTO ledger.transfers VALUES (${facts})`);
  await server.query("UPDATE wallet.gates SET open = false");
  await server.tx(tx => enqueue(tx, "payments-follow-payout", { id: "x" }));
  const queued = await server.query("SELECT FROM graphile_worker._private_jobs");
  expect(queued.rowCount).toBe(1);
  for (const { run } of invariants) await run(server);
});

const refused = [
  "UPDATE ledger.transfers SET amount = 6",
  "DELETE FROM ledger.transfers",
  "TRUNCATE ledger.transfers",
  "UPDATE ledger.transfers_3 SET amount = 6",
  "DELETE FROM ledger.transfers_3",
  "SELECT FROM ledger.transfers FOR UPDATE",
  "UPDATE audit.entries SET role = 'owner'",
  "DELETE FROM audit.entries",
  "ALTER TABLE ledger.transfers DISABLE TRIGGER append_only",
  "DROP TRIGGER append_only ON ledger.transfers",
  "ALTER TABLE wallet.wallets DROP CONSTRAINT wallets_real_check",
  "TRUNCATE wallet.bets",
  "DROP TABLE wallet.bets",
  "CREATE TABLE wallet.mine (a int)",
  "CREATE TABLE public.mine (a int)",
  "CREATE SCHEMA mine",
  "CREATE OR REPLACE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  "INSERT INTO kit.migrations VALUES ('ledger', 999, 'mine', '')",
  "SET session_replication_role = replica",
  "SET ROLE fairhouse",
  "COPY ledger.transfers TO PROGRAM 'cat'",
];

test.each(refused)("may not: %s", async statement => {
  await expect(server.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|22023)$/) });
});

/** Citus keeps a key unique within a shard only: docs/decisions/0164. */
test("every key of a player's table contains the player", async () => {
  const { rows } = await database.db.query<{ key: string }>(
    `SELECT i.indrelid::regclass || ' (' || string_agg(a.attname, ', ' ORDER BY k.ordinality) || ')' AS key
     FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY k(number, ordinality)
     JOIN pg_attribute a ON a.attnum = k.number
     WHERE i.indisunique AND i.indrelid = ANY ($1::text[]::regclass[]) AND a.attrelid = i.indrelid
     GROUP BY i.indexrelid, i.indrelid HAVING NOT bool_or(a.attname = 'player_id') ORDER BY 1`,
    [playerTables],
  );
  expect(rows.map(({ key }) => key)).toEqual([]);
});
