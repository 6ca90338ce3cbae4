import { expect, test } from "vitest";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { machine, paylines, plumb } from "./game.ts";

describeSlot(plumb);

test("the bob substitutes for any piece and pays the most of all", () => {
  const line = (text: string) => paylines.total(Int8Array.from(text, letter => machine.letters.indexOf(letter)));
  expect(["NNN", "BNN", "NBB", "BBB", "NNP", "BPN"].map(line)).toEqual([12, 12, 12, 1250, 0, 0]);
  expect(1250 * 20).toBe(plumb.maxWin * plumb.units);
});
