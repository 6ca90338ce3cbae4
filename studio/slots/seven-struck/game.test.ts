import { expect, test } from "vitest";
import { readProof } from "#studio/engine/par/stored.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { areAlike, machine, sevenStruck } from "./game.ts";

describeSlot(sevenStruck);

test("seven-struck returns exactly 508/529 and hits 2,859 of 12,167 stops", () => {
  expect(readProof("seven-struck")?.modes[0]).toMatchObject({ exact: "508/529", hitExact: "2859/12167" });
  expect(readProof("seven-struck")?.modes[0]?.deviation).toBeCloseTo(4.34, 2);
});

test("every payout is published, of all stops of the reels", () => {
  const payouts = readProof("seven-struck")?.payouts ?? [];
  const paid = payouts.reduce((sum, { units, rounds }) => sum + units * rounds, 0);
  expect(payouts.reduce((sum, { rounds }) => sum + rounds, 0)).toBe(23 ** 3);
  expect(paid / (23 ** 3 * sevenStruck.units)).toBe(508 / 529);
});

test("nine alike count a coin as any symbol, and nine coins as well", () => {
  const cells = (text: string) => Int8Array.from(text, letter => machine.letters.indexOf(letter));
  expect(["CCCCCCCCC", "ACCCCCCCA", "AAAAAAAAA"].map(cells).map(areAlike)).toEqual([true, true, true]);
  expect(["CCCCCCCCL", "ACCCCCLCA"].map(cells).map(areAlike)).toEqual([false, false]);
});
