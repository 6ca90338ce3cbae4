import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { shardsOfOnePrimary } from "./shard.ts";

const playerOf = (n: number) =>
  `01a2b3c4-0000-7000-8000-${(n * 2_654_435_761).toString(16).padStart(12, "0")}` as PlayerId;

test.each([1, 2, 8])("the players of one primary are spread over %i lanes, each always in the same", lanes => {
  const shardOf = shardsOfOnePrimary(lanes);
  const players = Array.from({ length: 4_000 }, (_, n) => playerOf(n));
  const shards = players.map(shardOf);
  expect(players.map(shardOf)).toEqual(shards);
  const counts = Array.from({ length: lanes }, (_, shard) => shards.filter(each => each === shard).length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(players.length);
  expect(Math.min(...counts)).toBeGreaterThan((0.8 * players.length) / lanes);
});
