import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createFairness, namedByHash } from "./index.ts";

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: ["fairness"] });
});
afterAll(() => host.close());

const sha256 = (text: string) => createHash("sha256").update(text).digest();

test("a published hash names its player or its round, and an unrevealed secret names nothing", async () => {
  const alice = host.ids.next() as unknown as PlayerId;
  const { server_seed_hash, next_server_seed_hash } = await createFairness(host).seeds.show(alice);
  for (const hash of [server_seed_hash, next_server_seed_hash])
    expect(await namedByHash(host.db, Buffer.from(hash, "hex"))).toMatchObject([
      { kind: "server_seed", player: alice },
    ]);
  await host.db.query(
    "INSERT INTO fairness.revealed_links (sequence, round, link, revealed_at) VALUES ('crash', 7, $1, now())",
    [sha256("link 7")],
  );
  await host.db.query(
    `INSERT INTO fairness.between_rounds (game, round, encrypted_secret, commitment, opened_at) VALUES ('duels', 9, '\\x00', $1, now())`,
    [sha256("commitment 9")],
  );
  expect(await namedByHash(host.db, sha256("link 7"))).toMatchObject([{ kind: "link", sequence: "crash", round: 7n }]);
  expect(await namedByHash(host.db, sha256("commitment 9"))).toMatchObject([
    { kind: "commitment", sequence: "duels", round: 9n },
  ]);
  expect(await namedByHash(host.db, sha256("link 8"))).toEqual([]);
});

test("a hash is found by indexes among many", async () => {
  await host.db.query(
    `INSERT INTO fairness.seeds (player_id, number, encrypted_seed, hash, created_at)
     SELECT gen_random_uuid(), 1, '\\x00', sha256(('seed ' || n)::bytea), now() FROM generate_series(1, 20000) n`,
  );
  await host.db.query(
    `INSERT INTO fairness.revealed_links (sequence, round, link, revealed_at)
     SELECT 'roulette-1', n, sha256(('roulette ' || n)::bytea), now() FROM generate_series(1, 20000) n`,
  );
  await host.db.query(
    `INSERT INTO fairness.between_rounds (game, round, encrypted_secret, commitment, opened_at)
     SELECT 'battles', n, '\\x00', sha256(('battle ' || n)::bytea), now() FROM generate_series(1, 20000) n`,
  );
  await host.db.query("ANALYZE fairness.seeds, fairness.revealed_links, fairness.between_rounds");
  const plan: string[] = [];
  const explained: Queryable = {
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      const { rows } = await host.db.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plan.push(...rows.map(row => row["QUERY PLAN"]));
      return { rows: [] as Row[], rowCount: 0 };
    },
  };
  await namedByHash(explained, sha256("roulette 777"));
  for (const index of ["seeds_hash", "revealed_links_link", "between_rounds_commitment"])
    expect(plan.join("\n")).toContain(index);
  expect(plan.filter(line => /Seq Scan on (seeds|revealed_links|between_rounds)/.test(line))).toEqual([]);
});
