import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import fc from "#kit/testing/fast-check.ts";
import { heldTransaction } from "#kit/testing/held-transaction.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { BoardsInMemory } from "./boards-in-memory.ts";
import { entryOf, topOf } from "./store.ts";

/** Entries as folds, joins and operators write them, on two processes that keep the board. */

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: ["tournaments"] });
});
afterAll(() => host.close());

async function newTournament(): Promise<string> {
  const id = randomUUID();
  await host.db.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at)
     VALUES ($1, '{"ru": "a", "en": "a", "kz": "a"}', 'wagered', 'USD', ARRAY[1000000]::bigint[], now(), now() + interval '1 day')`,
    [id],
  );
  return id;
}
const playerAt = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as PlayerId;
const join =
  "INSERT INTO tournaments.entries (tournament_id, player_id, joined_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING";
const score = `UPDATE tournaments.entries SET score = $3::bigint, reached_at = CASE WHEN $3::bigint > 0 THEN to_timestamp($4) END
  WHERE tournament_id = $1 AND player_id = $2`;
const disqualify = `UPDATE tournaments.entries SET disqualified_at = now(), disqualified_reason = 'linked' WHERE tournament_id = $1 AND player_id = $2`;

async function expectSame(boards: BoardsInMemory, id: string, players: number): Promise<void> {
  const board = await boards.read(id);
  expect(board.top(100)).toEqual(await topOf(host.db, id, 100));
  for (let n = 0; n < players; n++) {
    const own = await entryOf(host.db, id, playerAt(n));
    const held = board.entry(playerAt(n));
    expect(
      held && { score: held.score, isDisqualified: held.isDisqualified, place: board.placeOf(playerAt(n)) ?? null },
    ).toEqual(own && { ...own, place: own.place === null ? null : Number(own.place) });
  }
}

test("the board in memory and SQL agree after any sequence of changes, of either process", async () => {
  const n = fc.nat(7);
  const step = fc.oneof(
    fc.record({ do: fc.constant("join" as const), n }),
    fc.record({ do: fc.constant("score" as const), n, to: fc.nat(4), at: fc.nat(2) }),
    fc.record({ do: fc.constant("out" as const), n }),
    fc.record({ do: fc.constant("read" as const), n: fc.nat(1) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async steps => {
      const id = await newTournament();
      const processes = [new BoardsInMemory(host.db), new BoardsInMemory(host.db)];
      for (const each of steps) {
        if (each.do === "join") await host.db.query(join, [id, playerAt(each.n)]);
        else if (each.do === "score") await host.db.query(score, [id, playerAt(each.n), BigInt(each.to), each.at]);
        else if (each.do === "out") await host.db.query(disqualify, [id, playerAt(each.n)]);
        else await processes[each.n]?.read(id);
      }
      for (const boards of processes) await expectSame(boards, id, 8);
    }),
    { numRuns: 12 },
  );
});

test("a change that commits after later ones is not missed", async () => {
  const id = await newTournament();
  for (const each of [1, 2]) await host.db.query(join, [id, playerAt(each)]);
  const boards = new BoardsInMemory(host.db);
  await boards.read(id);
  const slow = await heldTransaction(host.db, tx => tx.query(score, [id, playerAt(1), 5n, 1]));
  await host.db.query(score, [id, playerAt(2), 3n, 1]);
  expect((await boards.read(id)).top(5).map(({ score: of }) => of)).toEqual([3n]);
  await slow.release();
  expect((await boards.read(id)).top(5).map(({ score: of }) => of)).toEqual([5n, 3n]);
});

test("reads at the same time share questions, and each has what was committed before it", async () => {
  const id = await newTournament();
  let asked = 0;
  const boards = new BoardsInMemory({
    query: (...given: Parameters<typeof host.db.query>) => {
      asked += 1;
      return host.db.query(...given);
    },
  } as typeof host.db);
  await host.db.query(join, [id, playerAt(1)]);
  const first = boards.read(id);
  await host.db.query(score, [id, playerAt(1), 7n, 1]);
  const others = await Promise.all(Array.from({ length: 20 }, () => boards.read(id)));
  await first;
  // The first read, the one that ran when the twenty came or began with the first of them, and the one that the others share.
  expect(asked).toBeLessThanOrEqual(3);
  for (const board of others) expect(board.entry(playerAt(1))?.score).toBe(7n);
});
