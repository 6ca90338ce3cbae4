import { expect, test } from "vitest";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { beginning, type Content, hashOf } from "../server/entry.ts";
import type { ChainEntry } from "../shared/contract.ts";
import { verifiedBefore, verifyEntries } from "./verify-entries.ts";

/** Five entries as the server writes them. */
function chain(): readonly ChainEntry[] {
  let previous: Uint8Array = beginning;
  return [1, 2, 3, 4, 5].map(number => {
    const content: Content = {
      at: new Date(Date.UTC(2026, 10, 28, 6, number)),
      operatorId: null,
      operatorName: "Askar «ә»",
      role: "owner",
      action: "limit.raise",
      subject: `player:${number}`,
      reason: 'line\nbreak \u2028 and "quotes"',
      before: '{"limit":"10"}',
      after: null,
      address: "203.0.113.1",
      requestId: `r${number}`,
    };
    const hash = hashOf(BigInt(number), content, previous);
    const { at, operatorId, operatorName, requestId, ...facts } = content;
    const entry = {
      ...facts,
      number,
      at: at.toISOString(),
      operator_id: operatorId,
      operator: operatorName,
      request_id: requestId,
      previous: toHex(previous),
      hash: toHex(hash),
    };
    previous = hash;
    return entry;
  });
}

test("the browser computes the hashes that the server wrote, page by page and from the middle", () => {
  const entries = chain();
  const [first, last] = [verifyEntries(verifiedBefore(0), entries.slice(0, 2)), required(entries[4], "the last").hash];
  expect(verifyEntries(first, entries.slice(2))).toEqual({ number: 5, hash: last });
  expect(verifyEntries(verifiedBefore(3), entries.slice(3))).toEqual({ number: 5, hash: last });
});

test.each([
  ["reason", "because"],
  ["operator", "Dana"],
  ["before", '{"limit": "10"}'],
  ["at", "2026-11-28T06:03:00.001Z"],
  ["request_id", "r9"],
  ["hash", "0".repeat(64)],
  ["previous", "0".repeat(64)],
] as const)("names the first entry whose %s is not what was written", (field, value) => {
  const entries = chain().map(entry => (entry.number >= 3 ? { ...entry, [field]: value } : entry));
  expect(verifyEntries(verifiedBefore(0), entries)).toMatchObject({ number: 2, fault: { number: 3, kind: "changed" } });
});

test("names an entry that is missing, also the first one", () => {
  const without = (left: number) =>
    verifyEntries(
      verifiedBefore(0),
      chain().filter(({ number }) => number !== left),
    ).fault;
  expect([without(1), without(4)]).toEqual([
    { number: 1, kind: "missing" },
    { number: 4, kind: "missing" },
  ]);
});
