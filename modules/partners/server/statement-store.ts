import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { StatementContent } from "../shared/contract.ts";

/** The SQL of closed months. */

export interface StatementRow {
  readonly id: Uuid;
  readonly partnerId: Uuid;
  /** `2026-11`. */
  readonly month: string;
  readonly planNumber: number;
  readonly currency: Currency;
  readonly content: StatementContent;
  readonly hash: Uint8Array;
  readonly commission: Micros;
  readonly carriedOut: bigint;
  readonly closedAt: Date;
}

/** The newest first. */
export async function statementsOf(on: Queryable, partner: Uuid): Promise<readonly StatementRow[]> {
  const { rows } = await on.query<StatementRow>(
    `SELECT id, partner_id AS "partnerId", to_char(month, 'YYYY-MM') AS month, plan_number AS "planNumber", currency, content, hash,
       commission, carried_out AS "carriedOut", closed_at AS "closedAt"
     FROM partners.statements s WHERE partner_id = $1 ORDER BY s.month DESC`,
    [partner],
  );
  return rows;
}

export async function insertStatement(tx: Tx, row: StatementRow): Promise<void> {
  await tx.query(
    `INSERT INTO partners.statements (id, partner_id, month, plan_number, currency, content, hash, commission, carried_out, closed_at)
     VALUES ($1, $2, $3::date, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      row.partnerId,
      `${row.month}-01`,
      row.planNumber,
      row.currency,
      JSON.stringify(row.content),
      row.hash,
      row.commission,
      row.carriedOut,
      row.closedAt,
    ],
  );
}
