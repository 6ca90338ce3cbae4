import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { InvoiceStatus } from "../shared/invoice.ts";

/** Every SQL statement about disabled methods, and about the deposits that operators see. */

/** The methods an operator has switched off, and since when. */
export async function methodsOff(db: Queryable): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await db.query<{ hash: string; since: Date }>("SELECT hash, since FROM payments.methods_off");
  return new Map(rows.map(({ hash, since }) => [hash, since]));
}

/** False when nothing changed. */
export async function switchMethod(tx: Tx, hash: string, on: boolean, now: Date): Promise<boolean> {
  const { rowCount } = on
    ? await tx.query("DELETE FROM payments.methods_off WHERE hash = $1", [hash])
    : await tx.query("INSERT INTO payments.methods_off VALUES ($1, $2) ON CONFLICT DO NOTHING", [hash, now]);
  return rowCount > 0;
}

export interface SeenInvoice {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly method: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly credited: Micros;
  readonly held: Micros;
  readonly status: InvoiceStatus;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The newest first; of one player where given, and older than `before`. */
export async function newestInvoices(
  db: Queryable,
  { player, before, limit }: { readonly player: PlayerId | null; readonly before: Uuid | null; readonly limit: number },
): Promise<readonly SeenInvoice[]> {
  const { rows } = await db.query<SeenInvoice>(
    `SELECT id, player_id AS "playerId", method, currency, amount, credited, held, status, created_at AS "createdAt",
      ended_at AS "endedAt" FROM payments.invoices
     WHERE ($1::uuid IS NULL OR player_id = $1) AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [player, before, limit],
  );
  return rows;
}
