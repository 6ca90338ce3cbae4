import type { Queryable } from "#kit/db/db.ts";

/** A message of the feed as it is in an event's log. */
export interface LoggedMessage {
  readonly event: string;
  readonly position: bigint;
  readonly n: bigint;
  readonly type: string;
  readonly producer: string;
  readonly epoch: bigint;
  readonly frame: bigint;
  readonly arrived: Date | null;
  /** Why it changed nothing; null when it was applied. */
  readonly skipped: string | null;
  /** Hexadecimal. */
  readonly head: string;
  readonly text: string;
}

interface WantedMarket {
  readonly event: string;
  readonly kind: string;
  /** The message that its price came from. */
  readonly n: bigint;
}

const deciding = `('bet_settlement', 'rollback_bet_settlement', 'bet_cancel', 'rollback_bet_cancel')`;

/** The messages that made a price, and those that decided the market afterwards, in the order of the event's log. */
export async function readMessagesOf(
  db: Queryable,
  { event, kind, n }: WantedMarket,
  limit: number,
): Promise<readonly LoggedMessage[]> {
  const { rows } = await db.query<LoggedMessage>(
    `SELECT m.event, m.position, m.n, m.type, m.producer, m.epoch, m.frame, f.arrived, m.skipped, encode(m.head, 'hex') AS head, m.message AS text
     FROM odds.messages m LEFT JOIN odds.frames f USING (producer, epoch, frame)
     WHERE m.event = $1 AND (m.n = $2 OR m.type IN ${deciding} AND strpos(m.message, $3) > 0)
     ORDER BY m.position LIMIT $4`,
    [event, n, JSON.stringify(kind), limit],
  );
  return rows;
}
