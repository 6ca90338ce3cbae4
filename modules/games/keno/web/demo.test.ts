import { expect, test } from "vitest";
import { micros, parseDecimal, payoutOf } from "#kit/money/amount.ts";
import { hitsOf, type KenoBet, multiplierAt } from "../shared/rules.ts";
import { openDemoTable } from "./demo.ts";

test("demo draws follow the rules of the real game, one after another", () => {
  const table = openDemoTable(count => Uint8Array.from({ length: count }, (_, index) => index));
  const bet: KenoBet = { risk: "low", picks: [1, 2, 3, 4, 5, 6] };
  const draws = Array.from({ length: 200 }, () => table.draw(bet, parseDecimal("1")));
  for (const { drawn, payout } of draws) {
    expect(new Set(drawn).size).toBe(10);
    expect(payout).toBe(payoutOf(micros(1_000_000n), multiplierAt(bet, hitsOf(bet.picks, drawn))));
  }
  expect(new Set(draws.map(each => each.drawn.join())).size).toBe(200);
});
