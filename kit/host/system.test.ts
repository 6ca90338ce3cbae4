import { expect, test } from "vitest";
import { toHex } from "#kit/std/bytes.ts";
import { systemRandom } from "./system.ts";

test("random bytes have the length that was asked for, at every length around the pool's bounds", () => {
  for (const length of [0, 1, 15, 16, 32, 511, 512, 513, 4095, 4096, 4097, 10_000])
    expect(systemRandom.bytes(length)).toHaveLength(length);
});

test("no random bytes are given out twice, and none are the zeros of a wiped pool", () => {
  const seen = new Set<string>();
  for (let round = 0; round < 5_000; round++)
    for (const length of [12, 16, 32]) {
      const bytes = systemRandom.bytes(length);
      // Chance of one in 2^64 a window of eight bytes.
      expect(toHex(bytes)).not.toContain("0".repeat(16));
      seen.add(toHex(bytes));
    }
  expect(seen.size).toBe(15_000);
});

test("who changes the bytes they got changes no others", () => {
  const first = systemRandom.bytes(16);
  const second = toHex(systemRandom.bytes(16));
  const third = systemRandom.bytes(16);
  first.fill(0);
  new Uint8Array(first.buffer).fill(0);
  expect(first.buffer.byteLength).toBe(16);
  expect(toHex(third)).not.toBe(second);
  expect(toHex(third)).not.toBe("0".repeat(32));
});
