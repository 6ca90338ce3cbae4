import { timelineOf } from "#kit/db/timeline.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { payoutStatus } from "../shared/payouts.ts";

interface PaymentRow {
  readonly id: string;
  readonly at: Date;
  readonly status: number;
  readonly method: string;
  readonly amount: Micros;
  readonly currency: Currency;
  readonly until: Date | null;
}

const nameIn = (statuses: Readonly<Record<string, number>>, status: number) =>
  Object.entries(statuses).find(([, number]) => number === status)?.[0] ?? null;

export const depositTimeline = timelineOf<PaymentRow>(
  "deposits",
  "uuid",
  `SELECT id, created_at AS at, status, method, amount, currency, ended_at AS until FROM payments.invoices
   WHERE player_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
  ({ status, method, amount, currency, until }) => ({
    event: "deposit",
    state: nameIn(invoiceStatus, status),
    text: method,
    amount,
    currency,
    until,
  }),
);

export const payoutTimeline = timelineOf<PaymentRow>(
  "payouts",
  "uuid",
  `SELECT p.id, p.created_at AS at, p.status, i.method, p.amount, p.currency, p.ended_at AS until
   FROM payments.payouts p JOIN payments.instruments i ON i.id = p.instrument_id
   WHERE p.player_id = $1 AND (p.created_at, p.id) < ($2, $3::uuid) ORDER BY p.created_at DESC, p.id DESC LIMIT $4`,
  ({ status, method, amount, currency, until }) => ({
    event: "payout",
    state: nameIn(payoutStatus, status),
    text: method,
    amount,
    currency,
    until,
  }),
);
