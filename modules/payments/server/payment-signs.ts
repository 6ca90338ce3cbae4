import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
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

export interface PaymentVelocity {
  readonly deposits: number;
  readonly methods: number;
}

/** How many deposits of each player were credited within the hour, and how many payment methods they used for the first time within the day. */
export async function paymentVelocity(
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, PaymentVelocity>> {
  const { rows } = await on.query<PaymentVelocity & { readonly playerId: PlayerId }>(
    `SELECT a.player AS "playerId",
       (SELECT count(*)::int FROM payments.receipts
         WHERE player_id = a.player AND disposition = 'credited' AND received_at > $2::timestamptz - interval '1 hour') AS deposits,
       (SELECT count(*)::int FROM payments.instruments
         WHERE player_id = a.player AND first_paid_at > $2::timestamptz - interval '1 day') AS methods
     FROM unnest($1::uuid[]) AS a(player)`,
    [uuidArray(players), now],
  );
  return new Map(rows.map(row => [row.playerId, row]));
}

/** What these players were credited together since, by currency. */
export async function creditedSince(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
): Promise<readonly { readonly currency: Currency; readonly amount: bigint }[]> {
  const { rows } = await on.query<{ currency: Currency; amount: bigint }>(
    `SELECT currency, sum(amount)::bigint AS amount FROM payments.receipts
     WHERE player_id = ANY ($1::uuid[]) AND disposition = 'credited' AND received_at > $2 GROUP BY currency`,
    [uuidArray(players), since],
  );
  return rows;
}
