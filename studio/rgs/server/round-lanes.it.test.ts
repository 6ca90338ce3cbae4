import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { systemClock, systemRandom } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { studioMigrations } from "#studio/testing/test-studio.ts";
import { createRoundLanes, type RoundLanes } from "./round-lanes.ts";
import { type Beginning, type Drawn, newRoundRow, type RoundRow } from "./round-store.ts";
import type { SeedOwner } from "./seed-pairs.ts";
import { createSeeds } from "./seeds.ts";
import type { StudioHost } from "./studio-host.ts";
import type { TxRow } from "./tx-store.ts";

/** Statements that many rounds share: each round has an end of its own. */

let database: TestDatabase;
let casino: number;
const statements: string[] = [];
/** The names of statements whose answer is lost once, after the database has committed them. */
const lost = new Set<string>();

/** Counts what lanes send. */
function watched(db: Db): Db {
  return {
    ...db,
    async connect() {
      const connection = await db.connect();
      return {
        ...connection,
        async query(text, values, name) {
          const result = await connection.query<never>(text, values, name);
          if (name !== undefined) statements.push(name);
          if (name !== undefined && lost.delete(name)) {
            await connection.end();
            throw new Error("the connection was lost");
          }
          return result;
        },
      };
    },
  };
}

let host: StudioHost;
let lanes: RoundLanes;

beforeAll(async () => {
  database = await testDatabase({ sources: studioMigrations });
  const { rows } = await database.db.query<{ id: number }>(
    "INSERT INTO rgs.casinos (slug, name, wallet_url, origins, connected_at) VALUES ('harbour', 'Harbour', 'http://h', '{}', now()) RETURNING id",
  );
  casino = required(rows[0], "a casino").id;
  const config = { SECRET_KEY: "5".repeat(64) } as Parameters<typeof createSecretSeal>[0]["config"];
  host = {
    db: watched(database.db),
    clock: systemClock,
    random: systemRandom,
    seal: createSecretSeal({ config, random: systemRandom }, "studio"),
    log: createLog({ level: "error" }),
  } as unknown as StudioHost;
  lanes = createRoundLanes(host);
});
afterAll(async () => {
  await lanes.stop();
  await database.close();
});

async function player(): Promise<SeedOwner> {
  const owner = { casino, player: randomUUID(), game: "seven-struck" };
  const seeds = createSeeds(host);
  await seeds.commitments(owner);
  const hash = "a".repeat(64);
  await seeds.setClientSeed(owner, "fox", { casino_seed_hash: hash, casino_next_seed_hash: hash });
  return owner;
}

async function beginning(owner: SeedOwner, change: Partial<Beginning["round"]> = {}): Promise<Beginning> {
  const pair = required(await createSeeds(host).current(owner), "seeds");
  const round = {
    ...owner,
    id: randomUUID(),
    nick: null,
    request: randomUUID(),
    walletSession: "w",
    currency: "USD",
    mode: "base",
    kind: "stake",
    freeGrant: null,
    amount: 500_000n,
    base: 500_000n,
    pair: pair.id,
    nonce: pair.nextNonce,
    clientSeed: "fox",
    maths: "0",
    startedAt: new Date(),
    ...change,
  } as const;
  return { round, bet: { id: randomUUID(), body: "{}" }, tokenHash: null };
}

const drawOf = ({ round }: Beginning, change: Partial<Drawn> = {}): Drawn => ({
  round: newRoundRow(round),
  answer: randomBytes(16).toString("hex"),
  outcome: { draws: [], events: [], multiple: { numerator: 0, denominator: 1 }, capped: false, potHit: false },
  payout: 0n,
  balance: "1",
  at: new Date(),
  win: { id: randomUUID(), body: "{}" },
  leasedUntil: new Date(),
  ...change,
});

const end = (tx: TxRow | undefined): Promise<RoundRow | undefined> =>
  lanes.end.run({
    tx: required(tx, "a win"),
    ended: { to: "settled", status: "ok", balance: "2", jackpot: undefined, at: new Date() },
  });

const crowd = (count: number) => Promise.all(Array.from({ length: count }, player));
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map(result => (result.status === "fulfilled" ? result.value : "error"));

test("twenty rounds at once take one statement for each step, and each its own win and nonce", async () => {
  const begun = await Promise.all((await crowd(20)).map(owner => beginning(owner)));
  statements.length = 0;
  expect(new Set(await Promise.all(begun.map(lanes.begin.run)))).toEqual(new Set(["begun"]));
  const draws = begun.map((each, index) => drawOf(each, { payout: BigInt(index) }));
  const wins = await Promise.all(draws.map(lanes.draw.run));
  expect(wins.map(win => win?.id)).toEqual(draws.map(({ win }) => win.id));
  const ended = await Promise.all(wins.map(end));
  expect(ended.map(round => [round?.id, round?.payout, round?.state])).toEqual(
    begun.map(({ round }, index) => [round.id, BigInt(index), "settled"]),
  );
  expect(statements).toEqual(["rgs-begin", "rgs-draw", "rgs-end"]);
  const { rows } = await database.db.query<{ nonces: bigint[] }>(
    "SELECT array_agg(DISTINCT next_nonce) AS nonces FROM rgs.seed_pairs WHERE id = ANY ($1)",
    [begun.map(({ round }) => round.pair)],
  );
  expect(rows[0]?.nonces).toEqual([1n]);
});

test("stale seeds, a second round of a player and one that the database refuses fail alone", async () => {
  const [alice, bob, carol, dave] = (await crowd(4)) as [SeedOwner, SeedOwner, SeedOwner, SeedOwner];
  await lanes.begin.run(await beginning(carol));
  const results = await Promise.allSettled(
    [
      await beginning(alice),
      await beginning(bob, { nonce: 7n }),
      await beginning(carol),
      await beginning(dave, { amount: -1n }),
    ].map(lanes.begin.run),
  );
  expect(codesOf(results)).toEqual(["begun", "stale", "conflict", "error"]);
  expect(await lanes.begin.run(await beginning(dave))).toBe("begun");
});

test("two tabs of a player begin one round, in the order in which they came", async () => {
  const alice = await player();
  const tabs = [await beginning(alice), await beginning(alice)] as const;
  expect(await Promise.all(tabs.map(lanes.begin.run))).toEqual(["begun", "conflict"]);
});

test("a draw that the database refuses leaves the others drawn, and its own round as it was", async () => {
  const begun = await Promise.all((await crowd(3)).map(owner => beginning(owner)));
  await Promise.all(begun.map(lanes.begin.run));
  const draws = begun.map((each, index) => drawOf(each, index === 1 ? { answer: "not sixteen bytes" } : {}));
  const results = await Promise.allSettled(draws.map(lanes.draw.run));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const { rows } = await database.db.query<{ state: string; nonce: bigint }>(
    `SELECT r.state, p.next_nonce AS nonce FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, number)
     JOIN rgs.rounds r USING (id) JOIN rgs.seed_pairs p ON p.id = r.pair ORDER BY given.number`,
    [begun.map(({ round }) => round.id)],
  );
  expect(rows).toEqual([
    { state: "drawn", nonce: 1n },
    { state: "betting", nonce: 0n },
    { state: "drawn", nonce: 1n },
  ]);
});

test("a statement whose answer was lost is sent again, and finds what it has written", async () => {
  const begun = await Promise.all((await crowd(3)).map(owner => beginning(owner)));
  lost.add("rgs-begin");
  expect(await Promise.all(begun.map(lanes.begin.run))).toEqual(["begun", "begun", "begun"]);
  lost.add("rgs-draw");
  const wins = await Promise.all(begun.map(each => lanes.draw.run(drawOf(each))));
  expect(wins.map(win => win?.round)).toEqual(begun.map(({ round }) => round.id));
  lost.add("rgs-end");
  // The rounds have ended: their caller reads them.
  expect(await Promise.all(wins.map(end))).toEqual([undefined, undefined, undefined]);
  expect(lost.size).toBe(0);
  const { rows } = await database.db.query<{ states: string[]; txs: bigint }>(
    `SELECT array_agg(DISTINCT state) AS states, (SELECT count(*) FROM rgs.txs WHERE round = ANY ($1)) AS txs
     FROM rgs.rounds WHERE id = ANY ($1)`,
    [begun.map(({ round }) => round.id)],
  );
  expect(rows).toEqual([{ states: ["settled"], txs: 6n }]);
});

test("a round that was given back in the meantime is not drawn with the others", async () => {
  const begun = await Promise.all((await crowd(2)).map(owner => beginning(owner)));
  await Promise.all(begun.map(lanes.begin.run));
  await database.db.query("UPDATE rgs.rounds SET state = 'voiding' WHERE id = $1", [begun[0]?.round.id ?? ""]);
  const wins = await Promise.all(begun.map(each => lanes.draw.run(drawOf(each))));
  expect(wins.map(win => win?.round)).toEqual([undefined, begun[1]?.round.id]);
});

test("a round that names its session begins only while the session is live", async () => {
  const gina = await player();
  const tokenHash = randomBytes(32);
  await database.db.query(
    `INSERT INTO rgs.sessions (token_hash, casino, game, mode, player, currency, locale, profile, opened_at)
     VALUES ($1, $2, $3, 'play', $4, 'USD', 'en', '{}', now())`,
    [tokenHash, casino, gina.game, gina.player],
  );
  expect(await lanes.begin.run({ ...(await beginning(gina)), tokenHash: randomBytes(32) })).toBe("stale");
  const begun = { ...(await beginning(gina)), tokenHash };
  expect(await lanes.begin.run(begun)).toBe("begun");
  await database.db.query("UPDATE rgs.rounds SET state = 'refused', refusal = 'x' WHERE id = $1", [begun.round.id]);
  await database.db.query("UPDATE rgs.sessions SET ended_at = now() WHERE token_hash = $1", [tokenHash]);
  expect(await lanes.begin.run({ ...(await beginning(gina)), tokenHash })).toBe("stale");
});
