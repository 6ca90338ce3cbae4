import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** Limits of a deposit, in major units as people read them. */
export interface DepositLimits {
  readonly min: string;
  readonly max: string;
  /** What the form starts with. */
  readonly usual: string;
}

/** Where a method says nothing of a currency. */
export const fallbackLimits: DepositLimits = { min: "100", max: "300000", usual: "100" };

export interface DepositMethod {
  /** Its name on the wire; never changed. */
  readonly hash: string;
  /** The company that is asked first for its invoices. */
  readonly provider: "sandbox";
  /** How the payer pays: on the provider's own page, or by a transfer to a card. */
  readonly kind: "page" | "transfer";
  readonly name: { readonly en: string; readonly ru: string; readonly kz: string };
  readonly icon: string;
  readonly limits: Readonly<Partial<Record<Currency, DepositLimits>>>;
}

const rubles = { min: "100", max: "300000", usual: "500" };
const dollars = { min: "1", max: "3000", usual: "10" };
const limits = {
  RUB: rubles,
  INR: rubles,
  KZT: { min: "500", max: "1500000", usual: "2500" },
  USD: dollars,
  EUR: dollars,
};

/** The deposit methods of the house, in the order in which they are offered. */
export const depositMethods: readonly DepositMethod[] = [
  {
    hash: "card-page",
    provider: "sandbox",
    kind: "page",
    name: { en: "Bank card", ru: "Банковская карта", kz: "Банк картасы" },
    icon: "card",
    limits,
  },
  {
    hash: "card-transfer",
    provider: "sandbox",
    kind: "transfer",
    name: { en: "Card transfer", ru: "Перевод на карту", kz: "Картаға аударым" },
    icon: "transfer",
    limits,
  },
];

export function limitsOf(method: DepositMethod, currency: Currency): DepositLimits {
  return method.limits[currency] ?? fallbackLimits;
}

export function isWithin(amount: Micros, { min, max }: DepositLimits): boolean {
  return amount >= parseDecimal(min) && amount <= parseDecimal(max);
}
