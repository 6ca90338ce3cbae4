import { afterEach, expect, test, vi } from "vitest";
import { createVisit, switchVisitPanel } from "./visit-totals.ts";

afterEach(() => void vi.unstubAllGlobals());

const bet = (id: string, currency: string, stake: bigint, payout: bigint) => ({ id, currency, stake, payout });

test("bets of all games add up by currency, each counted once", () => {
  const visit = createVisit();
  visit.belongsTo("alice");
  visit.note(bet("1", "USD", 100n, 198n));
  visit.note(bet("1", "USD", 100n, 198n));
  visit.note(bet("2", "USD", 50n, 0n));
  visit.note(bet("3", "RUB", 7n, 0n));
  visit.note(bet("4", "XXX", 7n, 0n));
  expect([...visit.read()]).toEqual([
    ["USD", { bets: 2, staked: 150n, net: 48n }],
    ["RUB", { bets: 1, staked: 7n, net: -7n }],
  ]);
});

test("another player on the same device starts at zero, the same one continues", () => {
  const visit = createVisit();
  visit.note(bet("1", "USD", 100n, 0n));
  visit.belongsTo("alice");
  visit.belongsTo("alice");
  expect(visit.read().get("USD")?.bets).toBe(1);
  visit.belongsTo("bob");
  expect(visit.read().size).toBe(0);
});

test.each([
  [true, "folded"],
  [false, undefined],
])("on a phone (%s) the panel opens collapsed, elsewhere as it was left", (matches, fold) => {
  const values = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    setItem: (key: string, value: string) => values.set(key, value),
    getItem: () => null,
  });
  vi.stubGlobal("matchMedia", () => ({ matches }));
  switchVisitPanel(true);
  expect(values.get("visit-panel")).toBe("on");
  expect(values.get("visit-panel-fold")).toBe(fold);
  switchVisitPanel(false);
  expect(values.get("visit-panel")).toBe("off");
});
