import type { PlayerId } from "#kit/std/brand.ts";

/** The shard that has a player's rows: always the same number. It decides the player's lane, and a statement of a lane holds players of one shard. */
export type ShardOf = (player: PlayerId) => number;

/** One primary has no shards of its own, so each lane is one. Ids are UUIDs of version 7: their last digits are random. */
export const shardsOfOnePrimary =
  (lanes: number): ShardOf =>
  player =>
    Number.parseInt(player.slice(-6), 16) % lanes;
