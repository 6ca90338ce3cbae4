import * as z from "zod/mini";
import { dataOf, namesField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead } from "#modules/operators/office/fields.ts";

/** Periods back from now. */
export const figurePeriods = ["5m", "1h", "24h"] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

const seconds = z.nullable(z.number());

export const readPaymentFigures = route({
  ...officeRead("payments"),
  path: "/api/office/payment-figures",
  reads: ["payments.invoices", "payments.webhook_calls", "payments.webhook_lags"],
  permission: "payments.read",
  summary:
    "Deposits of the last five minutes, hour or day by method and provider: conversion, time to paid, declines by the provider's code; and how late providers' calls arrived",
  query: z.object({ period: z.optional(z.enum(figurePeriods, "period_invalid")) }),
  output: dataOf(
    z.object({
      at: timeField,
      period: z.enum(figurePeriods),
      methods: z.array(
        z.object({
          method: z.string(),
          name: namesField,
          provider: z.string(),
          started: z.int(),
          paid: z.int(),
          open: z.int(),
          declined: z.int(),
          expired: z.int(),
          canceled: z.int(),
          /** Paid of those that have ended; null where none has. */
          conversion: z.nullable(z.number()),
          median_seconds: seconds,
          p95_seconds: seconds,
        }),
      ),
      /** `code`: the provider's word for why; null where it gave none. */
      declines: z.array(z.object({ provider: z.string(), code: z.nullable(z.string()), count: z.int() })),
      calls: z.array(
        z.object({
          provider: z.string(),
          received: z.int(),
          /** Refused, or not processed. */
          failed: z.int(),
          median_ms: seconds,
          p95_ms: seconds,
        }),
      ),
    }),
  ),
});
