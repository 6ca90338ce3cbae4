import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { uuid7 } from "#kit/std/uuid7.ts";
import { houseOwner, numbersBefore, transferSql } from "#modules/ledger/server/index.ts";
import { providerGames } from "#modules/ledger/shared/chart.ts";
import { archiveAfterMs } from "./expired-keys.ts";

/** What one transaction moved. */
export interface ArchivedBatch {
  readonly batch: Uuid;
  readonly segments: number;
  readonly bets: number;
  /** SHA-256 over the digests of its segments, hex. */
  readonly digest: string;
}

export interface ArchiveRun {
  /** Bets that ended before this instant are moved: at least {@link archiveAfterMs} ago. */
  readonly before: Date;
  /** Writes a batch into the audit log, in its transaction. */
  readonly record: (tx: Tx, batch: ArchivedBatch) => Promise<void>;
  /** Numbers of a wallet in a segment. Wallets with fewer that are old enough are left as they are. */
  readonly numbersOfSegment?: number;
}

/** Numbers of one wallet, after the first and up to the second. */
interface Range {
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly after: bigint;
  readonly upTo: bigint;
}

const walletsAtOnce = 500;
const segmentsOfBatch = 100;
const archiveLock = 7_311_312n;

/**
 * Moves bets of our own games that ended before an instant from `wallet.bets` to the archive. Each transaction writes some segments, deletes
 * their bets, which a trigger allows only for rows that the archive has as they were, advances the positions of their wallets, and names itself in
 * the audit log. So an interrupted run has moved whole batches, and the next one continues.
 */
export async function archiveBets(
  host: Pick<Host, "db" | "ids" | "clock" | "failpoints">,
  { before, record, numbersOfSegment = 250 }: ArchiveRun,
): Promise<{ readonly segments: number; readonly bets: number }> {
  invariant(
    before.getTime() <= host.clock.now() - archiveAfterMs,
    "an archive of bets whose keys can still be repeated",
  );
  const moved = { segments: 0, bets: 0 };
  let waiting: Range[] = [];
  const flush = async (least: number) => {
    while (waiting.length >= Math.max(least, 1)) {
      const batch = await moveBatch(host, waiting.slice(0, segmentsOfBatch), before, record);
      waiting = waiting.slice(segmentsOfBatch);
      moved.segments += batch.segments;
      moved.bets += batch.bets;
    }
  };
  for await (const range of rangesBefore(host, before, BigInt(numbersOfSegment))) {
    waiting.push(range);
    await flush(segmentsOfBatch);
  }
  await flush(1);
  return moved;
}

/** The next ranges of all wallets, in order of player and currency. */
async function* rangesBefore({ db }: Pick<Host, "db">, before: Date, numbers: bigint): AsyncGenerator<Range> {
  let last: { owner: PlayerId; currency: Currency } = { owner: houseOwner, currency: "" as Currency };
  for (;;) {
    const { rows } = await db.query<{ owner: PlayerId; currency: Currency; done: bigint }>(
      `SELECT w.player_id AS owner, w.currency, coalesce(p.seq, 0) AS done
       FROM wallet.wallets w LEFT JOIN wallet.archive_positions p ON p.player_id = w.player_id AND p.currency = w.currency
       WHERE (w.player_id, w.currency) > ($1, $2) AND w.player_id <> $3 AND w.seq >= coalesce(p.seq, 0) + $4
       ORDER BY w.player_id, w.currency LIMIT $5`,
      [last.owner, last.currency, houseOwner, numbers, walletsAtOnce],
    );
    for (const { owner, currency, done } of rows) {
      const [end = 0n] = await numbersBefore(db, { owner, currency }, [before]);
      for (let after = done; after + numbers <= end; after += numbers)
        yield { owner, currency, after, upTo: after + numbers };
    }
    const next = rows.at(-1);
    if (!next || rows.length < walletsAtOnce) return;
    last = next;
  }
}

async function moveBatch(
  { db, ids, clock, failpoints }: Pick<Host, "db" | "ids" | "clock" | "failpoints">,
  ranges: readonly Range[],
  before: Date,
  record: ArchiveRun["record"],
): Promise<ArchivedBatch> {
  const batch = ids.next();
  const moved = await db.tx(async tx => {
    // One run at a time: a second one finds the positions of the first.
    await tx.query("SELECT pg_advisory_xact_lock($1)", [archiveLock]);
    for (const range of ranges) await moveRange(tx, range, { batch, before, at: new Date(clock.now()) }, failpoints);
    const { rows } = await tx.query<Omit<ArchivedBatch, "batch">>(
      `SELECT count(*)::int AS segments, coalesce(sum(bets), 0)::int AS bets, encode(${digestOfBatch}, 'hex') AS digest
       FROM wallet.archived_bets a WHERE batch = $1`,
      [batch],
    );
    const written = { batch, segments: 0, bets: 0, digest: "", ...rows[0] };
    if (written.segments > 0) await record(tx, written);
    failpoints.hit("wallet.archive.removed");
    return written;
  });
  failpoints.hit("wallet.archive.committed");
  return moved;
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
  const { rowCount: isNext } = await tx.query(
    `INSERT INTO wallet.archive_positions AS p (player_id, currency, seq) VALUES ($1, $2, $4)
     ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq WHERE p.seq = $3`,
    [owner, currency, after, upTo],
  );
  if (isNext === 0) return;
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
