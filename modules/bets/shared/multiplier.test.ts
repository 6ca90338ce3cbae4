import { expect, test } from "vitest";
import { multiplierText } from "./multiplier.ts";

test("a multiplier is truncated to four decimals and shows at least two", () => {
  expect(multiplierText(0n, 1n)).toBe("0.00");
  expect(multiplierText(198n, 100n)).toBe("1.98");
  expect(multiplierText(9900n, 9800n)).toBe("1.0102");
  expect(multiplierText(99_999_999n, 10_000n)).toBe("9999.9999");
  expect(multiplierText(2n, 3n)).toBe("0.6666");
  expect(multiplierText(5n, 1n)).toBe("5.00");
  expect(multiplierText(15n, 10n)).toBe("1.50");
  expect(multiplierText(1505n, 1000n)).toBe("1.505");
});

test("a payout over a stake in cents shows the exact multiplier's decimals for every winning chance of dice", () => {
  for (const stake of [10_000n, 70_000n, 1_000_000n, 123_450_000n])
    for (let wins = 1n; wins <= 9800n; wins += 97n)
      expect(multiplierText((stake * 9900n) / wins, stake)).toBe(multiplierText(9900n, wins));
});
