import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { InvoiceStatus } from "../../shared/invoice.ts";
import type { Disposition } from "../receipt-store.ts";
import { type RefundFacts, refundsOfInvoice } from "../refunds/store.ts";
import { type ReturnFacts, returnsOfInvoice } from "../returns/store.ts";

/** Every SQL statement that only timelines need. */

export interface DepositFacts {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly provider: string;
  readonly providerHash: string | null;
  readonly method: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly credited: Micros;
  readonly held: Micros;
  readonly status: InvoiceStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly polledAt: Date | null;
  /** Opened for money that had arrived through a rail: never polled. */
  readonly isRail: boolean;
  readonly receipts: readonly { readonly at: Date; readonly amount: Micros; readonly disposition: Disposition }[];
  readonly recalls: readonly { readonly at: Date; readonly amount: Micros }[];
  readonly returns: readonly ReturnFacts[];
  readonly refunds: readonly RefundFacts[];
}

export async function depositFacts(db: Queryable, id: Uuid): Promise<DepositFacts | undefined> {
  const { rows } = await db.query<Omit<DepositFacts, "receipts" | "recalls" | "returns" | "refunds">>(
    `SELECT id, player_id AS player, provider, provider_hash AS "providerHash", method, currency, amount, credited, held, status,
       created_at AS "createdAt", expires_at AS "expiresAt", ended_at AS "endedAt", asked_at AS "polledAt", method = provider AS "isRail"
     FROM payments.invoices WHERE id = $1`,
    [id],
  );
  const [invoice] = rows;
  if (!invoice) return undefined;
  const receipts = await db.query<DepositFacts["receipts"][number]>(
    "SELECT received_at AS at, amount, disposition FROM payments.receipts WHERE invoice_id = $1 ORDER BY received_at",
    [id],
  );
  const recalls = await db.query<DepositFacts["recalls"][number]>(
    `SELECT c.recalled_at AS at, c.amount FROM payments.chargebacks c JOIN payments.receipts r ON r.id = c.receipt_id
     WHERE r.invoice_id = $1 ORDER BY c.recalled_at`,
    [id],
  );
  const [returns, refunds] = [await returnsOfInvoice(db, id), await refundsOfInvoice(db, id)];
  return { ...invoice, receipts: receipts.rows, recalls: recalls.rows, returns, refunds };
}

/** The provider of an existing payout, and when it was last called about it. */
export async function pollingOf(
  db: Queryable,
  payout: Uuid,
): Promise<{ readonly provider: string; readonly polledAt: Date | null }> {
  const { rows } = await db.query<{ provider: string; polledAt: Date | null }>(
    `SELECT provider, asked_at AS "polledAt" FROM payments.payouts WHERE id = $1`,
    [payout],
  );
  return required(rows[0], "the payout exists");
}
