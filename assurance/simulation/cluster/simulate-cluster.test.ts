import { describe, expect, test } from "vitest";
import { simulateMany } from "../spread.ts";
import { clusterFaults } from "./faults.ts";
import { type PlantedBug, plantedBugs } from "./planted.ts";
import { simulateCluster } from "./run.ts";

describe("a cluster that is played on while its parts fail", () => {
  test("100 seeds: nothing confirmed is lost, the books are right, and every fault happened at least ten times", async () => {
    const { bets, coverage } = await simulateMany(100, { played: "cluster", again: 50 });
    expect(bets).toBeGreaterThan(100 * 8);
    for (const { name } of clusterFaults) expect(coverage.counts.get(name) ?? 0, name).toBeGreaterThanOrEqual(10);
    for (const name of ["gift between cells", "promotion without what nobody confirmed", "cancelled waits"])
      expect(coverage.counts.get(name) ?? 0, name).toBeGreaterThan(0);
  });

  test("a seed replays identically, to the last byte of every response", async () => {
    for (const seed of [3, 40]) expect(await simulateCluster(seed)).toEqual(await simulateCluster(seed));
  });
});

/** The message of the first seed that finds it. */
const foundBy: Readonly<Record<PlantedBug, RegExp>> = {
  "fence left out": /was written under epoch \d+ although \d+ leads/,
  "close of one gate skipped": /after its betting had ended/,
  "outbox deleted before the other side's commit": /is in transit although no gift is/,
  "repeat answered without waiting": /that was confirmed is lost|answered differently|is in transit/,
  "event of an old epoch delivered": /of an old epoch after/,
};

describe("it detects a cluster", () => {
  test.each(plantedBugs)("with the bug: %s", async planted => {
    const found: string[] = [];
    for (let seed = 1; seed <= 200 && found.length === 0; seed++)
      await simulateCluster(seed, planted).catch((error: Error) => found.push(error.message));
    expect(found[0] ?? "nothing in 200 seeds").toMatch(foundBy[planted]);
  });
});
