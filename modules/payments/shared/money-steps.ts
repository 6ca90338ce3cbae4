import * as z from "zod/mini";
import { timeField } from "#kit/contract/fields.ts";

/** Of a deposit: `created`, `credited`; of a payout: `requested`, then `checked` automatically or `approved` by our team, `sent`, and one of its ends. */
export const moneyStepNames = [
  "created",
  "credited",
  "requested",
  "checked",
  "approved",
  "sent",
  "paid",
  "declined",
  "cancelled",
] as const;
export type MoneyStepName = (typeof moneyStepNames)[number];

export const moneyStep = z.object({
  step: z.enum(moneyStepNames),
  /** Null for one that is still to come. */
  at: z.nullable(timeField),
});
export type MoneyStep = z.output<typeof moneyStep>;
