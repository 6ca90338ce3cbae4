import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { houseOwner, numbersBefore } from "#modules/ledger/server/index.ts";
import { archiveAfterMs } from "./expired-keys.ts";

/** What is archived: bets, or the ledger's transfers of bets. */
export type ArchivedRows = "bets" | "transfers";

/** What one transaction moved. */
export interface ArchivedBatch {
  readonly rows: ArchivedRows;
  readonly batch: Uuid;
  readonly segments: number;
  /** Number of rows. */
  readonly count: number;
  /** SHA-256 over the digests of its segments, hex. */
  readonly digest: string;
}

export interface ArchiveRun {
  /** What ended before this instant is moved: at least {@link archiveAfterMs} ago. */
  readonly before: Date;
  /** Writes a batch into the audit log, in its transaction. */
  readonly record: (tx: Tx, batch: ArchivedBatch) => Promise<void>;
  /** Numbers of a wallet in a segment. Wallets with fewer that are old enough are left as they are. */
  readonly numbersOfSegment?: number;
}

export interface Archived {
  readonly segments: number;
  readonly count: number;
}

/** Numbers of one wallet, after the first and up to the second. */
export interface Range {
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly after: bigint;
  readonly upTo: bigint;
}

/** How rows of one kind are moved. */
export interface Mover {
  readonly rows: ArchivedRows;
  readonly numbersOfSegment: number;
  /** Table (player_id, currency, seq): up to which number each wallet is archived. */
  readonly positions: string;
  /** Writes the segment of a range and deletes its rows. */
  readonly move: (tx: Tx, range: Range, batch: { readonly id: Uuid; readonly at: Date }) => Promise<void>;
  /** Query of what a batch ($1) has written: (segments, count, digest). */
  readonly written: string;
}

type ArchiveHost = Pick<Host, "db" | "ids" | "clock" | "failpoints">;

const walletsAtOnce = 500;
const segmentsOfBatch = 100;
const archiveLock = 7_311_312n;

/**
 * Moves old rows to the archive. Each transaction writes some segments, deletes their rows, which a trigger allows only for rows that the archive
 * has as they were, advances the positions of their wallets, and names itself in the audit log. So an interrupted run has moved whole batches, and
 * the next one continues.
 */
export async function moveRanges(host: ArchiveHost, mover: Mover, { before, record }: ArchiveRun): Promise<Archived> {
  invariant(
    before.getTime() <= host.clock.now() - archiveAfterMs,
    "an archive of bets whose keys can still be repeated",
  );
  const moved = { segments: 0, count: 0 };
  let waiting: Range[] = [];
  const flush = async (least: number) => {
    while (waiting.length >= Math.max(least, 1)) {
      const batch = await moveBatch(host, mover, waiting.slice(0, segmentsOfBatch), record);
      waiting = waiting.slice(segmentsOfBatch);
      moved.segments += batch.segments;
      moved.count += batch.count;
    }
  };
  for await (const range of rangesBefore(host, mover, before)) {
    waiting.push(range);
    await flush(segmentsOfBatch);
  }
  await flush(1);
  return moved;
}

/** The next ranges of all wallets, in order of player and currency. */
async function* rangesBefore(
  { db }: Pick<Host, "db">,
  { positions, numbersOfSegment }: Mover,
  before: Date,
): AsyncGenerator<Range> {
  const numbers = BigInt(numbersOfSegment);
  let last: { owner: PlayerId; currency: Currency } = { owner: houseOwner, currency: "" as Currency };
  for (;;) {
    const { rows } = await db.query<{ owner: PlayerId; currency: Currency; done: bigint }>(
      `SELECT w.player_id AS owner, w.currency, coalesce(p.seq, 0) AS done
       FROM wallet.wallets w LEFT JOIN ${positions} p ON p.player_id = w.player_id AND p.currency = w.currency
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
  { db, ids, clock, failpoints }: ArchiveHost,
  mover: Mover,
  ranges: readonly Range[],
  record: ArchiveRun["record"],
): Promise<ArchivedBatch> {
  const batch = ids.next();
  const moved = await db.tx(async tx => {
    // One run at a time: a second one finds the positions of the first.
    await tx.query("SELECT pg_advisory_xact_lock($1)", [archiveLock]);
    for (const range of ranges)
      if (await advance(tx, mover, range)) await mover.move(tx, range, { id: batch, at: new Date(clock.now()) });
    const { rows } = await tx.query<Omit<ArchivedBatch, "batch" | "rows">>(mover.written, [batch]);
    const written = { rows: mover.rows, batch, segments: 0, count: 0, digest: "", ...rows[0] };
    if (written.segments > 0) await record(tx, written);
    failpoints.hit("wallet.archive.removed");
    return written;
  });
  failpoints.hit("wallet.archive.committed");
  return moved;
}

/** Whether the range is the wallet's next one: its position moves behind it. */
async function advance(tx: Tx, { positions }: Mover, { owner, currency, after, upTo }: Range): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO ${positions} AS p (player_id, currency, seq) VALUES ($1, $2, $4)
     ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq WHERE p.seq = $3`,
    [owner, currency, after, upTo],
  );
  return rowCount > 0;
}
