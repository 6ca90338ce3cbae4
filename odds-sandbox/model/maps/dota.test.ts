import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seedOf } from "../../testing/matches.ts";
import { playPrices, unfairPrices } from "../../testing/price-checks.ts";
import { meanOf } from "../counts.ts";
import { randomStream } from "../random.ts";
import { type DotaMatch, endingChance, killRates, mapEnds, mostTicks, winningChance } from "./dota.ts";
import { DotaBook } from "./dota-book.ts";
import { beforeDraft, type DotaFacts, playDota } from "./dota-facts.ts";
import { dotaRules } from "./dota-rules.ts";
import { settleDota } from "./settle-dota.ts";

const match: DotaMatch = { strength: 0.12 };
const rulesOf = (number: number) => dotaRules(match, randomStream(seedOf(number)), { second: 55, pause: 8000 });
const sum = (p: ArrayLike<number>) => Array.from(p).reduce((all, each) => all + each, 0);

test("chances by hand: a map in its last half minute, and the length of a whole one", () => {
  const last = mapEnds(match, 1, mostTicks - 1, [30, 24]);
  const [home, away] = killRates(match, 1, mostTicks);
  const none = Math.exp(-home - away);
  expect(last.minutes.p[80]).toBeCloseTo(1, 12);
  expect(last.kills.p[0]).toBeCloseTo(none, 12);
  expect(last.kills.p[1]).toBeCloseTo(none * (home + away), 12);
  // The lead changes by a difference of two Poisson numbers.
  const level = [0, 1, 2, 3, 4].reduce((all, n) => all + (home * away) ** n / ([1, 1, 4, 36, 576][n] ?? 1), 0) * none;
  expect(last.lead.p[6 - last.lead.from]).toBeCloseTo(level, 7);
  expect(last.home).toBeGreaterThan(winningChance(6) - 0.01);
  // Nothing ends before the fifteenth minute is over; then the chances of the half minutes multiply.
  expect([30, 31, 32].map(endingChance)).toEqual([0, 0.0013, 0.0026]);
  const whole = mapEnds(match, 1, 0, [0, 0]);
  expect(whole.minutes.p[16]).toBeCloseTo(1 - (1 - 0.0013) * (1 - 0.0026), 12);
  for (const counts of [whole.kills, whole.lead, whole.minutes]) expect(sum(counts.p)).toBeCloseTo(1, 6);
  expect(meanOf(whole.minutes)).toBeGreaterThan(32);
  expect(meanOf(whole.minutes)).toBeLessThan(36);
  expect(meanOf(whole.kills)).toBeGreaterThan(42);
  expect(meanOf(whole.kills)).toBeLessThan(50);
});

test("two teams of one strength are even over both sides, and the stronger one wins more maps", () => {
  const even: DotaMatch = { strength: 0 };
  expect(mapEnds(even, 1, 0, [0, 0]).home + mapEnds(even, 2, 0, [0, 0]).home).toBeCloseTo(1, 6);
  expect(mapEnds(even, 1, 0, [0, 0]).home).toBeGreaterThan(0.5);
  expect(mapEnds(match, 2, 0, [0, 0]).home).toBeGreaterThan(0.5);
});

test("the mean factor of every price is within 4 standard errors of its expected factor, before and during the match", () => {
  const { before, during } = playPrices(rulesOf, 10_000, 3000);
  expect(before.size).toBeGreaterThan(25);
  expect(before.worst).toEqual([]);
  expect(during.worst).toEqual([]);
});

test("no price has an expected factor above 1, chances sum to 1, and all that is offered is decided by the end", () => {
  expect(unfairPrices(rulesOf, 12, 19)).toEqual([]);
});

test("a third map decides a match that is level, no map is too short, and the same seed plays the same match", () => {
  const ends = Array.from({ length: 200 }, (_, number) => required(rulesOf(number).steps.at(-1), "an end").state);
  for (const { maps, won, lengths, winners } of ends) {
    expect(maps.length).toBe(won[0] + won[1]);
    expect(Math.max(...won)).toBe(2);
    expect(winners.filter(each => each === "home").length).toBe(won[0]);
    expect(Math.min(...lengths)).toBeGreaterThan(900);
  }
  expect(new Set(ends.map(({ maps }) => maps.length))).toEqual(new Set([2, 3]));
  expect(ends.some(({ maps, winners }) => maps.some(([h, a], i) => (h > a ? "home" : "away") !== winners[i]))).toBe(
    true,
  );
  expect(playDota(match, randomStream(seedOf(3)))).toEqual(playDota(match, randomStream(seedOf(3))));
});

test("a match that is broken off on its second map settles what is certain, and refunds the rest", () => {
  const facts: DotaFacts = {
    maps: [
      [30, 21],
      [20, 11],
    ],
    lengths: [2050, 2070],
    winners: ["away"],
    won: [0, 1],
    onBreak: false,
    phase: "abandoned",
  };
  const settled = (id: string, spec = "") => settleDota({ id, spec }, facts)?.[0]?.[1];
  expect(settled("map_winner", "map=1")).toBe("lose");
  expect(settled("map_minutes_total", "map=1|total=34.5")).toBe("win");
  expect(settled("map_minutes_total", "map=1|total=35.5")).toBe("lose");
  expect(settled("map_minutes_total", "map=2|total=34.5")).toBe("win");
  expect(settled("map_minutes_total", "map=2|total=35.5")).toBe("refund");
  expect(settled("map_kills_total", "map=2|total=30.5")).toBe("win");
  expect(settled("map_kills_hcp", "hcp=-8.5|map=1")).toBe("win");
  expect(settled("map_kills_hcp", "hcp=-8.5|map=2")).toBe("refund");
  expect(settled("maps_hcp", "hcp=-1.5")).toBe("lose");
  expect(settled("maps_total", "total=2.5")).toBe("refund");
  expect(new DotaBook(match, beforeDraft).outcomes({ id: "map_score", spec: "" })).toHaveLength(4);
});
