import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { payoutStatus } from "../shared/payouts.ts";

/** Signs of trouble in payments, for the protection of players and for rules about fraud. */

/** How many deposits of each of these players were declined since. */
export async function declinedDeposits(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; n: string }>(
    `SELECT player_id AS "playerId", count(*)::text AS n FROM payments.invoices
     WHERE player_id = ANY ($1::uuid[]) AND status = ${invoiceStatus.declined} AND ended_at >= $2 GROUP BY player_id`,
    [uuidArray(players), since],
  );
  return new Map(rows.map(({ playerId, n }) => [playerId, Number(n)]));
}

/** Who had at least so many deposits declined since. */
export async function playersDeclined(on: Queryable, since: Date, atLeast: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM payments.invoices
     WHERE status IN (${invoiceStatus.expired}, ${invoiceStatus.declined}, ${invoiceStatus.cancelled}) AND status = ${invoiceStatus.declined} AND ended_at >= $1
     GROUP BY player_id HAVING count(*) >= $2 ORDER BY 1`,
    [since, atLeast],
  );
  return rows.map(({ playerId }) => playerId);
}

/** The days (since 1970, UTC) on which these players canceled a payout themselves, since. */
export async function canceledPayouts(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
): Promise<readonly { readonly playerId: PlayerId; readonly day: number }[]> {
  const { rows } = await on.query<{ playerId: PlayerId; day: number }>(
    `SELECT player_id AS "playerId", (ended_at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day FROM payments.payouts
     WHERE player_id = ANY ($1::uuid[]) AND status = ${payoutStatus.cancelled} AND ended_at >= $2`,
    [uuidArray(players), since],
  );
  return rows;
}

/** Who was credited, requested a payout or was declined since: the latest first. */
export async function paidSince(on: Queryable, since: Date, most: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM (
       SELECT player_id, received_at AS at FROM payments.receipts WHERE received_at > $1 AND player_id IS NOT NULL
       UNION ALL SELECT player_id, created_at FROM payments.payouts WHERE created_at > $1
       UNION ALL SELECT player_id, ended_at FROM payments.invoices
         WHERE status IN (${invoiceStatus.expired}, ${invoiceStatus.declined}, ${invoiceStatus.cancelled}) AND status = ${invoiceStatus.declined} AND ended_at > $1
     ) e GROUP BY player_id ORDER BY max(at) DESC, player_id LIMIT $2`,
    [since, most],
  );
  return rows.map(({ playerId }) => playerId);
}
