import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dueAt, roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import { leadsToHead } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Beacon, createFairness, type Fairness } from "./index.ts";

const bytes = (hex: string) => required(parseHex(hex), "hex");

/** A beacon without a network: its signatures are real, and no value is available before it is due. */
function testBeacon(host: TestHost): Beacon & { down: boolean } {
  const beacon = soleBeacon(Uint8Array.of(9), 1_760_000_000, 1, "test");
  return {
    down: false,
    test: true,
    async info() {
      if (this.down) throw new Error("no route to the beacon");
      return beacon.info;
    },
    async round(number) {
      if (this.down || number > roundAt(beacon.info, host.clock.now())) throw new Error("not yet");
      return beacon.sign(number);
    },
  };
}

describe("the chain of a shared sequence", () => {
  let host: TestHost;
  let beacon: ReturnType<typeof testBeacon>;
  let fairness: Fairness;
  beforeAll(async () => {
    host = await testHost({ modules: ["fairness"] });
    beacon = testBeacon(host);
    fairness = createFairness(host, { beacon, chain: { length: 100, interval: 10 } });
  });
  afterAll(() => host.close());

  const prepare = async (sequence: string) => {
    for (let wait = await fairness.sequences.prepare(sequence); wait > 0; ) {
      await host.clock.advance(wait);
      wait = await fairness.sequences.prepare(sequence);
    }
  };
  const play = async (sequence: string) => {
    await prepare(sequence);
    const round = await fairness.sequences.open(sequence, await fairness.sequences.nextRound(sequence));
    const link = await host.db.tx(tx => fairness.sequences.reveal(tx, round));
    return { round, link };
  };

  test("the head and the number of a future beacon round are public before the first play; the salt is that round's value", {
    tags: ["known-failure/1/shared"],
  }, async () => {
    expect(await fairness.sequences.prepare("crash")).toBeGreaterThan(3_000);
    const [chain] = (await fairness.sequences.published("crash")).chains;
    expect(chain).toMatchObject({ chain: 1, first_round: 1, length: 100, salt: null, beacon: { test: true } });
    const info = await beacon.info();
    expect(dueAt(info, required(chain, "chain").beacon.round)).toBeGreaterThan(host.clock.now() + 4_000);
    await expect(fairness.sequences.open("crash", 1)).rejects.toThrow("salt");

    await prepare("crash");
    const [salted] = (await fairness.sequences.published("crash")).chains;
    expect(salted?.head).toBe(chain?.head);
    expect(salted?.salt).toBe((await beacon.round(required(salted, "chain").beacon.round)).randomness);
  });

  test("no outcome can be derived from what is public: the commitment is not a key, and a link is known only when revealed", {
    tags: ["known-failure/1/shared"],
  }, async () => {
    const { sequences } = fairness;
    const { head } = required((await sequences.published("crash")).chains[0], "chain");
    const round = await sequences.open("crash", 1);
    expect(round.commitment).toBe(head);
    expect(await sequences.facts("crash", 1)).toMatchObject({ commitment: head, link: null });
    const fromHead = openStream(nobleHashes, bytes(head), ["crash", 1, round.chain.salt]).next();
    expect(round.stream().next()).not.toBe(fromHead);

    const link = await host.db.tx(tx => sequences.reveal(tx, round));
    for (const text of [JSON.stringify(round), inspect(round, { showHidden: true }), JSON.stringify({ ...round })]) {
      expect(text).not.toContain(link);
    }
    expect(openStream(nobleHashes, bytes(link), ["crash", 1, round.chain.salt]).next()).toBe(round.stream().next());
    expect(await sequences.facts("crash", 1)).toMatchObject({ commitment: head, link });
    expect(await sequences.facts("crash", 2)).toMatchObject({ commitment: link, link: null });
  });

  test("rounds go strictly one after the other: none is opened before the link of the one before is revealed", async () => {
    await expect(fairness.sequences.open("crash", 3)).rejects.toThrow("not the next round");
    await expect(fairness.sequences.open("crash", 1)).rejects.toThrow("not the next round");
    const second = await fairness.sequences.open("crash", 2);
    await expect(
      host.db.tx(async tx => {
        await fairness.sequences.reveal(tx, second);
        throw new Error("the round's end rolls back");
      }),
    ).rejects.toThrow("rolls back");
    expect(await fairness.sequences.nextRound("crash")).toBe(2);
    await host.db.tx(tx => fairness.sequences.reveal(tx, second));
    await expect(host.db.tx(tx => fairness.sequences.reveal(tx, second))).rejects.toThrow("not its turn");
  });

  test("every link leads to the published head, and the next chain is published before the last links are used", async () => {
    let last = { link: "", round: 0 };
    while (last.round < 101) {
      const { round, link } = await play("long");
      const { chains } = await fairness.sequences.published("long");
      const chain = required(
        chains.find(each => each.head === round.chain.head),
        "published chain",
      );
      const index = round.round - chain.first_round + 1;
      expect(leadsToHead(nobleHashes, bytes(link), index, bytes(chain.head))).toBe(true);
      if (round.round > 50) expect(chains).toHaveLength(2);
      last = { link, round: round.round };
    }
    const [second, first] = (await fairness.sequences.published("long")).chains;
    expect(second).toMatchObject({ chain: 2, first_round: 101 });
    expect(second?.salt).not.toBe(first?.salt);
    expect(await fairness.sequences.facts("long", 101)).toMatchObject({ commitment: second?.head, firstRound: 101 });
  });

  test("another server process continues the same chain", async () => {
    const other = createFairness(host, { beacon, chain: { length: 100, interval: 10 } });
    const next = await fairness.sequences.nextRound("crash");
    const [mine, theirs] = [await fairness.sequences.open("crash", next), await other.sequences.open("crash", next)];
    expect(theirs.commitment).toBe(mine.commitment);
    expect(theirs.stream().next()).toBe(mine.stream().next());
  });

  test("while the beacon is unavailable no chain begins; the request is retried", async () => {
    beacon.down = true;
    expect(await fairness.sequences.prepare("roulette-1")).toBeGreaterThan(0);
    expect((await fairness.sequences.published("roulette-1")).chains).toEqual([]);
    beacon.down = false;
    await prepare("roulette-1");
    expect(await fairness.sequences.nextRound("roulette-1")).toBe(1);
  });
});
