import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export interface Received {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly at: Date;
}

/** Positions of those whose player has requested a payout in the currency since, unless it was cancelled or failed. */
export async function withdrawnSince(db: Queryable, received: readonly Received[]): Promise<ReadonlySet<number>> {
  if (received.length === 0) return new Set();
  const { rows } = await db.query<{ place: bigint }>(
    `SELECT place FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) WITH ORDINALITY AS r (player_id, currency, at, place)
     WHERE EXISTS (SELECT FROM payments.payouts p
       WHERE p.player_id = r.player_id AND p.currency = r.currency AND p.created_at >= r.at AND p.status IN (1, 2, 3))`,
    [
      uuidArray(received.map(({ player }) => player)),
      textArray(received.map(({ currency }) => currency)),
      received.map(({ at }) => at.toISOString()),
    ],
  );
  return new Set(rows.map(({ place }) => Number(place) - 1));
}
