import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawBelow } from "#kit/fair/draw.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createFairness, type Fairness, pairSql, SeedPair } from "./index.ts";

const sha256 = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

describe("a player's seeds", () => {
  let host: TestHost;
  let fairness: Fairness;
  beforeAll(async () => {
    host = await testHost({ modules: ["fairness"] });
    fairness = createFairness(host);
  });
  afterAll(() => host.close());

  const newPlayer = () => host.ids.next() as unknown as PlayerId;
  /** What the wallet's statement does with the text that fairness exports. */
  const useNonce = (player: PlayerId, next: number) =>
    host.db.tx(async tx => {
      await tx.query(`WITH taken AS (SELECT $1::uuid AS player_id) ${pairSql.lock("taken")}`, [player]);
      await tx.query(`WITH used AS (SELECT $1::uuid AS player_id, $2::int AS next_nonce) ${pairSql.advance("used")}`, [
        player,
        next,
      ]);
    });
  const ready = async (clientSeed = "alice-seed") => {
    const player = newPlayer();
    await fairness.seeds.show(player);
    await fairness.seeds.setClientSeed(player, clientSeed);
    return player;
  };

  test("alice sees the hashes of her live and her next seed before her own seed is taken", async () => {
    const alice = newPlayer();
    await expect(fairness.seeds.setClientSeed(alice, "too-early")).rejects.toMatchObject({ message: "seeds_not_seen" });
    const shown = await fairness.seeds.show(alice);
    expect(shown).toMatchObject({ client_seed: null, nonce: 0 });
    expect(shown.server_seed_hash).not.toBe(shown.next_server_seed_hash);
    expect(await fairness.seeds.show(alice)).toEqual(shown);

    expect(await fairness.pairs.load(alice)).toBeUndefined();
    expect(await fairness.seeds.setClientSeed(alice, "alice-seed")).toEqual({ ...shown, client_seed: "alice-seed" });
    expect(await fairness.pairs.load(alice)).toMatchObject({ hash: shown.server_seed_hash, nonce: 0 });
  });

  test("twenty concurrent requests still make one pair", async () => {
    const bob = newPlayer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fairness.seeds.show(bob)));
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  });

  test("rotation reveals what was promised: the old seed hashes to the shown hash and gives the rolls that were played", async () => {
    const alice = await ready();
    const before = await fairness.seeds.show(alice);
    const pair = required(await fairness.pairs.load(alice), "pair");
    const rolls = [0, 1, 2].map(nonce => drawBelow(pair.at(nonce).stream("dice"), 10_000n));
    await useNonce(alice, 3);

    const rotated = await fairness.seeds.rotate(alice);
    expect(sha256(rotated.server_seed)).toBe(before.server_seed_hash);
    expect(rotated).toMatchObject({ server_seed_hash: before.next_server_seed_hash, client_seed: null, nonce: 0 });
    expect(rotated.next_server_seed_hash).not.toBe(before.next_server_seed_hash);
    const again = createPair(rotated.server_seed, "alice-seed");
    expect([0, 1, 2].map(nonce => drawBelow(again.at(nonce).stream("dice"), 10_000n))).toEqual(rolls);
    // By the published recipe: each nonce has words of its own.
    const seed = Buffer.from(rotated.server_seed, "hex");
    const published = [0, 1, 2].map(nonce => openStream(nobleHashes, seed, ["dice", "alice-seed", nonce]));
    expect(published.map(stream => drawBelow(stream, 10_000n))).toEqual(rolls);
    expect(await fairness.pairs.load(alice)).toBeUndefined();
  });

  test("a rotation may bring the next client seed along", async () => {
    const alice = await ready();
    expect(await fairness.seeds.rotate(alice, "fresh")).toMatchObject({ client_seed: "fresh", nonce: 0 });
    expect(await fairness.pairs.load(alice)).toMatchObject({ number: 2, clientSeed: "fresh", nonce: 0 });
  });

  test("a change of client seed never resets the nonce, so known draws cannot be played again", async () => {
    const alice = await ready("first");
    await useNonce(alice, 7);
    expect(await fairness.seeds.setClientSeed(alice, "second")).toMatchObject({ nonce: 7 });
    expect(await fairness.seeds.setClientSeed(alice, "first")).toMatchObject({ nonce: 7 });
    expect(await fairness.pairs.load(alice)).toMatchObject({ clientSeed: "first", nonce: 7 });
  });

  test("a rotation never reveals an open board: it is refused while a round depends on the seed, in the same transaction", {
    tags: ["known-failure/3/steps"],
  }, async () => {
    const alice = await ready();
    const bob = await ready();
    const outside = await host.db.connect();
    let asked = 0;
    fairness.seeds.askBeforeRotation(async (tx, player) => {
      if (player !== alice && player !== bob) return false;
      asked += 1;
      // The pair is locked by now: a stake with the old seed would have to wait.
      await expect(
        outside.query("SELECT 1 FROM fairness.pairs WHERE player_id = $1 FOR UPDATE NOWAIT", [player]),
      ).rejects.toMatchObject({ code: "55P03" });
      expect(tx.inTransaction).toBe(true);
      return player === alice;
    });
    const before = await fairness.seeds.show(alice);
    await expect(fairness.seeds.rotate(alice)).rejects.toMatchObject({ message: "round_open" });
    expect(await fairness.seeds.show(alice)).toEqual(before);
    expect((await fairness.seeds.facts(alice, [1])).get(1)).toEqual({ hash: before.server_seed_hash, seed: null });
    await fairness.seeds.rotate(bob);
    expect(asked).toBe(2);
    await outside.end();
  });

  test("a proof shows a seed only after it was revealed", {
    tags: ["known-failure/2/instant", "known-failure/2/steps"],
  }, async () => {
    const alice = await ready();
    const { server_seed_hash } = await fairness.seeds.show(alice);
    expect((await fairness.seeds.facts(alice, [1, 2])).get(1)).toEqual({ hash: server_seed_hash, seed: null });
    const { server_seed } = await fairness.seeds.rotate(alice);
    const facts = await fairness.seeds.facts(alice, [1, 2, 9]);
    expect(facts.get(1)).toEqual({ hash: server_seed_hash, seed: server_seed });
    expect(facts.get(2)?.seed).toBeNull();
    expect(facts.has(9)).toBe(false);
  });

  test("the database holds no seed in the clear, and a ciphertext moved to another row does not open", async () => {
    const alice = await ready();
    const bob = await ready();
    const { server_seed } = await fairness.seeds.rotate(await ready());
    const { rows } = await host.db.query<{ row: string }>("SELECT seeds::text AS row FROM fairness.seeds");
    expect(rows.some(({ row }) => row.includes(server_seed))).toBe(false);

    await host.db.query(
      `UPDATE fairness.seeds AS mine SET encrypted_seed = hers.encrypted_seed FROM fairness.seeds AS hers
       WHERE mine.player_id = $1 AND hers.player_id = $2 AND mine.number = hers.number`,
      [bob, alice],
    );
    await expect(fairness.pairs.load(bob)).rejects.toThrow();
  });

  test("no default random source: seeds are read from the host's, and no two are the same", {
    tags: ["known-failure/7/instant", "known-failure/7/steps"],
  }, async () => {
    const hashes = new Set<string>();
    for (let i = 0; i < 10; i++) {
      const shown = await fairness.seeds.show(newPlayer());
      hashes.add(shown.server_seed_hash).add(shown.next_server_seed_hash);
    }
    expect(hashes.size).toBe(20);
    const [one, other] = await Promise.all([1, 2].map(() => testHost({ modules: ["fairness"], seed: "the same" })));
    const shown = await Promise.all(
      [required(one, "host"), required(other, "host")].map(async each => {
        const answer = await createFairness(each).seeds.show(each.ids.next() as unknown as PlayerId);
        await each.close();
        return answer;
      }),
    );
    expect(shown[0]).toEqual(shown[1]);
  });
});

describe("the cache of pairs", () => {
  test("a used nonce advances once; a dropped pair is read again; a change in another process drops it too", async () => {
    const host = await testHost({ modules: ["fairness"] });
    const [here, there] = [createFairness(host), createFairness(host)];
    const alice = host.ids.next() as unknown as PlayerId;
    let received = 0;
    host.signals.on("fairness.pair", () => received++);
    await here.seeds.show(alice);
    await here.seeds.setClientSeed(alice, "alice");
    expect(here.pairs.cached(alice)).toBeUndefined();
    // Every process is notified of the change, this one too: what is cached from here on stays until the next change.
    await expect.poll(() => received).toBe(1);
    await here.pairs.load(alice);
    await there.pairs.load(alice);
    here.pairs.used(alice, 1, 0);
    expect(here.pairs.cached(alice)).toMatchObject({ nonce: 1 });
    here.pairs.used(alice, 1, 0);
    expect(here.pairs.cached(alice)).toMatchObject({ nonce: 1 });
    here.pairs.forget(alice);
    expect(here.pairs.cached(alice)).toBeUndefined();
    expect(await here.pairs.load(alice)).toMatchObject({ nonce: 0 });

    expect(there.pairs.cached(alice)).toMatchObject({ nonce: 0 });
    await here.seeds.setClientSeed(alice, "other");
    expect(here.pairs.cached(alice)).toBeUndefined();
    await expect.poll(() => there.pairs.cached(alice)).toBeUndefined();
    await host.close();
  });
});

function createPair(serverSeed: string, clientSeed: string): SeedPair {
  return new SeedPair({ number: 1, serverSeed: Buffer.from(serverSeed, "hex"), clientSeed, nonce: 0 });
}
