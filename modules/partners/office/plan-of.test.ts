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

test("CPA, a capped carry-over and a share of sub-partners have their figures, and are absent otherwise", () => {
  expect(planOf({ ...empty, amount: "50", deposit: "20", loss: "250" }).cpa).toEqual({
    amount: "50",
    deposit: "20",
    loss: "250",
  });
  expect(planOf(empty)).toMatchObject({ cpa: null, carry: { kind: "full" } });
  expect(planOf({ ...empty, carry: "capped", most: "5000" }).carry).toEqual({ kind: "capped", most: "5000" });
  expect(planOf({ ...empty, sub: "7.5 %" }).sub).toBe(75);
  expect("sub" in planOf(empty)).toBe(false);
  for (const sub of ["0", "x", "1e1", "20.1", "-5"])
    expect(planFaultOf(planOf({ ...empty, sub })), sub).toBe("plan_invalid");
});
