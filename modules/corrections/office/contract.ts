import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, signedAmountField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  idParams,
  officeChange,
  officeRead,
  optionalPlayer,
  player,
  withReason,
} from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { approverLinked, approverNew, requesterLeft, secondPersonNeeded } from "#modules/operators/shared/errors.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { accountClosed, correctionClosed } from "../shared/errors.ts";

const correction = z.object({
  id: uuidField,
  player,
  currency: currencyField,
  /** Signed: above zero the player gets it. */
  amount: moneyField,
  reason: z.string(),
  status: z.enum(["waiting", "booked", "declined"]),
  asked_by: z.string(),
  asked_at: timeField,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timeField),
  /** Requested by the caller, so another operator has to decide. */
  mine: z.boolean(),
});

export const readCorrections = route({
  ...officeRead("corrections"),
  path: "/api/office/corrections",
  permission: "corrections.read",
  summary: "Corrections, those that wait for approval first",
  query: optionalPlayer,
  output: dataOf(z.array(correction)),
});

export const askCorrection = route({
  ...officeChange("corrections"),
  method: "POST",
  path: "/api/office/corrections",
  stepUp: true,
  permission: "corrections.request",
  moves: "correction",
  summary: "Requests a correction; nothing is booked until another operator approves it",
  body: z.object({
    player: uuidField,
    currency: currencyField,
    amount: signedAmountField,
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(correction),
  errors: [accountClosed],
});

export const bookCorrection = route({
  ...officeChange("corrections"),
  method: "POST",
  path: "/api/office/corrections/:id/book",
  stepUp: true,
  permission: "corrections.approve",
  moves: "correction",
  summary: "Approves a correction and books it",
  params: idParams,
  output: dataOf(correction),
  errors: [
    correctionClosed,
    secondPersonNeeded,
    requesterLeft,
    approverNew,
    approverLinked,
    insufficientFunds,
    accountClosed,
  ],
});

export const declineCorrection = route({
  ...officeChange("corrections"),
  method: "POST",
  path: "/api/office/corrections/:id/decline",
  permission: "corrections.approve",
  moves: "correction",
  summary: "Declines a correction; nothing is booked",
  params: idParams,
  body: withReason,
  output: dataOf(correction),
  errors: [correctionClosed, secondPersonNeeded],
});

export type CorrectionView = z.output<typeof correction>;
