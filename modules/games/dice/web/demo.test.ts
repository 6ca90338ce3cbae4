import { expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import { openDemoTable } from "./demo.ts";

test("demo rolls follow the rules of the real game, one after another", () => {
  const table = openDemoTable(count => Uint8Array.from({ length: count }, (_, index) => index));
  const bet = { direction: "over", target: 4999 } as const;
  const rolls = Array.from({ length: 200 }, () => table.roll(bet, m("1")));
  for (const { roll, payout } of rolls) expect(payout).toBe(roll > 4999 ? m("1.98") : 0n);
  expect(new Set(rolls.map(each => each.roll)).size).toBeGreaterThan(150);
});
