import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { countrySpans } from "#modules/accounts/server/index.ts";
import { type ProductSums, sumsByProduct } from "#modules/projections/server/index.ts";
import { ruleOn, type TaxBase, type TaxProduct, taxOn } from "../shared/tax.ts";
import { utcPeriod } from "./read-countries.ts";
import type { Report, ReportQuery } from "./read-reports.ts";
import { type TaxRuleRow, taxRules } from "./tax-rules.ts";

export interface TaxRow {
  readonly country: string | null;
  readonly product: TaxProduct;
  readonly currency: string;
  /** The number of the rule; null: no rule holds, nothing is due. */
  readonly rule: number | null;
  readonly base: TaxBase | null;
  readonly rate: number | null;
  readonly stakes: string;
  readonly paid: string;
  readonly ggr: string;
  readonly deducted: string;
  readonly taxable: string;
  readonly tax: string;
}

interface Sums {
  readonly country: string | null;
  readonly product: TaxProduct;
  readonly currency: string;
  readonly rule: TaxRuleRow | undefined;
  staked: bigint;
  paid: bigint;
  bonusStaked: bigint;
  bonusPaid: bigint;
}

/**
 * What each country taxes: days by the rule that held, and what is due of the sum of its days. A loss of one product lowers the tax of no other
 * one. Not read from a standby: it has tables of accounts.
 */
export async function taxReport(
  host: Pick<Host, "db" | "clock">,
  query: Omit<ReportQuery, "zone">,
): Promise<Report<TaxRow>> {
  const period = await utcPeriod(host, query);
  const [rules, days] = await Promise.all([taxRules(host.db), sumsByProduct(host.db, period, countrySpans)]);
  const rows = new Map<string, Sums>();
  for (const day of days) add(rows, rules, day);
  return { period, rows: [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => taxRow(sums)) };
}

/** Unknown countries are the last ones. */
export const keyOfTax = (row: Pick<TaxRow, "country" | "product" | "currency" | "rule">) =>
  [row.country ?? "~", row.product, row.currency, String(row.rule ?? 0).padStart(9, "0")].join(" ");

function add(rows: Map<string, Sums>, rules: readonly TaxRuleRow[], day: ProductSums): void {
  const { country, currency } = day;
  const product = day.isBetting ? "betting" : "casino";
  const rule = ruleOn(rules, { country, product, day: day.day });
  const key = keyOfTax({ country, product, currency, rule: rule?.number ?? null });
  const sums = rows.get(key) ?? {
    country,
    product,
    currency,
    rule,
    staked: 0n,
    paid: 0n,
    bonusStaked: 0n,
    bonusPaid: 0n,
  };
  rows.set(key, sums);
  sums.staked += day.realStaked + day.bonusStaked;
  sums.paid += day.realPaid + day.bonusPaid;
  sums.bonusStaked += day.bonusStaked;
  sums.bonusPaid += day.bonusPaid;
}

function taxRow({ country, product, currency, rule, staked, paid, bonusStaked, bonusPaid }: Sums): TaxRow {
  const isStakes = rule?.base === "stakes";
  const base = isStakes ? staked : staked - paid;
  const deducted = rule?.deductsBonuses ? (isStakes ? bonusStaked : bonusStaked - bonusPaid) : 0n;
  const taxable = rule ? base - deducted : 0n;
  return {
    country,
    product,
    currency,
    rule: rule?.number ?? null,
    base: rule?.base ?? null,
    rate: rule?.rate ?? null,
    stakes: formatAmount(staked),
    paid: formatAmount(paid),
    ggr: formatAmount(staked - paid),
    deducted: formatAmount(deducted),
    taxable: formatAmount(taxable),
    tax: formatAmount(taxOn(taxable, rule?.rate ?? 0)),
  };
}
