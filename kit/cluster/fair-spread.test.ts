import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { createFairSpread, type FairSpread } from "./fair-spread.ts";

const pauseMs = 30_000;
const rounds = ["crash", "roulette", "rooms", "duels", "battles", "keno", "tables"];

test("rounds that one node led alone spread over three within one of each other, one at a time, and then stay", async () => {
  const clock = manualClock();
  const nodes = ["a", "b", "c"].map(name => ({
    name,
    leads: new Set<string>(),
    spread: createFairSpread(clock, pauseMs),
  }));
  for (const name of rounds) nodes[0]?.leads.add(name);
  const free = new Set<string>();
  let moves = 0;
  for (let second = 0; second < 600; second++) {
    await clock.advance(1_000);
    for (const node of nodes) {
      const others = nodes.filter(other => other !== node).map(({ leads }) => leads.size);
      node.spread.decide(Math.min(...others), node.leads.size, [...node.leads]);
      // The order of the nodes is the worst one: the busy one tries first.
      for (const name of free) if (node.spread.mayTake(name) && free.delete(name)) node.leads.add(name);
      const given = [...node.leads].filter(node.spread.shouldGiveUp);
      expect(given.length).toBeLessThanOrEqual(1);
      for (const name of given) {
        node.leads.delete(name);
        node.spread.ended(name, 1n);
        expect(node.spread.mayTake(name)).toBe(false);
        free.add(name);
        moves += 1;
      }
    }
  }
  const sizes = nodes.map(({ leads }) => leads.size);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  expect(nodes.flatMap(({ leads }) => [...leads]).toSorted()).toEqual(rounds.toSorted());
  expect(moves).toBeLessThan(20);
});

test("nothing is given up alone, within one of the others, or before the pause, and what was given up may be taken again later", async () => {
  const clock = manualClock();
  const spread: FairSpread = createFairSpread(clock, pauseMs);
  spread.decide(0, 5, ["crash"]);
  expect(spread.shouldGiveUp("crash")).toBe(false);
  await clock.advance(pauseMs);
  spread.decide(null, 5, ["crash"]);
  expect(spread.shouldGiveUp("crash")).toBe(false);
  spread.decide(1, 2, ["crash"]);
  expect(spread.shouldGiveUp("crash")).toBe(false);
  spread.decide(0, 2, ["crash"]);
  expect([spread.shouldGiveUp("crash"), spread.shouldGiveUp("rooms")]).toEqual([true, false]);
  spread.ended("crash", 1n);
  expect(spread.mayTake("crash")).toBe(false);
  await clock.advance(pauseMs);
  spread.decide(1, 1, []);
  expect(spread.mayTake("crash")).toBe(true);
});

test("what was given up is taken back at once when the node that took it is gone, and when no other node is left", async () => {
  const clock = manualClock();
  const spread: FairSpread = createFairSpread(clock, pauseMs);
  const giveUp = async (epoch: bigint) => {
    await clock.advance(pauseMs);
    spread.decide(0, 2, ["duels"]);
    spread.ended("duels", epoch);
    spread.decide(1, 1, []);
    expect(spread.mayTake("duels")).toBe(false);
  };
  await giveUp(11n);
  spread.seen("duels", 11n);
  expect(spread.mayTake("duels")).toBe(false);
  spread.seen("duels", 12n);
  expect(spread.mayTake("duels")).toBe(true);
  await giveUp(13n);
  spread.decide(null, 1, []);
  expect(spread.mayTake("duels")).toBe(true);
});
