import { expect, test } from "vitest";
import { paidBy } from "./paid-by.ts";

test("an ended slip has paid its payout, its boost and what was cashed out before", () => {
  expect(paidBy({ payout: "66.71808", boost: "3.335904", cashed_out: "0" })).toBe("70.053984");
  // Half was cashed out, the rest lost.
  expect(paidBy({ payout: "0", boost: "0", cashed_out: "11.75" })).toBe("11.75");
  expect(paidBy({ payout: "45", boost: "0", cashed_out: "11.75" })).toBe("56.75");
});
