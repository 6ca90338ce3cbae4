import { expect, test } from "vitest";
import { placeNodes } from "./place-nodes.ts";

const names = (many: number) => Array.from({ length: many }, (_, index) => `node-${index}`);
const required = <T>(value: T | undefined): T => value ?? expect.fail("has no place");
const distance = (places: ReturnType<typeof placeNodes>, one: string, other: string) => {
  const [a, b] = [required(places.get(one)), required(places.get(other))];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

test("every node of a large cluster has a place of its own inside the area, and the same one each time", () => {
  const nodes = names(200);
  const edges = nodes.slice(1).map((to, index) => ({ from: `node-${index >> 1}`, to, weight: 700 }));
  const places = placeNodes(nodes, edges);
  expect([...places.keys()]).toEqual(nodes);
  for (const { x, y } of places.values()) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(1);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(1);
  }
  expect(new Set([...places.values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(200);
  expect(placeNodes(nodes, edges)).toEqual(places);
});

test("linked accounts are nearer to each other than those of another group", () => {
  const places = placeNodes(
    ["alice", "dave", "bob", "erin", "carol", "frank"],
    [
      { from: "alice", to: "bob", weight: 940 },
      { from: "bob", to: "carol", weight: 800 },
      { from: "dave", to: "erin", weight: 700 },
      { from: "erin", to: "frank", weight: 700 },
      { from: "carol", to: "nobody", weight: 700 },
    ],
  );
  for (const [one, other] of [
    ["alice", "bob"],
    ["bob", "carol"],
    ["dave", "erin"],
  ] as const)
    for (const stranger of one === "dave" ? ["alice", "bob", "carol"] : ["dave", "erin", "frank"])
      expect(distance(places, one, other)).toBeLessThan(distance(places, one, stranger));
});

test("one account, or none, has no links to be placed by", () => {
  expect([...placeNodes(["alice"], []).values()]).toEqual([{ x: 0.5, y: 0.5 }]);
  expect(placeNodes([], []).size).toBe(0);
});
