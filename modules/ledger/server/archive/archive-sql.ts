import { kindNumbers } from "../../shared/kinds.ts";

/** Transfers of bets. All others are found by indexes of their own, and stay in `ledger.transfers`. */
export const archivedKinds = (
  ["stake", "settle", "payout", "void", "bonus_stake", "bonus_payout", "bonus_void"] as const
)
  .map(kind => kindNumbers[kind])
  .join(", ");

const columns = `player_id, currency, first_seq, last_seq, batch, archived_at, transfers, total, offsets, "references", amounts,
  balances_after, times, debits, credits, kinds`;

/** One segment of all rows `t` of a wallet, whose least number is `first`. */
const segmentOf = (
  batch: string,
  at: string,
) => `player_id, currency, min(seq), max(seq), ${batch}, ${at}, count(*), sum(amount),
  array_agg((seq - first)::int ORDER BY seq), array_agg(reference ORDER BY seq), array_agg(amount ORDER BY seq),
  array_agg(balance_after ORDER BY seq), array_agg(at ORDER BY seq), array_agg(debit ORDER BY seq), array_agg(credit ORDER BY seq),
  array_agg(kind ORDER BY seq)`;

/** The statements of the wallet's archive that move transfers of bets. */
export const transferArchiveSql = {
  positions: "ledger.archive_positions",

  /** Writes the segment of a wallet ($1, $2) with its numbers after $3 and up to $4: (first, count), or no row. */
  copy: `
    INSERT INTO ledger.archived_transfers (${columns})
    SELECT ${segmentOf("$5::uuid", "$6::timestamptz")} FROM (
      SELECT *, min(seq) OVER () AS first FROM ledger.transfers
      WHERE player_id = $1 AND currency = $2 AND seq > $3 AND seq <= $4 AND kind IN (${archivedKinds})) t
    GROUP BY player_id, currency
    RETURNING first_seq AS first, transfers AS count`,

  /** Deletes what the segment ($1, $2, first number $3) has: (count). */
  remove: "SELECT ledger.remove_archived($1, $2, $3)::int AS count",

  /** What a batch ($1) wrote: (segments, count, digest). */
  written: `
    SELECT count(*)::int AS segments, coalesce(sum(transfers), 0)::int AS count, encode(sha256(coalesce(
      string_agg(a.digest, '' ORDER BY a.player_id, a.currency, a.first_seq), '')), 'hex') AS digest
    FROM ledger.archived_transfers a WHERE batch = $1`,
} as const;

/** A statement that puts all transfers of bets into segments without deleting them, for tests of the invariants. */
export const segmentsOfHotTransfers = (batch: string): string =>
  `INSERT INTO ledger.archived_transfers (${columns}, digest)
   SELECT ${segmentOf(batch, "now()")}, decode(repeat('00', 32), 'hex') FROM (
     SELECT *, min(seq) OVER (PARTITION BY player_id, currency) AS first FROM ledger.transfers WHERE kind IN (${archivedKinds})) t
   GROUP BY player_id, currency`;
