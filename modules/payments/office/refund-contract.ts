import * as z from "zod/mini";
import { amountField, dataOf, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { paymentNotRefundable, refundTooLarge } from "../shared/errors.ts";

export const refundPayment = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/receipts/:id/refund",
  permission: "corrections.request",
  stepUp: true,
  summary: "Requests that a payment of a deposit is refunded to its payer, whole or in part; another operator approves",
  params: idParams,
  body: z.object({ amount: amountField.check(z.regex(/[1-9]/, "amount_invalid")), reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
  errors: [paymentNotRefundable, refundTooLarge],
});
