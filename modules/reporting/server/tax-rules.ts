import * as z from "zod/mini";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { type TaxBase, type TaxProduct, taxBases, taxProducts } from "../shared/tax.ts";

/** A tax of a country on a product, from a day on. */
export interface TaxRule {
  readonly country: string;
  readonly product: TaxProduct;
  readonly base: TaxBase;
  /** Hundredths of a percent. */
  readonly rate: number;
  readonly deductsBonuses: boolean;
  /** The first day, of UTC: `2026-01-31`. */
  readonly since: string;
  /** The act and the section that it follows. */
  readonly law: string;
}

export interface TaxRuleRow extends TaxRule {
  readonly number: number;
  readonly addedBy: string;
  readonly approvedBy: string;
  readonly addedAt: Date;
}

export const taxRequest = "tax.rule";

const payloadOf = z.object({
  country: z.string(),
  product: z.enum(taxProducts),
  base: z.enum(taxBases),
  rate: z.int(),
  deducts_bonuses: z.boolean(),
  since: z.string(),
  law: z.string(),
});
type Payload = z.output<typeof payloadOf>;

export const payloadOfRule = ({ deductsBonuses: deducts_bonuses, ...rule }: TaxRule): Payload => ({
  ...rule,
  deducts_bonuses,
});

export const taxSubject = ({ country, product }: Pick<TaxRule, "country" | "product">) => `tax:${country}/${product}`;

interface Needs {
  readonly host: Pick<Host, "clock">;
  readonly approvals: Pick<Approvals, "register">;
  readonly audit: Pick<Audit, "record">;
}

/** A rule changes what is declared to an authority: it takes two people. */
export function registerTaxRules({ host, approvals, audit }: Needs): void {
  approvals.register({
    kind: taxRequest,
    permission: "reports.write",
    reads: "reports.read",
    needs: 1,
    async versionOf(on, request) {
      const { country, product } = z.parse(payloadOf, request.payload);
      const own = (await taxRules(on)).filter(rule => rule.country === country && rule.product === product);
      return String(Math.max(0, ...own.map(({ number }) => number)));
    },
    async run(tx, request, by) {
      const { deducts_bonuses: deductsBonuses, ...rule } = z.parse(payloadOf, request.payload);
      const people = { addedBy: request.askedName, approvedBy: by.name, addedAt: new Date(host.clock.now()) };
      const number = await insertTaxRule(tx, { ...rule, deductsBonuses, ...people });
      await audit.record(tx, by, {
        action: taxRequest,
        subject: request.subject,
        reason: request.reason,
        after: { ...rule, deducts_bonuses: deductsBonuses, number, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

export function askTaxRule(
  approvals: Pick<Approvals, "ask">,
  tx: Tx,
  { reason, ...rule }: TaxRule & { readonly reason: string },
  by: Asker,
): Promise<AskedRequest> {
  const content = { subject: taxSubject(rule), payload: payloadOfRule(rule), reason };
  return approvals.ask(tx, { kind: taxRequest, ...content }, by);
}

/** Returns its number. */
export async function insertTaxRule(tx: Tx, row: Omit<TaxRuleRow, "number">): Promise<number> {
  const { rows } = await tx.query<{ number: number }>(
    `INSERT INTO reporting.tax_rules (country, product, base, rate, deducts_bonuses, since, law, added_by, approved_by, added_at)
     VALUES ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10) RETURNING number`,
    [
      row.country,
      row.product,
      row.base,
      row.rate,
      row.deductsBonuses,
      row.since,
      row.law,
      row.addedBy,
      row.approvedBy,
      row.addedAt,
    ],
  );
  return rows[0]?.number ?? 0;
}

/** In the order in which they were added. */
export async function taxRules(on: Queryable): Promise<readonly TaxRuleRow[]> {
  const { rows } = await on.query<TaxRuleRow>(
    `SELECT number, country, product, base, rate, deducts_bonuses AS "deductsBonuses", since::text, law,
       added_by AS "addedBy", approved_by AS "approvedBy", added_at AS "addedAt" FROM reporting.tax_rules ORDER BY number`,
  );
  return rows;
}
