import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import type { PlayedRow } from "#modules/wallet/server/index.ts";
import { type Moved, positionOf } from "./moved.ts";

/** The earliest deposit of each wallet among these transfers. Clocks of nodes differ, so a later number may be earlier. */
export function firstDepositsOf(transfers: readonly PlayedRow[]): readonly PlayedRow[] {
  const first = new Map<string, PlayedRow>();
  for (const row of transfers) {
    if (row.kind !== kindNumbers.deposit) continue;
    const key = `${row.playerId}${row.currency}`;
    const known = first.get(key);
    if (known === undefined || row.at < known.at || (row.at === known.at && row.seq < known.seq)) first.set(key, row);
  }
  return [...first.values()];
}

/** Of two wallets of a player the earlier one, by time and then by currency, whichever is folded first. */
const addSql = `
INSERT INTO projections.first_deposits AS d (generation, player_id, at, currency, amount, is_test)
SELECT DISTINCT ON (f.player_id) $2::int, f.player_id, to_timestamp(f.ms / 1000.0), f.currency, f.amount, coalesce(p.is_test, false)
FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int8[]) AS f(player_id, currency, ms, amount)
CROSS JOIN ${positionOf("f", "is_test")} p
ORDER BY f.player_id, f.ms, f.currency COLLATE "C"
ON CONFLICT (generation, player_id) DO UPDATE SET at = excluded.at, currency = excluded.currency, amount = excluded.amount, is_test = excluded.is_test
WHERE (excluded.at, excluded.currency) < (d.at, d.currency)`;

/** Keeps the first deposits of the wallets whose positions the caller has moved in the same transaction. */
export async function addFirstDeposits(
  tx: Tx,
  { projection, generation }: { readonly projection: string; readonly generation: number },
  moved: readonly Moved[],
  transfers: readonly PlayedRow[],
): Promise<void> {
  const taken = new Set(moved.map(({ playerId, currency }) => `${playerId}${currency}`));
  const rows = firstDepositsOf(transfers).filter(({ playerId, currency }) => taken.has(`${playerId}${currency}`));
  if (rows.length === 0) return;
  await tx.query(
    addSql,
    [
      projection,
      generation,
      uuidArray(rows.map(({ playerId }) => playerId)),
      textArray(rows.map(({ currency }) => currency)),
      int8Array(rows.map(({ at }) => BigInt(at))),
      int8Array(rows.map(({ amount }) => amount)),
    ],
    "projections.first-deposits",
  );
}
