import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { CoinName, Units } from "../shared/coins.ts";
import type { OrderState } from "./order-store.ts";
import type { AddressRow } from "./store.ts";

/** Every SQL statement of sweep requests; those of the orders themselves are elsewhere. */

/** Players' addresses of a coin that are not being swept now, those with the most received first. */
export async function addressesToSweep(
  on: Queryable,
  coin: CoinName,
): Promise<readonly Pick<AddressRow, "number" | "address">[]> {
  const { rows } = await on.query<Pick<AddressRow, "number" | "address">>(
    `SELECT a.number, a.address FROM crypto.addresses a
     JOIN (SELECT number, sum(units) AS came FROM crypto.transfers WHERE coin = $1 AND block_number IS NOT NULL GROUP BY number) t
       USING (number)
     WHERE a.coin = $1 AND NOT EXISTS (SELECT FROM crypto.orders o
       WHERE o.source = a.number AND o.kind = 'sweep' AND o.state IN ('ordered', 'signed'))
     ORDER BY t.came DESC, a.number LIMIT 1000`,
    [coin],
  );
  return rows;
}

export interface SweepRequest {
  readonly id: Uuid;
  readonly coin: CoinName;
  readonly askedBy: string;
  readonly askedAt: Date;
  /** Null until the chain was read. */
  readonly orderedAt: Date | null;
  readonly addresses: number | null;
  readonly units: string | null;
}

const columns = `id, coin, asked_by AS "askedBy", asked_at AS "askedAt", ordered_at AS "orderedAt", addresses, units::text`;

/** False when a request for this coin is pending. */
export async function insertSweepRequest(
  tx: Tx,
  { id, coin, by, now }: { readonly id: Uuid; readonly coin: CoinName; readonly by: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO crypto.sweeps (id, coin, asked_by, asked_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [id, coin, by, now],
  );
  return rowCount > 0;
}

export async function openSweepRequests(on: Queryable): Promise<readonly SweepRequest[]> {
  const { rows } = await on.query<SweepRequest>(`SELECT ${columns} FROM crypto.sweeps WHERE ordered_at IS NULL`);
  return rows;
}

/** Locks the request until the transaction ends; false when another process has handled it. */
export async function lockSweepRequest(tx: Tx, id: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM crypto.sweeps WHERE id = $1 AND ordered_at IS NULL FOR UPDATE", [
    id,
  ]);
  return rowCount > 0;
}

export async function endSweepRequest(tx: Tx, id: Uuid, addresses: number, units: Units, now: Date): Promise<void> {
  await tx.query("UPDATE crypto.sweeps SET ordered_at = $2, addresses = $3, units = $4 WHERE id = $1", [
    id,
    now,
    addresses,
    `${units}`,
  ]);
}

/** The newest first. */
export async function newestSweepRequests(on: Queryable, most: number): Promise<readonly SweepRequest[]> {
  const { rows } = await on.query<SweepRequest>(
    `SELECT ${columns} FROM crypto.sweeps ORDER BY asked_at DESC, id DESC LIMIT $1`,
    [most],
  );
  return rows;
}

/** Coins of one address being swept. */
export interface SweepRow {
  readonly id: Uuid;
  readonly coin: CoinName;
  readonly address: string;
  readonly units: string;
  readonly state: OrderState;
  readonly txHash: string | null;
  readonly orderedAt: Date;
  readonly endedAt: Date | null;
}

/** The newest first. */
export async function newestSweeps(on: Queryable, most: number): Promise<readonly SweepRow[]> {
  const { rows } = await on.query<SweepRow>(
    `SELECT o.payout_id AS id, o.coin, a.address, o.units::text, o.state, o.tx_hash AS "txHash", o.ordered_at AS "orderedAt",
      o.ended_at AS "endedAt"
     FROM crypto.orders o JOIN crypto.addresses a ON a.number = o.source
     WHERE o.kind = 'sweep' ORDER BY o.ordered_at DESC, o.payout_id LIMIT $1`,
    [most],
  );
  return rows;
}
