import { expect, test } from "vitest";
import { planFaultOf } from "../shared/plan.ts";
import { emptyDraft as empty, planOf } from "./plan-of.ts";

test("lines of first deposits and percents are tiers in thousandths, and a line that is none makes no plan", () => {
  expect(planOf({ ...empty, tiers: "0: 35\n1500: 40.5%\n" }).tiers).toEqual([
    { from: 0, rate: 350 },
    { from: 1500, rate: 405 },
  ]);
  for (const tiers of ["", "30", "0: 1e3", "0: -5", "0: 30.55", "0: 30, 5: 40"])
    expect(planFaultOf(planOf({ ...empty, tiers })), tiers).toBe("plan_invalid");
});

test("CPA and a capped carry-over have their sums, and are absent otherwise", () => {
  expect(planOf({ ...empty, amount: "50", deposit: "20", loss: "250" }).cpa).toEqual({
    amount: "50",
    deposit: "20",
    loss: "250",
  });
  expect(planOf(empty)).toMatchObject({ cpa: null, carry: { kind: "full" } });
  expect(planOf({ ...empty, carry: "capped", most: "5000" }).carry).toEqual({ kind: "capped", most: "5000" });
});
