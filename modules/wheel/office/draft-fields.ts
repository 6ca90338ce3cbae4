import { parseAmount, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { WheelVersionView } from "#modules/wheel/office/contract.ts";
import { type DraftedPrizes, type PrizesProblem, problemOf } from "#modules/wheel/shared/prizes.ts";

/** The prizes as typed. */
export interface DraftFields {
  readonly top: Readonly<Record<Currency, string>>;
  readonly sectors: readonly { readonly key: string; readonly of: string; readonly odds: string }[];
}

export function draftOf({ top, prizes }: Pick<WheelVersionView, "top" | "prizes">): DraftedPrizes {
  return { top: eachCurrency(code => Number(parseDecimal(top[code]))), prizes };
}

export function fieldsOf({ top, prizes }: Pick<WheelVersionView, "top" | "prizes">): DraftFields {
  const sectors = prizes.map(({ of, odds }) => ({ key: crypto.randomUUID(), of: String(of), odds: String(odds) }));
  return { top, sectors };
}

/** A decimal point, whichever separator was typed. */
const decimal = (text: string) => text.trim().replace(",", ".");
const whole = (text: string) =>
  /^[0-9]{1,7}$/.test(text.replace(/\s/g, "")) ? Number(text.replace(/\s/g, "")) : Number.NaN;

/** The fields' values in wire format. */
export function bodyOf({ top, sectors }: DraftFields) {
  return {
    top: eachCurrency(code => decimal(top[code])),
    prizes: sectors.map(({ of, odds }) => ({ of: whole(of), odds: whole(odds) })),
  };
}

/** The prizes if they are valid, or why not. */
export function readFields(fields: DraftFields): {
  readonly draft: DraftedPrizes;
  readonly problem: PrizesProblem | null;
} {
  const { top, prizes } = bodyOf(fields);
  const draft = { top: eachCurrency(code => Number(parseAmount(top[code]) ?? Number.NaN)), prizes };
  return { draft, problem: problemOf(draft) };
}

export function ticketsOf({ sectors }: DraftFields): number {
  return sectors.reduce((sum, { odds }) => sum + (whole(odds) || 0), 0);
}

function eachCurrency<T>(of: (currency: Currency) => T): Record<Currency, T> {
  return Object.fromEntries(currencyCodes.map(code => [code, of(code)])) as Record<Currency, T>;
}
