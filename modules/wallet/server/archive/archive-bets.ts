import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { uuid7 } from "#kit/std/uuid7.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { providerGames } from "#modules/ledger/shared/chart.ts";
import { type Archived, type ArchiveRun, moveRanges, type Range } from "./move-ranges.ts";

/** Moves bets of our own games that ended before an instant from `wallet.bets` to the archive. */
export function archiveBets(
  host: Pick<Host, "db" | "ids" | "clock" | "failpoints">,
  run: ArchiveRun,
): Promise<Archived> {
  return moveRanges(
    host,
    {
      rows: "bets",
      numbersOfSegment: run.numbersOfSegment ?? 250,
      positions: "wallet.archive_positions",
      written: `SELECT count(*)::int AS segments, coalesce(sum(bets), 0)::int AS count, encode(${digestOfBatch}, 'hex') AS digest
        FROM wallet.archived_bets a WHERE batch = $1`,
      move: (tx, range, { id, at }) => moveRange(tx, range, { batch: id, before: run.before, at }, host.failpoints),
    },
    run,
  );
}

/** SHA-256 over the digests of a batch's segments `a`. */
export const digestOfBatch =
  "sha256(coalesce(string_agg(a.digest, '' ORDER BY a.player_id, a.currency, a.first_seq), ''))";

async function moveRange(
  tx: Tx,
  { owner, currency, after, upTo }: Range,
  { batch, before, at }: { readonly batch: Uuid; readonly before: Date; readonly at: Date },
  failpoints: Host["failpoints"],
): Promise<void> {
  const { rows } = await tx.query<{ first: bigint; bets: number }>(
    copySql,
    [owner, currency, after, upTo, before, uuid7(before.getTime(), new Uint8Array(16)), batch, at],
    "wallet.archive-copy",
  );
  const [segment] = rows;
  if (!segment) return;
  failpoints.hit("wallet.archive.copied");
  const { rowCount: removed } = await tx.query(removeSql, [owner, currency, segment.first], "wallet.archive-remove");
  invariant(removed === segment.bets, "a segment of bets that are not there");
}

const segmentColumns = `player_id, currency, first_seq, last_seq, first_key, last_key, batch, archived_at, bets, staked, paid,
  keys, settle_keys, stakes, payouts, win_caps, balances_after, settled_balances, seqs, settled_seqs, rounds, placed_times, settled_times,
  seed_numbers, nonces, games, statuses, rules_versions, choices, outcomes, client_seeds, gates, openings, journals, bonus_stakes,
  bonus_payouts, counted_amounts, grant_numbers, rates, bonuses_after, settled_bonuses`;

/** One segment of all rows of bets of a wallet. */
const segmentOf = (
  batch: string,
  at: string,
): string => `player_id, currency, min(seq), max(seq), (array_agg(key ORDER BY key))[1], (array_agg(key ORDER BY key DESC))[1], ${batch}, ${at}, count(*), sum(stake), sum(payout),
  array_agg(key ORDER BY seq), array_agg(settle_key ORDER BY seq), array_agg(stake ORDER BY seq), array_agg(payout ORDER BY seq),
  array_agg(win_cap ORDER BY seq), array_agg(balance_after ORDER BY seq), array_agg(settled_balance ORDER BY seq),
  array_agg(seq ORDER BY seq), array_agg(settled_seq ORDER BY seq), array_agg(round ORDER BY seq), array_agg(placed_at ORDER BY seq),
  array_agg(settled_at ORDER BY seq), array_agg(seed_number ORDER BY seq), array_agg(nonce ORDER BY seq), array_agg(game ORDER BY seq),
  array_agg(status ORDER BY seq), array_agg(rules_version ORDER BY seq), array_agg(choice ORDER BY seq), array_agg(outcome ORDER BY seq),
  array_agg(client_seed ORDER BY seq), array_agg(gate ORDER BY seq), array_agg(opening ORDER BY seq),
  array_agg(to_json(journal)::text ORDER BY seq), array_agg(from_bonus ORDER BY seq), array_agg(paid_bonus ORDER BY seq),
  array_agg(counted ORDER BY seq), array_agg(grant_no ORDER BY seq), array_agg(rate ORDER BY seq), array_agg(bonus_after ORDER BY seq),
  array_agg(settled_bonus ORDER BY seq)`;

/** A key of version 7 below $6 was made before the instant; any other key may be sent again at any time. */
const copySql = `
WITH due AS MATERIALIZED (
  SELECT b.* FROM (${transferSql.stakesFrom("$1", "$2", "$3", "$4")}) t
  JOIN wallet.bets b ON b.player_id = $1 AND b.key = t.key AND b.seq = t.seq
  WHERE b.status <> 0 AND b.settled_at < $5 AND b.game < ${providerGames.least} AND substr(b.key::text, 15, 1) = '7' AND b.key < $6::uuid
)
INSERT INTO wallet.archived_bets (${segmentColumns})
SELECT ${segmentOf("$7::uuid", "$8::timestamptz")}
FROM due GROUP BY player_id, currency
RETURNING first_seq AS first, bets`;

const removeSql = `
DELETE FROM wallet.bets b
USING (SELECT unnest(keys) AS key FROM wallet.archived_bets WHERE player_id = $1 AND currency = $2 AND first_seq = $3) a
WHERE b.player_id = $1 AND b.key = a.key`;

/** A statement that puts all bets that are not archived into segments without deleting them, for tests of the invariants. */
export const segmentsOfHotBets = (batch: string): string =>
  `INSERT INTO wallet.archived_bets (${segmentColumns}, digest)
   SELECT ${segmentOf(batch, "now()")}, decode(repeat('00', 32), 'hex') FROM wallet.bets GROUP BY player_id, currency`;
