import * as z from "zod/mini";
import { dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { notAssignable, quarantineClosed } from "../shared/errors.ts";

/**
 * `recalled`: its bank took it back before it was sent. `unbooked`: in a currency that is none of ours, so nothing was booked. `refused`:
 * its bank refused it too often.
 */
export const quarantineStates = [
  "waiting",
  "sending",
  "returned",
  "recalled",
  "assigned",
  "refused",
  "unbooked",
] as const;

const payment = z.object({
  id: uuidField,
  provider: z.string(),
  /** The provider's name of the payment. */
  payment_id: z.string(),
  /** Text of the provider; where nothing was booked, the amount is in millionths of it. */
  currency: z.string(),
  amount: moneyField,
  received_at: timeField,
  /** The deposit it named, or was assigned to. */
  deposit: z.nullable(uuidField),
  /** The player it was assigned to. */
  player: z.nullable(player),
  state: z.enum(quarantineStates),
  /** When it is sent back. */
  returns_at: z.nullable(timeField),
});

export const readQuarantine = route({
  ...officeRead("payments"),
  path: "/api/office/quarantine",
  permission: "payments.read",
  summary: "Payments whose deposit is unknown, newest first: those that wait for a decision, or all",
  query: z.object({ which: z.optional(z.enum(["waiting", "all"], "which_invalid")), ...paged }),
  output: pageOf(payment),
});

export const returnPayment = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/quarantine/:id/return",
  permission: "methods.write",
  moves: "payout",
  stepUp: true,
  summary: "Sends a payment in quarantine back to its payer now",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [quarantineClosed],
});

export const holdPayment = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/quarantine/:id/hold",
  permission: "methods.write",
  summary: "Leaves a payment in quarantine for so many days from now, while somebody looks for its player",
  params: idParams,
  body: z.object({
    days: z.int("days_invalid").check(z.minimum(1, "days_invalid"), z.maximum(30, "days_invalid")),
    reason: reasonField,
  }),
  output: dataOf(z.object({ returns_at: timeField })),
  errors: [quarantineClosed],
});

export const assignPayment = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/quarantine/:id/assign",
  permission: "corrections.request",
  stepUp: true,
  summary: "Requests that a payment in quarantine is credited to a deposit; another operator approves",
  params: idParams,
  body: z.object({ deposit: uuidField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
  errors: [quarantineClosed, notAssignable],
});

export type QuarantinedView = z.output<typeof payment>;
