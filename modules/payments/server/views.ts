import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PaymentMethod, ProcessConfig } from "../shared/contract.ts";
import { type DepositLimits, type DepositMethod, depositMethods, isOffered } from "../shared/methods.ts";
import type { HistoryRow } from "./history-store.ts";
import { methodName } from "./method-names.ts";
import type { LimitsNow } from "./rules-store.ts";
import type { InvoiceRow } from "./store.ts";

/** An invoice as its player sees it at `nowMs`. */
export function processView(row: InvoiceRow, nowMs: number): ProcessConfig {
  const { cardNumber, cardPhone } = row;
  return {
    hash: row.providerHash ?? "",
    id: row.id,
    method_hash: row.method,
    life_time: Math.max(0, Math.ceil((row.expiresAt.getTime() - nowMs) / 1000)),
    amount: formatAmount(row.amount),
    exchange_currency: row.currency,
    shop_amount: formatAmount(row.credited > 0n ? row.credited : row.amount),
    currency: row.currency,
    commission: "0",
    card: cardNumber !== null && cardPhone !== null ? { card_number: cardNumber, phone_number: cardPhone } : null,
    url: row.url,
    address: null,
    sum_was_changed: row.sumWasChanged,
    to_be_returned: formatAmount(micros(row.held - row.returned)),
    returned: formatAmount(row.returned),
    status: row.status,
  };
}

export function historyView(row: HistoryRow) {
  return {
    id: row.id,
    kind: row.kind,
    method_hash: row.method,
    currency: row.currency,
    amount: formatAmount(row.amount),
    credited: formatAmount(row.moved),
    to_be_returned: formatAmount(micros(row.held - row.returned)),
    returned: formatAmount(row.returned),
    to_be_refunded: formatAmount(row.refunding),
    refunded: formatAmount(row.refunded),
    sum_was_changed: row.sumWasChanged,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** The methods offered for a currency. Players pay in the currency in use, so `value` is 1. */
export function methodViews(currency: Currency, limitsNow: LimitsNow): PaymentMethod[] {
  return depositMethods
    .filter(method => isOffered(method, currency))
    .map(method => methodView(method, currency, limitsNow(method, currency)));
}

function methodView(method: DepositMethod, currency: Currency, { min, max, usual }: DepositLimits): PaymentMethod {
  const { hash, icon } = method;
  return {
    hash,
    name: methodName(hash),
    icon,
    min_amount: min,
    max_amount: max,
    default_amount: usual,
    exchange_currency: currency,
    value: "1",
  };
}
