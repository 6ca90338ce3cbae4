import { parseDecimal } from "#kit/money/amount.ts";

/** A percentage as whole hundredths, cut: 9620 for "96.20", 9619 for "96.1995". */
export const hundredthsOf = (percent: string): number => Number(parseDecimal(percent) / 10_000n);
