import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import fc from "#kit/testing/fast-check.ts";
import { type BoardEntry, RankedEntries } from "./ranked-entries.ts";

const playerAt = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as PlayerId;
const entryAt = (n: number, score: number, reached: number, isDisqualified = false): BoardEntry => ({
  playerId: playerAt(n),
  score: BigInt(score),
  reachedAt: score > 0 ? new Date(reached) : null,
  isDisqualified,
});

/** The ranks by sorting all entries. */
function sorted(all: ReadonlyMap<PlayerId, BoardEntry>): readonly PlayerId[] {
  return [...all.values()]
    .filter(({ score, isDisqualified }) => score > 0n && !isDisqualified)
    .sort(
      (a, b) =>
        Number(b.score - a.score) || Number(a.reachedAt) - Number(b.reachedAt) || (a.playerId < b.playerId ? -1 : 1),
    )
    .map(({ playerId }) => playerId);
}

test("every place is the one that sorting all entries gives, whatever changed in between", () => {
  const change = fc.record({
    n: fc.nat(2_500),
    score: fc.nat(40),
    reached: fc.nat(3),
    isDisqualified: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3_000, size: "max" }), changes => {
      const all = new Map(Array.from({ length: 2_000 }, (_, n) => [playerAt(n), entryAt(n, n % 37, n % 5)] as const));
      const board = new RankedEntries(all.values());
      for (const { n, score, reached, isDisqualified } of changes) {
        const entry = entryAt(n, score, reached, isDisqualified && score > 20);
        all.set(entry.playerId, entry);
        board.set(entry);
      }
      const order = sorted(all);
      expect(board.size).toBe(all.size);
      expect(board.top(order.length + 1).map(({ playerId }) => playerId)).toEqual(order);
      expect(order.map(player => board.placeOf(player))).toEqual(order.map((_, index) => index + 1));
      for (const [player, { score, isDisqualified }] of all)
        if (score === 0n || isDisqualified) expect(board.placeOf(player)).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test("an empty board has no places, and takes its first line", () => {
  const board = new RankedEntries();
  expect([board.top(3), board.placeOf(playerAt(1)), board.size]).toEqual([[], undefined, 0]);
  board.set(entryAt(1, 5, 0));
  expect(board.placeOf(playerAt(1))).toBe(1);
  board.set(entryAt(1, 0, 0));
  expect([board.top(3), board.size]).toEqual([[], 1]);
});
