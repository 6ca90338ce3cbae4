/** What a country may tax. */
export const taxProducts = ["casino", "betting"] as const;
export type TaxProduct = (typeof taxProducts)[number];

/** What a rate is applied to: stakes less what they paid, or stakes. */
export const taxBases = ["ggr", "stakes"] as const;
export type TaxBase = (typeof taxBases)[number];

/** A rate in hundredths of a percent. */
export const wholeRate = 10_000;

/** What is due, in micro-units, cut: nothing of a loss. */
export function taxOn(taxable: bigint, rate: number): bigint {
  return taxable <= 0n ? 0n : (taxable * BigInt(rate)) / BigInt(wholeRate);
}

interface Dated {
  readonly country: string;
  readonly product: TaxProduct;
  readonly since: string;
  readonly number: number;
}

/** The rule that holds on a day: the latest by its first day, then by its number. */
export function ruleOn<Rule extends Dated>(
  rules: readonly Rule[],
  { country, product, day }: { readonly country: string | null; readonly product: TaxProduct; readonly day: string },
): Rule | undefined {
  return rules
    .filter(rule => rule.country === country && rule.product === product && rule.since <= day)
    .reduce<Rule | undefined>((best, rule) => (best && isLater(best, rule) ? best : rule), undefined);
}

const isLater = (a: Dated, b: Dated) => a.since > b.since || (a.since === b.since && a.number > b.number);
