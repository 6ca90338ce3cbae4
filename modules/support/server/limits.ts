import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { mostInADay } from "../shared/attachment.ts";
import { tooManyMessages } from "../shared/errors.ts";
import { countFiles } from "./attachment-store.ts";

/** Who is counted: a player, or a guest's address. */
export type Writer = { readonly player: PlayerId } | { readonly subscriber: string };

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

interface Limit {
  readonly ms: number;
  readonly most: number;
}

/** Messages of one writer. Once an operator has answered, a guest may write as fast as a player. */
const guestLimits: readonly Limit[] = [
  { ms: 5 * minuteMs, most: 10 },
  { ms: hourMs, most: 20 },
  { ms: dayMs, most: 60 },
];
const knownLimits: readonly Limit[] = [
  { ms: 5 * minuteMs, most: 40 },
  { ms: hourMs, most: 150 },
  { ms: dayMs, most: 600 },
];

/** Messages per hour from one address before a captcha is required, until an operator has answered. */
export const freeOfCaptcha = { guest: 5, player: 10 } as const;

export interface Flood {
  readonly writer: Writer;
  /** An operator has answered in this conversation. */
  readonly answered: boolean;
  readonly now: Date;
  /** RATE_LIMIT_FACTOR. */
  readonly factor: number;
}

/** Fails with `too_many_messages`. Concurrent writers wait for each other's transaction, so that no message is missed. */
export async function holdFlood(tx: Tx, { writer, answered, now, factor }: Flood): Promise<void> {
  const value = "player" in writer ? writer.player : writer.subscriber;
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('support.messages:' || $1, 0))", [value]);
  if ("subscriber" in writer) await refuseBlocked(tx, writer.subscriber, now);
  const limits = "player" in writer || answered ? knownLimits : guestLimits;
  for (const { ms, most } of limits) {
    const written = await countSince(tx, writer, new Date(now.getTime() - ms));
    if (written >= most * factor) fail(tooManyMessages, { retryAfter: Math.ceil(Math.min(ms, hourMs) / 1000) });
  }
}

/** A guest whose conversation was marked as spam. */
async function refuseBlocked(tx: Tx, subscriber: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ until: Date }>(
    "SELECT until FROM support.blocks WHERE subscriber = $1 AND until > $2",
    [subscriber, now],
  );
  const until = rows[0]?.until;
  if (until) fail(tooManyMessages, { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) });
}

/** Fails with `too_many_messages`. After {@link holdFlood}, whose lock it needs. */
export async function holdFiles(
  tx: Tx,
  { writer, now, factor }: Pick<Flood, "writer" | "now" | "factor">,
): Promise<void> {
  const sent = await countFiles(tx, writer, new Date(now.getTime() - dayMs));
  if (sent >= mostInADay * factor) fail(tooManyMessages, { retryAfter: hourMs / 1000 });
}

async function countSince(db: Queryable, writer: Writer, since: Date): Promise<number> {
  const [column, value] =
    "player" in writer ? ["c.player_id", writer.player] : ["c.player_id IS NULL AND c.subscriber", writer.subscriber];
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM support.conversations c JOIN support.chat_messages m ON m.conversation_id = c.id
     WHERE ${column} = $1 AND c.last_at > $2 AND m.author = 'visitor' AND m.at > $2`,
    [value, since],
  );
  return Number(rows[0]?.n ?? 0n);
}
