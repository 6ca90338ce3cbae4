import type { Host } from "#kit/host/host.ts";
import { invariant } from "#kit/std/invariant.ts";
import { transferArchiveSql } from "#modules/ledger/server/index.ts";
import { type Archived, type ArchiveRun, moveRanges } from "./move-ranges.ts";

/**
 * Moves transfers of bets that are older than an instant from the ledger to its archive: all of a wallet up to a number, also of bets that are open
 * or stay in `wallet.bets`. What decides about money reads neither.
 */
export function archiveTransfers(
  host: Pick<Host, "db" | "ids" | "clock" | "failpoints">,
  run: ArchiveRun,
): Promise<Archived> {
  return moveRanges(
    host,
    {
      rows: "transfers",
      numbersOfSegment: run.numbersOfSegment ?? 500,
      positions: transferArchiveSql.positions,
      written: transferArchiveSql.written,
      async move(tx, { owner, currency, after, upTo }, { id, at }) {
        const { rows } = await tx.query<{ first: bigint; count: number }>(
          transferArchiveSql.copy,
          [owner, currency, after, upTo, id, at],
          "wallet.archive-copy-transfers",
        );
        const [segment] = rows;
        if (!segment) return;
        host.failpoints.hit("wallet.archive.copied");
        const removed = await tx.query<{ count: number }>(transferArchiveSql.remove, [owner, currency, segment.first]);
        invariant(removed.rows[0]?.count === segment.count, "a segment of transfers that are not there");
      },
    },
    run,
  );
}
