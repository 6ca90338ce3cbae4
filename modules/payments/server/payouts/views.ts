import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PaymentMethod } from "../../shared/contract.ts";
import { depositMethods, isOffered } from "../../shared/methods.ts";
import type { PayoutView } from "../../shared/payout-contract.ts";
import { payoutLimits } from "../../shared/payouts.ts";
import { methodName } from "../method-names.ts";
import type { PayoutQuestion } from "./questions.ts";
import type { Instrument, PayoutRow } from "./store.ts";

function payoutPlaceOf({ provider, method }: PayoutRow): PayoutView["place"] {
  // An instrument of a rail has no deposit method: it is named after the rail.
  if (provider === method) return "address";
  const scheme = depositMethods.find(each => each.hash === method)?.scheme ?? "card";
  return scheme === "card" ? "card" : "account";
}

/** `question`: the open one, if it is known. */
export function payoutView(row: PayoutRow, question?: PayoutQuestion): PayoutView {
  const place = payoutPlaceOf(row);
  return {
    id: row.id,
    method_hash: place === "address" ? row.method : row.instrumentId,
    label: row.label,
    place,
    currency: row.currency,
    amount: formatAmount(row.amount),
    status: row.status,
    in_review: row.approvalsNeeded > 0 && row.approvedAt === null && row.endedAt === null,
    created_at: row.createdAt.toISOString(),
    send_at: row.sendAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    question: question
      ? { topic: question.topic, asked_at: question.askedAt.toISOString(), until: question.until.toISOString() }
      : null,
  };
}

/** Whether money of this currency can go to an instrument: local instruments are paid in their currency only. */
export function paysIn({ method }: Pick<Instrument, "method">, currency: Currency): boolean {
  const known = depositMethods.find(each => each.hash === method);
  return known === undefined || isOffered(known, currency);
}

/** A payout destination: an instrument the player has paid with. Its name is the method's with the instrument's label. */
export function payoutMethod({ id, method, label }: Instrument, currency: Currency): PaymentMethod {
  const { min, max } = payoutLimits[currency];
  const known = depositMethods.find(each => each.hash === method);
  const name = Object.entries(methodName(method)).map(([locale, text]) => [locale, `${text} ${label}`]);
  return {
    hash: id,
    name: Object.fromEntries(name) as PaymentMethod["name"],
    icon: known?.icon ?? "card",
    min_amount: min,
    max_amount: max,
    default_amount: min,
    exchange_currency: currency,
    value: "1",
  };
}
