import type { Currency } from "#kit/money/currency.ts";

/** States of a payout, by the same numbers as those of an invoice. Only `pending` can be taken back by the player. */
export const payoutStatus = { pending: 1, processing: 2, paid: 3, declined: 5, cancelled: 6 } as const;

export type PayoutStatus = (typeof payoutStatus)[keyof typeof payoutStatus];

/** Major units. */
export interface PayoutLimits {
  readonly min: string;
  readonly max: string;
  /** Of all payouts of one day (UTC) together. */
  readonly day: string;
}

/** The specification names the smallest payout of each currency; EUR is as USD. The largest is that of a deposit by card. */
export const payoutLimits: Readonly<Record<Currency, PayoutLimits>> = {
  RUB: { min: "100", max: "300000", day: "600000" },
  INR: { min: "100", max: "300000", day: "600000" },
  KZT: { min: "500", max: "1500000", day: "3000000" },
  USD: { min: "1", max: "3000", day: "6000" },
  EUR: { min: "1", max: "3000", day: "6000" },
};
