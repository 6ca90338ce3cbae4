import { afterEach, beforeEach, expect, test } from "vitest";
import { maxLegs } from "../shared/systems.ts";

const saved = new Map<string, string>();
const storage = {
  getItem: (key: string) => saved.get(key) ?? null,
  setItem: (key: string, text: string) => void saved.set(key, text),
};
let before: PropertyDescriptor | undefined;
beforeEach(() => {
  before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else Reflect.deleteProperty(globalThis, "localStorage");
});

const of = (event: string, outcome = "home") => ({ event, market: "1x2", spec: "", outcome });
const stored = () => JSON.parse(saved.get("betting-slip") ?? "[]");

test("a press adds an outcome, another outcome of its market replaces it, a second press takes it out", async () => {
  saved.set("betting-slip", '[{"event":5}, "no", null]');
  const { slipStore } = await import("./slip-store.ts");
  slipStore.toggle(of("m:1"), "2.5");
  slipStore.toggle(of("m:1", "draw"), "3.1");
  slipStore.toggle(of("m:2"), "1.9");
  expect(stored()).toEqual([
    { event: "m:1", market: "1x2", spec: "", outcome: "draw", price: "3.1" },
    { event: "m:2", market: "1x2", spec: "", outcome: "home", price: "1.9" },
  ]);
  slipStore.accept(new Map([[1, "2.05"]]));
  slipStore.toggle(of("m:1", "draw"), "9");
  expect(stored()).toEqual([{ event: "m:2", market: "1x2", spec: "", outcome: "home", price: "2.05" }]);
  for (let match = 3; match < 40; match++) slipStore.toggle(of(`m:${match}`), "2");
  expect(stored()).toHaveLength(maxLegs);
  slipStore.clear();
  expect(stored()).toEqual([]);
});

test("several are added at once at their prices, written as in lists, in place of outcomes of the same markets, up to a full slip", async () => {
  const { slipStore } = await import("./slip-store.ts");
  slipStore.toggle(of("m:1"), "2.5");
  slipStore.toggle(of("m:2"), "1.9");
  slipStore.add([
    { ...of("m:2", "draw"), price: "3.3" },
    { ...of("m:3"), price: "1.5" },
  ]);
  expect(stored().map(({ event, outcome, price }: Record<string, string>) => [event, outcome, price])).toEqual([
    ["m:1", "home", "2.5"],
    ["m:2", "draw", "3.30"],
    ["m:3", "home", "1.50"],
  ]);
  slipStore.add(Array.from({ length: 30 }, (_, at) => ({ ...of(`m:many${at}`), price: "2" })));
  expect(stored()).toHaveLength(maxLegs);
  slipStore.clear();
});

test("a bet that is edited takes the slip, also when another is edited next; what was there comes back", async () => {
  const { slipStore } = await import("./slip-store.ts");
  const { editedSlip } = await import("./edited-slip.ts");
  slipStore.clear();
  slipStore.toggle(of("m:1"), "2.5");
  const leg = (event: string) => Object.assign(of(event), { price: "1.9", banker: event === "m:8" });
  const slip = { id: "slip-1", kind: "accumulator", folds: null, unit: "10", each_way: false } as const;
  editedSlip.begin(Object.assign({ legs: ["m:7", "m:8"].map(leg) as never }, slip));
  expect(stored().map(({ event }: { event: string }) => event)).toEqual(["m:7", "m:8"]);
  expect(JSON.parse(saved.get("betting-edit") ?? "null")).toMatchObject({
    choice: "accumulator",
    bankers: ["m:8 1x2  home"],
  });
  editedSlip.begin(Object.assign({}, slip, { id: "slip-2", kind: "system", folds: [2], legs: [leg("m:9")] as never }));
  expect(JSON.parse(saved.get("betting-edit") ?? "null")).toMatchObject({ id: "slip-2", choice: "of_2" });
  editedSlip.end();
  expect(stored()).toEqual([{ event: "m:1", market: "1x2", spec: "", outcome: "home", price: "2.50" }]);
  expect(saved.get("betting-edit")).toBe("null");
});
