import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  cursorField,
  dataOf,
  moneyField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { proofRequired } from "#modules/accounts/shared/errors.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import {
  addressNotAllowed,
  amountOutOfLimits,
  bonusEnded,
  debtOpen,
  instrumentCooling,
  payoutClosed,
  payoutLimitReached,
  payoutNotAsked,
  revealNeeded,
  verificationRequired,
  wageringOpen,
} from "./errors.ts";
import { longestPayoutAnswer, payoutTopics } from "./payout-questions.ts";

/** 1 pending, 2 processing, 3 paid, 5 declined, 6 cancelled. */
export const payoutStatusField = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(6)]);

/** A payout as its player sees it. */
export const payoutView = z.object({
  id: z.string(),
  /** The method it was requested by (a card is one), and a recognisable label of its destination: "•••• 4242". */
  method_hash: z.string(),
  label: z.string(),
  /** Its kind: a card at the payment provider, an account or phone number of a local scheme there, or an address of a chain. */
  place: z.enum(["card", "account", "address"]),
  currency: currencyField,
  amount: moneyField,
  status: payoutStatusField,
  /** It needs approval before it is sent. Absent in answers stored before approvals existed. */
  in_review: z.optional(z.boolean()),
  created_at: timeField,
  /** Until then it can be cancelled. */
  send_at: timeField,
  ended_at: z.nullable(timeField),
  /** What an operator asked and the player has not answered: it waits for that. Null or absent without one. */
  question: z.optional(z.nullable(z.object({ topic: z.enum(payoutTopics), asked_at: timeField, until: timeField }))),
});

export const createPayout = route({
  method: "POST",
  path: "/api/v1/billing/payouts",
  module: "payments",
  caller: "player",
  moves: "payout",
  summary:
    "Requests a payout of real money to an instrument the caller has paid with or to a coin address; the amount leaves the balance immediately",
  body: z.object({
    method_hash: z.string("method_unknown").check(z.maxLength(64, "method_unknown")),
    amount: amountField,
    /** The currency of the amount. The payout is refused if the player's active currency is another one. */
    currency: z.optional(currencyField),
    /** Destination, when the method is a coin of `crypto-payouts`. */
    address: z.optional(z.string("address_invalid").check(z.maxLength(128, "address_invalid"))),
    /** The bonus, or the bonuses, to give up: their bonus money goes back, and the payout is made in the same transaction. */
    give_up_bonus: z.optional(z.union([uuidField, z.array(uuidField).check(z.minLength(1), z.maxLength(20))])),
  }),
  status: 201,
  output: dataOf(payoutView),
  errors: [
    amountOutOfLimits,
    revealNeeded,
    bonusEnded,
    wageringOpen,
    addressNotAllowed,
    instrumentCooling,
    debtOpen,
    insufficientFunds,
    payoutLimitReached,
    ratesUnavailable,
    verificationRequired,
    proofRequired,
  ],
  rate: { burst: 30, perMinute: 10 },
});

export const getPayouts = route({
  method: "GET",
  path: "/api/v1/billing/payouts",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary:
    "The caller's payouts, newest first. `status`: 1 pending, 2 with the provider, 3 paid, 5 declined, 6 canceled",
  query: z.object({ cursor: cursorField }),
  output: pageOf(payoutView),
});

export const cancelPayout = route({
  method: "DELETE",
  path: "/api/v1/billing/payouts/:id",
  module: "payments",
  caller: "player",
  moves: "payout",
  summary: "Cancels a pending payout; the money returns to the balance",
  params: z.object({ id: uuidField }),
  output: dataOf(payoutView),
  errors: [payoutClosed],
});

export const answerPayout = route({
  method: "POST",
  path: "/api/v1/billing/payouts/:id/answer",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary:
    "Answers what an operator asked about a payout, which can then be decided; a repeat with the same text changes nothing",
  params: z.object({ id: uuidField }),
  body: z.object({
    answer: z.string("answer_invalid").check(
      z.maxLength(longestPayoutAnswer, "answer_invalid"),
      z.refine(text => /^[^\p{Cc}\p{Cs}]*$/u.test(text.replaceAll("\n", " ")) && text.trim() !== "", "answer_invalid"),
    ),
  }),
  output: dataOf(payoutView),
  errors: [payoutNotAsked],
  rate: { burst: 10, perMinute: 10 },
});

export type PayoutView = z.output<typeof payoutView>;
