import type { TextRegistry } from "#kit/i18n/text-keys.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** Methods with a name that players read: those of providers, and coins. */
export type MethodName = keyof TextRegistry["methods"] & string;

/** Limits of a deposit, in major units. */
export interface DepositLimits {
  readonly min: string;
  readonly max: string;
  /** The initial value of the form. */
  readonly usual: string;
}

/** The default for currencies a method does not list. */
export const fallbackLimits: DepositLimits = { min: "100", max: "300000", usual: "100" };

/** Cards, the Russian faster payments system, transfers between Kaspi clients, India's unified payments, and payment from a bank account that the payer chooses. */
export type PaymentScheme = "card" | "sbp" | "kaspi" | "upi" | "bank";

export interface DepositMethod {
  /** Its name on the wire; never changed. What players read is in `methods/locale`. */
  readonly hash: MethodName;
  /** How the payer pays: on the provider's own page, or by a transfer to a card. */
  readonly kind: "page" | "transfer";
  readonly icon: string;
  /** The provider's payment scheme. */
  readonly scheme: PaymentScheme;
  /** Currencies where it exists; every currency unless given. */
  readonly currencies?: readonly Currency[];
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

/** The deposit methods, in the order in which they are offered. */
export const depositMethods: readonly DepositMethod[] = [
  {
    hash: "card-page",
    kind: "page",
    scheme: "card",
    icon: "card",
    limits,
  },
  {
    hash: "card-transfer",
    kind: "transfer",
    scheme: "card",
    icon: "transfer",
    limits,
  },
  {
    hash: "sbp",
    kind: "page",
    scheme: "sbp",
    icon: "phone",
    currencies: ["RUB"],
    limits: { RUB: { min: "50", max: "300000", usual: "500" } },
  },
  {
    hash: "kaspi",
    kind: "page",
    scheme: "kaspi",
    icon: "phone",
    currencies: ["KZT"],
    limits: { KZT: { min: "500", max: "1000000", usual: "2500" } },
  },
  {
    hash: "upi",
    kind: "page",
    scheme: "upi",
    icon: "phone",
    currencies: ["INR"],
    limits: { INR: { min: "100", max: "100000", usual: "500" } },
  },
  {
    hash: "bank-eur",
    kind: "page",
    scheme: "bank",
    icon: "bank",
    currencies: ["EUR"],
    limits: { EUR: { min: "5", max: "10000", usual: "20" } },
  },
];

/** Whether a method exists in a currency: deposits by it, and payouts to what was paid with. */
export function isOffered({ currencies }: Pick<DepositMethod, "currencies">, currency: Currency): boolean {
  return currencies === undefined || currencies.includes(currency);
}

export function limitsOf(method: DepositMethod, currency: Currency): DepositLimits {
  return method.limits[currency] ?? fallbackLimits;
}

export function isWithin(amount: Micros, { min, max }: DepositLimits): boolean {
  return amount >= parseDecimal(min) && amount <= parseDecimal(max);
}
