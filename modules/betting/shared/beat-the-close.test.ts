import { expect, test } from "vitest";
import { beatTheClose, gainOf, gainText } from "./beat-the-close.ts";

const dollars = (amount: number) => BigInt(amount) * 1_000_000n;

test.each([
  ["2.10 that closed at 2.00", 2_100, 2_000, "+5"],
  ["2.03 that closed at 2.03", 2_030, 2_030, "0"],
  ["1.90 that closed at 2.00", 1_900, 2_000, "-5"],
  ["3.40 that closed at 3.30", 3_400, 3_300, "+3.03"],
  ["1.001 that closed at 1000", 1_001, 1_000_000, "-99.89"],
])("%s", (_title, price, closing, gain) => {
  expect(gainText(gainOf({ price, closing }))).toBe(gain);
});

test("the mean is by stake: 90 dollars at +5 % and 10 at -5 % are +4 %", () => {
  const found = beatTheClose([
    { price: 2_100, closing: 2_000, weight: dollars(90) },
    { price: 1_900, closing: 2_000, weight: dollars(10) },
  ]);
  expect(found).toEqual({ selections: 2, above: 1, weight: dollars(100), figure: 400n });
});

test("thirds are cut to a micro-dollar each, never rounded up, and no selection has no figure", () => {
  const thirds = Array.from({ length: 3 }, () => ({ price: 3_001, closing: 3_000, weight: 10n }));
  expect(beatTheClose(thirds).figure).toBe(0n);
  expect(beatTheClose([{ price: 3_001, closing: 3_000, weight: dollars(3) }]).figure).toBe(3n);
  expect(beatTheClose([])).toEqual({ selections: 0, above: 0, weight: 0n, figure: null });
});
