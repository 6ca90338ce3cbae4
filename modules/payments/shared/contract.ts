import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  cursorField,
  dataOf,
  moneyField,
  namesField,
  spanFields,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { filePieces, route } from "#kit/contract/route.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";
import {
  amountOutOfLimits,
  bonusUnavailable,
  depositLimitReached,
  depositsBlocked,
  depositsPaused,
  invoiceClosed,
  signatureInvalid,
  verificationRequired,
} from "./errors.ts";

/** 1 created, 2 awaiting payment, 3 paid, 4 expired, 5 declined, 6 cancelled. */
export const invoiceStatusField = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
]);

export const paymentMethod = z.object({
  hash: z.string(),
  name: namesField,
  icon: z.string(),
  min_amount: moneyField,
  max_amount: moneyField,
  default_amount: moneyField,
  /** What the payer pays in: a currency, or a coin such as `USDT`. */
  exchange_currency: z.string(),
  /** Units of `exchange_currency` for one unit of the player's currency. */
  value: z.string(),
  /** For a coin: the least amount in coins, and the blocks before it counts. */
  coin: z.optional(z.object({ least: z.string(), confirmations: z.int() })),
});

/** A bonus that a deposit can activate: `bonus_id` of it. */
export const depositBonus = z.object({
  id: uuidField,
  name: z.string(),
  currency: currencyField,
  percent: z.int(),
  /** The most it gives. */
  amount: moneyField,
  min_deposit: moneyField,
  /** Bets have to count this many times the bonus. */
  wager: z.int(),
  max_bet: moneyField,
  /** What wagering costs on average, at most, in percent of the bonus. */
  average_cost: z.int(),
});
export type DepositBonusView = z.output<typeof depositBonus>;

/** An invoice as its player sees it. */
export const processConfig = z.object({
  /** The provider's name of the invoice. */
  hash: z.string(),
  id: z.string(),
  method_hash: z.string(),
  /** Seconds that are left to pay. */
  life_time: z.int(),
  /** Exactly what the payer must send, in the method's `exchange_currency`. */
  amount: moneyField,
  exchange_currency: currencyField,
  /** What is credited, in the player's currency; once paid, what was credited. */
  shop_amount: moneyField,
  currency: currencyField,
  /** What the payer bears, already in `amount`. */
  commission: moneyField,
  /** Card transfers only. */
  card: z.nullable(z.object({ card_number: z.string(), phone_number: z.string() })),
  /** The provider's page, where there is one. */
  url: z.nullable(z.string()),
  /** Crypto only. */
  address: z.nullable(z.string()),
  /** Another sum than `amount` came in. */
  sum_was_changed: z.boolean(),
  /** Money that arrived and may not be credited: it goes back to the payer. */
  to_be_returned: moneyField,
  /** What of that money has been returned. */
  returned: moneyField,
  status: invoiceStatusField,
});

export const getBillingData = route({
  method: "GET",
  path: "/api/v2/billing/data",
  module: "payments",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Methods and limits for the caller's currency; a guest sees those of the region. `hash` is the `method_hash` of payments and of payouts: each has its own",
  output: dataOf(
    z.object({
      payments: z.object({
        methods: z.array(paymentMethod),
        /** The first of `bonuses`. */
        bonus: z.nullable(z.object({ id: z.string(), name: z.string() })),
        /** Bonuses of the caller that wait for a deposit, and offers of one. */
        bonuses: z.array(depositBonus),
      }),
      payouts: z.object({ methods: z.array(paymentMethod) }),
      "crypto-payments": z.array(paymentMethod),
      "crypto-payouts": z.array(paymentMethod),
    }),
  ),
});

export const createPayment = route({
  method: "POST",
  path: "/api/v1/billing/payments",
  module: "payments",
  caller: "player",
  moves: "deposit",
  summary: "Opens an invoice with the provider of the method",
  body: z.object({
    method_hash: z.string("method_unknown").check(z.maxLength(64, "method_unknown")),
    amount: amountField,
    /** The currency of the amount. The deposit is refused if the player's active currency is another one. */
    currency: z.optional(currencyField),
    /** The page the provider's page redirects back to: an address of this site, as the browser shows it. */
    return_to: z.optional(z.string("return_to_invalid").check(z.maxLength(500, "return_to_invalid"))),
    /** A bonus that waits for a deposit, or an offer of one, which is claimed now. Without it the deposit activates none. */
    bonus_id: z.optional(uuidField),
  }),
  status: 201,
  output: dataOf(processConfig),
  errors: [
    depositsBlocked,
    policyAcceptanceRequired,
    depositsPaused,
    amountOutOfLimits,
    ratesUnavailable,
    depositLimitReached,
    verificationRequired,
    bonusUnavailable,
  ],
  rate: { burst: 60, perMinute: 30 },
});

const invoiceParams = z.object({ id: uuidField });

export const getPaymentStatus = route({
  method: "GET",
  path: "/billing/payment/status/:id",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary:
    "The caller's invoice as it is now. `status`: 1 being opened, 2 waiting for the payment, 3 paid, 4 expired, 5 declined, 6 canceled",
  params: invoiceParams,
  output: dataOf(processConfig),
});

export const cancelPayment = route({
  method: "POST",
  path: "/api/v1/billing/payments/:id/cancel",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary: "Cancels an invoice; a payment that still arrives is credited",
  params: invoiceParams,
  output: dataOf(processConfig),
  errors: [invoiceClosed],
});

const kindFilter = z.optional(z.enum(["deposit", "payout"], "kind_invalid"));

export const getBillingHistory = route({
  method: "GET",
  path: "/api/v1/billing/history",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary:
    "The caller's deposits and payouts, or one kind of them, in a span of time, newest first. `status` is that of an invoice or of a payout",
  query: z.object({ cursor: cursorField, kind: kindFilter, ...spanFields }),
  output: pageOf(
    z.object({
      id: z.string(),
      kind: z.enum(["deposit", "payout"]),
      method_hash: z.string(),
      currency: currencyField,
      /** The requested amount. */
      amount: moneyField,
      /** What was credited so far; of a payout, what has been paid out. */
      credited: moneyField,
      to_be_returned: moneyField,
      returned: moneyField,
      /** What we refund of the credited amount and has not been sent yet. */
      to_be_refunded: moneyField,
      /** What was refunded to the payer. */
      refunded: moneyField,
      sum_was_changed: z.boolean(),
      status: invoiceStatusField,
      created_at: timeField,
      ended_at: z.nullable(timeField),
    }),
  ),
});

export const getBillingHistoryFile = route({
  method: "GET",
  path: "/api/v1/billing/history.csv",
  module: "payments",
  caller: "player",
  moves: "nothing",
  summary: "The same as a CSV file, complete",
  query: z.object({ kind: kindFilter, ...spanFields }),
  file: "text/csv",
  output: filePieces,
  rate: { burst: 10, perMinute: 6 },
});

export const receiveWebhook = route({
  method: "POST",
  path: "/api/v1/billing/webhooks/:provider",
  module: "payments",
  caller: "provider",
  moves: "deposit",
  summary: "Webhook of a payment provider about an invoice; answered after the ledger has committed",
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  output: dataOf(
    z.object({
      /** `noted`: a state without money; `repeated`: received before; `ignored`: no effect. */
      result: z.enum(["credited", "to_be_returned", "quarantined", "noted", "repeated", "ignored"]),
    }),
  ),
  errors: [signatureInvalid],
});

export type ProcessConfig = z.output<typeof processConfig>;
export type PaymentMethod = z.output<typeof paymentMethod>;
