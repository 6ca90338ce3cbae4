import { expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import { mostStrategies } from "../shared/strategy-contract.ts";
import { loadStrategies, removeStrategy, saveStrategy } from "./strategies.ts";

const strategy = {
  stake: m("0.5"),
  count: 100,
  stopOnProfit: m("10"),
  stopOnLoss: null,
  afterWin: { kind: "reset" },
  afterLoss: { kind: "percent", percent: 50 },
  conditions: [{ when: { kind: "balance_below", amount: m("5") }, do: { kind: "set", stake: m("0.1") } }],
} as const;

function storage(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("a saved strategy is restored exactly, and the same name is saved once", () => {
  const shelf = storage();
  saveStrategy(shelf, "dice", "USD", { name: "Evening", strategy });
  saveStrategy(shelf, "dice", "USD", { name: "Evening", strategy: { ...strategy, count: 5 } });
  expect(loadStrategies(shelf, "dice", "USD")).toEqual([
    { id: null, name: "Evening", strategy: { ...strategy, count: 5 } },
  ]);
  expect(loadStrategies(shelf, "dice", "RUB")).toEqual([]);
  expect(removeStrategy(shelf, "dice", "USD", "Evening")).toEqual([]);
});
test("unknown content of the storage is ignored", () => {
  for (const text of [
    "{",
    "7",
    "[null]",
    '[{"name":"x","strategy":{"stake":"-1"}}]',
    '[{"name":"x","strategy":{"stake":"1","afterWin":{"percent":1e9}}}]',
  ])
    expect(loadStrategies(storage({ "strategies:dice:USD": text }), "dice", "USD")).toEqual([]);
});
test("the number of strategies is limited", () => {
  const shelf = storage();
  for (let i = 0; i < 50; i++) saveStrategy(shelf, "dice", "USD", { name: `s${i}`, strategy });
  expect(loadStrategies(shelf, "dice", "USD")).toHaveLength(mostStrategies);
});
test("a strategy saved before conditions existed has none", () => {
  const text =
    '[{"name":"x","strategy":{"stake":"1000000","count":5,"afterWin":{"kind":"reset"},"afterLoss":{"kind":"reset"}}}]';
  const read = loadStrategies(storage({ "strategies:dice:USD": text }), "dice", "USD");
  expect(read[0]?.strategy).toMatchObject({ stake: m("1"), conditions: [] });
});
