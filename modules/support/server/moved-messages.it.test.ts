import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MigrationSource, migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";

/** Single messages with an answer each become conversations. */

let database: TestDatabase;
let folder: string;
let sources: readonly MigrationSource[];

beforeAll(async () => {
  sources = await migrationsOf(["support"]);
  folder = await mkdtemp(join(tmpdir(), "before-"));
  const before = await Promise.all(sources.map(async source => ({ ...source, folder: await copyUpTo(source, 499) })));
  database = await testDatabase({ sources: before });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function copyUpTo({ module, folder: from }: MigrationSource, last: number): Promise<string> {
  const to = join(folder, module);
  await cp(from, to, { recursive: true });
  for (const file of await readdir(to)) if (Number(file.slice(0, 3)) > last) await rm(join(to, file));
  return to;
}

const alice = "0190f3a1-77aa-7c11-9d1e-0d6d3c0a1b01";

test("each message and answer is there afterwards, in order, and what was unanswered waits", async () => {
  const { db } = database;
  await db.query(
    `INSERT INTO support.messages (id, player_id, email, locale, page, text, written_at, answer, answered_at) VALUES
       (gen_random_uuid(), $1, NULL, 'kz', '/faq', 'first', '2026-01-01 10:00Z', 'answer one', '2026-01-01 12:00Z'),
       (gen_random_uuid(), $1, NULL, 'kz', '/dice', 'second', '2026-01-01 11:00Z', NULL, NULL),
       (gen_random_uuid(), NULL, 'guest@example.org', 'ru', NULL, 'from a guest', '2026-01-02 10:00Z', 'to a guest', '2026-01-02 11:00Z'),
       (gen_random_uuid(), NULL, 'other@example.org', 'ru', NULL, 'from another', '2026-01-03 10:00Z', NULL, NULL)`,
    [alice],
  );
  await migrate(db, sources);
  const { rows } = await db.query(
    `SELECT c.player_id AS player, c.email, c.state, c.page, c.waiting_since AS waits, array_agg(m.author || ': ' || m.text ORDER BY m.number) AS said
     FROM support.conversations c JOIN support.chat_messages m ON m.conversation_id = c.id GROUP BY c.id ORDER BY c.opened_at`,
  );
  expect(rows).toEqual([
    {
      player: alice,
      email: null,
      state: "waiting",
      page: "/dice",
      waits: new Date("2026-01-01T11:00Z"),
      said: ["visitor: first", "visitor: second", "operator: answer one"],
    },
    {
      player: null,
      email: "guest@example.org",
      state: "closed",
      page: null,
      waits: null,
      said: ["visitor: from a guest", "operator: to a guest"],
    },
    {
      player: null,
      email: "other@example.org",
      state: "waiting",
      page: null,
      waits: new Date("2026-01-03T10:00Z"),
      said: ["visitor: from another"],
    },
  ]);
  const { rows: left } = await db.query("SELECT to_regclass('support.messages') AS old");
  expect(left).toEqual([{ old: null }]);
});
