import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { createPublicProfileReader } from "./read-public-profiles.ts";

const [alice, bob, carol] = ["alice", "bob", "carol"] as PlayerId[];

test("profiles for a burst of bets are read in one query, and a player without one is hidden", async () => {
  const queries: (readonly PlayerId[])[] = [];
  const publicProfileOf = createPublicProfileReader(async players => {
    queries.push(players);
    return new Map(
      players
        .filter(player => player !== carol)
        .map(player => [player, { face: { name: `${player}-fox`, avatar: "00" }, test: false }]),
    );
  });
  const profiles = await Promise.all([alice, bob, carol].map(player => publicProfileOf(player as PlayerId)));
  expect(queries).toEqual([[alice, bob, carol]]);
  expect(profiles.map(({ face }) => face?.name ?? null)).toEqual(["alice-fox", "bob-fox", null]);
});
