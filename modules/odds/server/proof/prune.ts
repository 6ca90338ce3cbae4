import type { Db, Tx } from "#kit/db/db.ts";

/** How long the text of a message is kept after its event; what a slip depends on is kept permanently. */
export const retentionDays = 30;

/** The kinds of messages that are kept only inside the ranges of slips: prices and suspensions, nearly all of the log. */
const bulk = "('odds_change', 'bet_stop')";
/** Statuses after which an event has no new prices. */
const over = "('ended', 'cancelled', 'abandoned', 'retired', 'walkover')";

export interface RetainedRange {
  readonly event: string;
  /** Positions in the event's log, both included. */
  readonly from: number;
  readonly to: number;
}

/** Keeps what slips rest on: these messages, and the facts and results of their events. */
export async function retainMessages(tx: Tx, ranges: readonly RetainedRange[]): Promise<void> {
  await tx.query(
    `INSERT INTO odds.retained_ranges (event, from_position, to_position)
     SELECT DISTINCT event, "from", "to" FROM jsonb_to_recordset($1::jsonb) AS r (event text, "from" bigint, "to" bigint)
     ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [JSON.stringify(ranges)],
  );
}

/** Removes what is no longer needed, in small transactions: a kill loses nothing. @returns how many frames were deleted */
export async function prune(db: Db, now: number, pageSize = 1_000): Promise<number> {
  const before = new Date(now - retentionDays * 86_400_000);
  let deleted = 0;
  for (;;) {
    const frames = await db.tx(tx => pruneEvent(tx, before));
    if (frames === undefined) break;
    deleted += frames;
  }
  for (;;) {
    const page = await db.tx(tx => pruneFrames(tx, before, pageSize));
    deleted += page.deleted;
    if (page.seen < pageSize) return deleted;
  }
}

/** Removes the texts of one event that is over; undefined when none is left. */
async function pruneEvent(tx: Tx, before: Date): Promise<number | undefined> {
  const { rows } = await tx.query<{ event: string }>(
    `UPDATE odds.events SET pruned = true WHERE id = (SELECT id FROM odds.events
       WHERE NOT pruned AND planned_start < $1 AND status IN ${over} ORDER BY planned_start, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id AS event`,
    [before],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { rowCount } = await tx.query(
    `WITH kept AS (SELECT from_position, to_position FROM odds.retained_ranges WHERE event = $1),
     removed AS (
       UPDATE odds.messages m SET message = NULL
       WHERE m.event = $1 AND m.message IS NOT NULL AND NOT (m.type NOT IN ${bulk} AND EXISTS (SELECT FROM kept))
         AND NOT EXISTS (SELECT FROM kept k WHERE m.position BETWEEN k.from_position AND k.to_position)
       RETURNING m.producer, m.epoch, m.frame, m.event, m.position
     )
     DELETE FROM odds.frames f USING (SELECT DISTINCT producer, epoch, frame FROM removed) r
     WHERE f.producer = r.producer AND f.epoch = r.epoch AND f.frame = r.frame AND f.applied < $2
       AND NOT EXISTS (SELECT FROM odds.messages m WHERE m.producer = f.producer AND m.epoch = f.epoch AND m.frame = f.frame
         AND m.message IS NOT NULL AND (m.event, m.position) NOT IN (SELECT event, position FROM removed))`,
    [row.event, before],
  );
  return rowCount;
}

/** Deletes frames without any text left, such as heartbeats, from the cursor on. Those with texts go with their events. */
async function pruneFrames(tx: Tx, before: Date, limit: number): Promise<{ seen: number; deleted: number }> {
  const { rows } = await tx.query<{ seen: number; deleted: number }>(
    `WITH at AS MATERIALIZED (SELECT * FROM odds.prune_cursor FOR UPDATE),
     page AS MATERIALIZED (
       SELECT f.applied, f.producer, f.epoch, f.frame FROM odds.frames f, at
       WHERE f.applied < $1 AND f.applied >= at.applied
         AND (f.applied, f.producer, f.epoch, f.frame) > (at.applied, at.producer, at.epoch, at.frame)
       ORDER BY f.applied, f.producer, f.epoch, f.frame LIMIT $2
     ),
     deleted AS (
       DELETE FROM odds.frames f USING page p WHERE f.producer = p.producer AND f.epoch = p.epoch AND f.frame = p.frame
         AND NOT EXISTS (SELECT FROM odds.messages m WHERE m.producer = f.producer AND m.epoch = f.epoch AND m.frame = f.frame
           AND m.message IS NOT NULL)
       RETURNING 1
     ),
     moved AS (
       UPDATE odds.prune_cursor c SET applied = l.applied, producer = l.producer, epoch = l.epoch, frame = l.frame
       FROM (SELECT * FROM page ORDER BY applied DESC, producer DESC, epoch DESC, frame DESC LIMIT 1) l
     )
     SELECT (SELECT count(*)::int FROM page) AS seen, (SELECT count(*)::int FROM deleted) AS deleted`,
    [before, limit],
  );
  return rows[0] ?? { seen: 0, deleted: 0 };
}
