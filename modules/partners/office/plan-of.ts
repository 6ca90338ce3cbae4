import type { Plan } from "../shared/plan.ts";

/** What is typed into the draft of a plan. */
export interface PlanDraftFields {
  readonly tiers: string;
  readonly amount: string;
  readonly deposit: string;
  readonly loss: string;
  readonly carry: Plan["carry"]["kind"];
  readonly most: string;
  readonly sub: string;
}

export const emptyDraft: PlanDraftFields = {
  tiers: "0: 30",
  amount: "",
  deposit: "",
  loss: "",
  carry: "full",
  most: "",
  sub: "",
};

/** A line is `first deposits: percent`. What is not a number makes the plan invalid. */
export function planOf({ tiers, amount, deposit, loss, carry, most, sub }: PlanDraftFields): Plan {
  const own = {
    tiers: tiers
      .split("\n")
      .filter(line => line.trim() !== "")
      .map(line => {
        const match = /^\s*(\d{1,7})\s*:\s*(\d{1,2}(?:\.\d)?)\s*%?\s*$/.exec(line);
        return { from: Number(match?.[1]), rate: Math.round(Number(match?.[2]) * 10) };
      }),
    cpa: amount === "" ? null : { amount, deposit, loss },
    carry: carry === "capped" ? ({ kind: carry, most } as const) : { kind: carry },
  };
  if (sub.trim() === "") return own;
  const percent = /^\s*(\d{1,2}(?:\.\d)?)\s*%?\s*$/.exec(sub)?.[1];
  return { ...own, sub: Math.round(Number(percent) * 10) };
}
