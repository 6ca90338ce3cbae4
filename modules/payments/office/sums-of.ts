import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";

/** The sum of the amounts of each currency, in the order of the rows. */
export function sumsOf(rows: readonly { readonly currency: string; readonly amount: string }[]) {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + parseDecimal(amount));
  return [...sums].map(([currency, sum]) => [currency, formatAmount(micros(sum))] as const);
}
