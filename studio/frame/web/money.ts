import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { Language } from "./texts.ts";

/** Amounts of the session, in micro-units and for people. */
export interface Money {
  read(decimal: string): bigint;
  show(micros: bigint): string;
}

/** A pot for people; undefined while it is less than a minor unit, which would read as 0.00. */
export function potText(money: Money, amount: string): string | undefined {
  const micros = money.read(amount);
  return micros < microsPerMinor ? undefined : money.show(micros);
}

export function createMoney(currency: Currency, language: Language, demo: boolean): Money {
  return {
    read: decimal => parseDecimal(decimal),
    show: micros =>
      demo
        ? showMoney(micros, currency, language).replace(/[$€₹₽₸]\s?|\s?[$€₹₽₸]/g, "")
        : showMoney(micros, currency, language),
  };
}
