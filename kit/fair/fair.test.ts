import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { buildChain, leadsToHead, linkAt, walkDown } from "./chain.ts";
import { drawBelow, partialShuffle, reduceWord } from "./draw.ts";
import { entryListHash, entryListText } from "./entries.ts";
import type { Hashes } from "./hashes.ts";
import { nobleHashes } from "./noble.ts";
import { openStream } from "./stream.ts";

/** The same primitives from another library: proves that ours are SHA-256 and HMAC. */
const nodeHashes: Hashes = {
  sha256: data => createHash("sha256").update(data).digest(),
  hmacSha256: key => message => createHmac("sha256", key).update(message).digest(),
};
const goldenKey = Uint8Array.from({ length: 32 }, (_, index) => index);
const goldenStream = (game: string, nonce = 0) => openStream(nobleHashes, goldenKey, [game, "player-seed_1", nonce]);

describe("primitives", () => {
  test("two implementations give the same bytes for every key and message", () => {
    void fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (key, message) => {
        expect(toHex(nobleHashes.hmacSha256(key)(message))).toBe(toHex(nodeHashes.hmacSha256(key)(message)));
        expect(toHex(nobleHashes.sha256(message))).toBe(toHex(nodeHashes.sha256(message)));
      }),
    );
  });
});

describe("the published golden values", () => {
  test("commitment of the seed 00 01 ... 1f", () => {
    expect(toHex(nobleHashes.sha256(goldenKey))).toBe(
      "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    );
  });
  test("dice 9.70, then 99.81 with nonce 1", () => {
    expect(drawBelow(goldenStream("dice"), 10_000n)).toBe(970n);
    expect(drawBelow(goldenStream("dice", 1), 10_000n)).toBe(9981n);
  });
  test("coinflip tails", () => {
    expect(drawBelow(goldenStream("coinflip"), 2n)).toBe(1n);
  });
  test("miner with three mines 14 8 24", () => {
    expect(partialShuffle(goldenStream("miner"), 25, 3)).toEqual([14, 8, 24]);
  });
  test("keno 10 20 7 29 24 32 21 33 15 27", () => {
    expect(partialShuffle(goldenStream("keno"), 40, 10).map(ball => ball + 1)).toEqual([
      10, 20, 7, 29, 24, 32, 21, 33, 15, 27,
    ]);
  });
  test("first five hilo draws 25 0 1 16 50", () => {
    const stream = goldenStream("hilo");
    expect(Array.from({ length: 5 }, () => drawBelow(stream, 52n))).toEqual([25n, 0n, 1n, 16n, 50n]);
  });
});

describe("stream", () => {
  test("words are the digests of consecutive blocks, eight bytes at a time", () => {
    const stream = openStream(nobleHashes, goldenKey, ["dice", "alice", 7]);
    const words = Array.from({ length: 9 }, () => stream.next().toString(16).padStart(16, "0")).join("");
    const block = (number: number) =>
      nodeHashes.hmacSha256(goldenKey)(new TextEncoder().encode(`fairhouse-1:dice:alice:7:${number}`));
    expect(words).toBe((toHex(block(0)) + toHex(block(1)) + toHex(block(2))).slice(0, 9 * 16));
    expect(stream.position).toBe(9);
    expect(stream.blocks.map(each => each.message)).toEqual([0, 1, 2].map(n => `fairhouse-1:dice:alice:7:${n}`));
  });
  test("a key of another length and a context outside ASCII are refused", () => {
    expect(() => openStream(nobleHashes, new Uint8Array(31), ["dice"])).toThrow("32 bytes");
    expect(() => openStream(nobleHashes, goldenKey, ["dice", "алиса", 0]).next()).toThrow("ASCII");
  });
});

describe("a draw below n", () => {
  test("is exactly unbiased: with 8-bit words in place of 64-bit ones every number has equally many words", () => {
    // The same rule with numbers small enough to count all of them.
    const reduceByte = (word: number, n: number): number | undefined =>
      (word * n) % 256 < 256 % n ? undefined : Math.floor((word * n) / 256);
    for (let n = 1; n <= 128; n++) {
      const counts = new Map<number, number>();
      for (let word = 0; word < 256; word++) {
        const drawn = reduceByte(word, n);
        if (drawn !== undefined) counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
      }
      expect(counts.size).toBe(n);
      expect(new Set(counts.values())).toEqual(new Set([Math.floor(256 / n)]));
    }
  });
  test("takes floor(2^64 / n) words for its first and for its last number", () => {
    void fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 63n) - 1n }), n => {
        const share = (1n << 64n) / n;
        for (const number of [0n, n - 1n]) {
          // The words whose high half is `number` are consecutive; the rejected ones among them are at their start.
          const first = ((number << 64n) + n - 1n) / n;
          const last = (((number + 1n) << 64n) + n - 1n) / n - 1n;
          const rejected = reduceWord(first, n) === undefined ? 1n : 0n;
          expect(last - first + 1n - rejected).toBe(share);
          expect(reduceWord(last, n)).toBe(number);
        }
      }),
    );
  });
  test("takes the next word after a rejected one", () => {
    const words = [0n, 0n, (1n << 63n) + 1n];
    const stream = { next: () => required(words.shift(), "no more words"), position: 0, blocks: [] };
    expect(reduceWord(0n, 10_000n)).toBeUndefined();
    expect(drawBelow(stream, 10_000n)).toBe(5000n);
    expect(words).toEqual([]);
  });
  test("refuses bounds outside 1 ... 2^63 - 1", () => {
    for (const n of [0n, -1n, 1n << 63n]) expect(() => drawBelow(goldenStream("dice"), n)).toThrow("bound");
  });
});

describe("partial shuffle", () => {
  test("gives distinct numbers of the range, and a longer one begins with the shorter one", () => {
    void fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (size, nonce) => {
        const whole = partialShuffle(goldenStream("keno", nonce), size, size);
        expect([...whole].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, index) => index));
        const half = size >> 1;
        expect(partialShuffle(goldenStream("keno", nonce), size, half)).toEqual(whole.slice(0, half));
      }),
    );
  });
});

describe("hash chain", () => {
  const build = (length: number, interval: number) => {
    const walk = buildChain(nobleHashes, goldenKey, length, interval);
    for (;;) {
      const step = walk.next();
      if (step.done) return step.value;
    }
  };
  test("each link hashes to the one before it, and the head is reached from every link", () => {
    const checkpoints = build(100, 10);
    const links = Array.from({ length: 101 }, (_, index) => linkAt(nobleHashes, checkpoints, index));
    const head = required(links[0], "head");
    for (let index = 0; index < 100; index++) {
      expect(toHex(nodeHashes.sha256(required(links[index + 1], "link")))).toBe(toHex(required(links[index], "link")));
    }
    expect(toHex(required(links[100], "secret"))).toBe(toHex(goldenKey));
    expect(links.every((link, index) => leadsToHead(nobleHashes, link, index, head))).toBe(true);
    expect(leadsToHead(nobleHashes, required(links[3], "link"), 4, head)).toBe(false);
  });
  test("the interval of the checkpoints does not change the links", () => {
    const [coarse, fine] = [build(60, 30), build(60, 1)];
    for (const index of [0, 1, 29, 30, 31, 60]) {
      expect(toHex(linkAt(nobleHashes, coarse, index))).toBe(toHex(linkAt(nobleHashes, fine, index)));
    }
    expect(() => linkAt(nobleHashes, coarse, 61)).toThrow("no link 61");
  });
  test("zero steps return the same link", () => {
    expect(walkDown(nobleHashes, goldenKey, 0)).toBe(goldenKey);
  });
});

test("the entry list's hash covers seats, players, stakes and their order", () => {
  const alice = { seat: 1, player: "p_alice", stake: 5_000_000n };
  const bob = { seat: 2, player: "p_bob", stake: 1n };
  expect(entryListText([alice, bob])).toBe("1:p_alice:5000000\n2:p_bob:1\n");
  expect(toHex(entryListHash(nobleHashes, [alice, bob]))).toBe(
    createHash("sha256").update("1:p_alice:5000000\n2:p_bob:1\n").digest("hex"),
  );
  expect(entryListHash(nobleHashes, [bob, alice])).not.toEqual(entryListHash(nobleHashes, [alice, bob]));
});
