import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dueAt, roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import { drawBelow } from "#kit/fair/draw.ts";
import type { Entry } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { multiplayerStream } from "../shared/multiplayer.ts";
import { type Beacon, createFairness, type Fairness } from "./index.ts";

describe("rounds between players", () => {
  const beacon = soleBeacon(Uint8Array.of(9), 1_760_000_000, 3, "test");
  let host: TestHost;
  let fairness: Fairness;
  let asked: number[] = [];
  let next = 0n;
  beforeAll(async () => {
    host = await testHost({ modules: ["fairness"] });
    const source: Beacon = {
      test: true,
      info: async () => beacon.info,
      round: async number => {
        asked.push(number);
        if (number > roundAt(beacon.info, host.clock.now())) throw new Error("not yet");
        return beacon.sign(number);
      },
    };
    fairness = createFairness(host, { beacon: source, chain: { length: 100, interval: 10 } });
  });
  beforeEach(() => {
    asked = [];
    next += 1n;
  });
  afterAll(() => host.close());

  const entries: Entry[] = [
    { seat: 1, player: "a1", stake: 5_000_000n },
    { seat: 2, player: "b2", stake: 10_000n },
  ];
  const open = (rounds: readonly bigint[]) => host.db.tx(tx => fairness.draws.open(tx, "rooms", rounds));
  const close = async (rounds: readonly bigint[]) => {
    const named = await fairness.draws.nameBeacon();
    const closes = rounds.map(round => ({ round, entries }));
    await host.db.tx(tx => fairness.draws.close(tx, "rooms", named, closes));
    return named;
  };
  const facts = async (round: bigint) => required((await fairness.draws.facts("rooms", [round])).get(round), "facts");

  test("the commitment comes first, the entries before the beacon's value, the secret along with it; anyone computes the same words", async () => {
    const [commitment] = await open([next]);
    expect(await facts(next)).toEqual({
      round: Number(next),
      commitment,
      secret: null,
      entries: [],
      entries_hash: null,
      beacon: null,
    });
    const named = await close([next]);
    expect(named.dueAt - host.clock.now()).toBeGreaterThanOrEqual(2_000);
    expect(dueAt(beacon.info, named.round - 1) - host.clock.now()).toBeLessThan(2_000);
    expect(await facts(next)).toMatchObject({ secret: null, beacon: { round: named.round, value: null, test: true } });
    expect(await fairness.draws.confirm("rooms", [next])).toEqual([next]);

    await host.clock.advance(named.dueAt - host.clock.now());
    const value = await fairness.draws.value(named.round);
    const streams = await host.db.tx(tx => fairness.draws.reveal(tx, "rooms", [next], value));
    const ticket = drawBelow(required(streams.get(next), "the round's words"), 5_010_000n);

    const known = await facts(next);
    const secret = required(parseHex(known.secret ?? ""), "the secret");
    expect(toHex(nobleHashes.sha256(secret))).toBe(commitment);
    expect(known.entries).toEqual([
      { seat: 1, player: "a1", stake: "5000000" },
      { seat: 2, player: "b2", stake: "10000" },
    ]);
    expect(known.beacon).toMatchObject({ value: value.randomness, signature: value.signature });
    const words = multiplayerStream(nobleHashes, secret, {
      game: "rooms",
      round: next,
      beaconRound: named.round,
      beaconValue: value.randomness,
      entriesHash: known.entries_hash ?? "",
    });
    expect(drawBelow(words, 5_010_000n)).toBe(ticket);
    expect(words.blocks[0]?.message).toBe(
      `fairhouse-1:rooms:${next}:${named.round}:${value.randomness}:${known.entries_hash}:0`,
    );
  });

  test("a close record published too late is not valid: the round cannot be decided any more, only refunded", async () => {
    await open([next]);
    const named = await close([next]);
    await host.clock.advance(named.dueAt - host.clock.now());
    expect(await fairness.draws.confirm("rooms", [next])).toEqual([]);
    const value = await fairness.draws.value(named.round);
    await expect(host.db.tx(tx => fairness.draws.reveal(tx, "rooms", [next], value))).rejects.toThrow(
      "not to be decided",
    );
    await host.db.tx(tx => fairness.draws.reveal(tx, "rooms", [next], null));
    expect(await facts(next)).toMatchObject({ secret: expect.any(String), beacon: { value: null } });
  });

  test("no other beacon round decides, and none decides twice", async () => {
    await open([next]);
    const named = await close([next]);
    await fairness.draws.confirm("rooms", [next]);
    await host.clock.advance(60_000);
    const reveal = (round: number) =>
      host.db.tx(async tx => fairness.draws.reveal(tx, "rooms", [next], await fairness.draws.value(round)));
    await expect(reveal(named.round + 1)).rejects.toThrow("not to be decided");
    await reveal(named.round);
    await expect(reveal(named.round)).rejects.toThrow("not to be decided");
  });

  test("a round closes once, and what is open gives nothing away: the secret is sealed at rest", async () => {
    const rounds = [next, next + 1_000n];
    await open(rounds);
    await close(rounds);
    await expect(close([next])).rejects.toThrow("cannot be closed");
    const { rows } = await host.db.query<{ sealed: Uint8Array; commitment: Uint8Array }>(
      "SELECT encrypted_secret AS sealed, commitment FROM fairness.between_rounds WHERE round = $1",
      [next],
    );
    const row = required(rows[0], "the row");
    for (let at = 0; at + 32 <= row.sealed.length; at++) {
      expect(nobleHashes.sha256(row.sealed.subarray(at, at + 32))).not.toEqual(new Uint8Array(row.commitment));
    }
  });

  test("many rounds that wait for one value request it once", async () => {
    const named = await fairness.draws.nameBeacon();
    await host.clock.advance(10_000);
    await Promise.all(Array.from({ length: 20 }, () => fairness.draws.value(named.round)));
    expect(asked).toEqual([named.round]);
  });

  test("a player's public id is one in a round and another in every other", () => {
    const alice = "018f0000-0000-7000-8000-000000000001" as PlayerId;
    const id = fairness.draws.publicId("rooms", 1n, alice);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(fairness.draws.publicId("rooms", 1n, alice)).toBe(id);
    expect(fairness.draws.publicId("rooms", 2n, alice)).not.toBe(id);
    expect(fairness.draws.publicId("duels", 1n, alice)).not.toBe(id);
  });
});
