import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";

const pageSize = 100;

interface LogRow {
  readonly position: bigint;
  readonly n: bigint;
  readonly type: string;
  readonly producer: string;
  readonly epoch: bigint;
  readonly frame: bigint;
  readonly skipped: string | null;
  readonly hash: string;
  readonly message: string | null;
  readonly head: string;
}

/** A part of an event's public log. */
export async function readLog(db: Queryable, event: string, cursor: string | undefined) {
  if (cursor !== undefined && !/^[0-9]{1,15}$/.test(cursor))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const { rows } = await db.query<LogRow>(
    `SELECT position, n, type, producer, epoch, frame, skipped, message, encode(hash, 'hex') AS hash, encode(head, 'hex') AS head
     FROM odds.messages WHERE event = $1 AND position > $2::bigint ORDER BY position LIMIT $3`,
    [event, cursor ?? "0", pageSize + 1],
  );
  if (rows.length === 0 && cursor === undefined) fail(notFound);
  const items = rows
    .slice(0, pageSize)
    .map(({ position, n, type, producer, epoch, frame, skipped, message, hash, head }) => ({
      position: Number(position),
      n: Number(n),
      type,
      producer,
      epoch: Number(epoch),
      frame: Number(frame),
      skipped,
      message,
      hash,
      head,
    }));
  return { items, next_cursor: rows.length > pageSize ? String(items.at(-1)?.position) : null };
}
