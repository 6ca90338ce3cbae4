import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Account } from "../shared/chart.ts";
import { kindOf, type TransferKind } from "../shared/kinds.ts";

/** What an owner's transfers in one currency moved between two accounts on one day. */
export interface OwnerFlow {
  readonly owner: PlayerId;
  readonly currency: Currency;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: bigint;
  readonly count: number;
  /** The number of the last of them in its wallet. */
  readonly lastSeq: bigint;
}

/**
 * What these owners' transfers moved after a number of each wallet. Numbers of a wallet are committed in order, so a reader that starts again after
 * the last number it saw misses nothing and counts nothing twice.
 */
export async function flowsAfter(
  on: Queryable,
  wallets: readonly { readonly owner: PlayerId; readonly currency: Currency; readonly seq: bigint }[],
): Promise<readonly OwnerFlow[]> {
  const { rows } = await on.query<Omit<OwnerFlow, "kind" | "count" | "amount"> & Raw>(
    `SELECT t.player_id AS owner, t.currency, (t.at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day, t.kind, t.debit, t.credit,
       sum(t.amount)::text AS amount, count(*) AS count, max(t.seq) AS "lastSeq"
     FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS w(owner, currency, seq)
     JOIN ledger.all_transfers t ON t.player_id = w.owner AND t.currency = w.currency AND t.seq > w.seq AND t.upto_seq > w.seq
     GROUP BY t.player_id, t.currency, 3, t.kind, t.debit, t.credit ORDER BY t.player_id, t.currency, 3, t.kind, t.debit, t.credit`,
    [
      uuidArray(wallets.map(({ owner }) => owner)),
      textArray(wallets.map(({ currency }) => currency)),
      int8Array(wallets.map(({ seq }) => seq)),
    ],
  );
  return rows.map(row => ({ ...row, kind: kindOf(row.kind), count: Number(row.count), amount: BigInt(row.amount) }));
}

interface Raw {
  readonly kind: number;
  readonly count: bigint;
  readonly amount: string;
}
