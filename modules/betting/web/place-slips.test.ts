import { expect, test } from "vitest";
import { slotOf } from "./place-slips.ts";
import type { Selection } from "./slip-store.ts";

const home: Selection = { event: "7", market: "1x2", spec: "", outcome: "home", price: "1.90" };
const over: Selection = { event: "8", market: "total", spec: "2.5", outcome: "over", price: "2.10" };

test("a slip whose response was lost is repeated at other prices too, and never in place of other selections", () => {
  const lost = slotOf("accumulator", [home, over]);
  const moved: Selection = { event: "7", market: "1x2", spec: "", outcome: "home", price: "1.85" };
  expect(slotOf("accumulator", [over, moved])).toBe(lost);
  expect(slotOf("accumulator", [home])).not.toBe(lost);
  expect(slotOf("single", [home])).not.toBe(slotOf("single", [over]));
  expect(slotOf("builder", [home, over])).not.toBe(lost);
});
