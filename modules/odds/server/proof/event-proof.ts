import type { Queryable } from "#kit/db/db.ts";
import { findLine } from "../../shared/market-kinds.ts";
import type { EventProof, LogProofEntry } from "../../shared/proof-contract.ts";

/** What a verification needs of an event's log. */
export interface WantedProof {
  readonly event: string;
  /** Markets whose results count. */
  readonly markets: readonly { readonly kind: string; readonly spec: string }[];
  /** Positions at which the facts were read: the newest state at or before each is needed. */
  readonly cuts: readonly number[];
  /** Every message in these, both ends included. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

/** The provider that signs the frames of the feed, and its keys. */
export interface FeedKeys {
  readonly provider: string;
  /** Ed25519, base64url. */
  readonly keys: readonly string[];
}

interface EntryRow extends LogProofEntry {
  readonly hash: Buffer;
}

const decisions = ["bet_settlement", "rollback_bet_settlement", "bet_cancel", "rollback_bet_cancel"];
const beforeStart = ["not_started", "postponed", "cancelled"];

/** The hashes of the whole log, and the messages that price and decide these markets. Undefined for an unknown event. */
export async function readEventProof(
  db: Queryable,
  wanted: WantedProof,
  { provider, keys }: FeedKeys,
): Promise<EventProof | undefined> {
  const { event } = wanted;
  const log = await readChain(db, event);
  if (!log) return undefined;
  const entries = (await readEntries(db, wanted)).filter(entry => isNeeded(entry, wanted));
  return {
    event,
    provider,
    keys: [...keys],
    head: log.head,
    hashes: log.hashes.toString("base64"),
    entries: entries.map(({ hash: _, ...entry }) => entry),
  };
}

async function readChain(db: Queryable, event: string) {
  const { rows } = await db.query<{ hashes: Buffer; head: string }>(
    `SELECT string_agg(m.hash, '' ORDER BY m.position) AS hashes,
       (SELECT encode(l.head, 'hex') FROM odds.messages l WHERE l.event = $1 ORDER BY l.position DESC LIMIT 1) AS head
     FROM odds.messages m WHERE m.event = $1 HAVING count(*) > 0`,
    [event],
    "odds.log-chain",
  );
  return rows[0];
}

/** Fixtures and decisions, the newest state at each cut, the state that reported the start, and the ranges. */
async function readEntries(db: Queryable, { event, cuts, ranges }: WantedProof): Promise<readonly EntryRow[]> {
  const { rows } = await db.query<EntryRow>(
    `SELECT position::int, n::float8 AS n, type, producer, epoch::int8 AS epoch, frame::int8 AS frame, skipped, offset_ms, message, hash
     FROM odds.messages m WHERE event = $1 AND (type = ANY($2::text[]) OR type LIKE 'fixture%'
       OR position IN (SELECT (SELECT max(s.position) FROM odds.messages s
           WHERE s.event = $1 AND s.type = 'event_state' AND s.skipped IS NULL AND s.position <= cut) FROM unnest($3::bigint[]) cut)
       OR position = (SELECT s.position FROM odds.messages s WHERE s.event = $1 AND s.type = 'event_state' AND s.skipped IS NULL
           AND s.message IS NOT NULL AND s.message::jsonb ->> 'status' <> ALL($4::text[]) ORDER BY s.position LIMIT 1)
       OR EXISTS (SELECT FROM unnest($5::bigint[], $6::bigint[]) r (low, high) WHERE m.position BETWEEN r.low AND r.high))
     ORDER BY position`,
    [event, decisions, cuts, beforeStart, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    "odds.log-entries",
  );
  return rows.map(row => Object.assign(row, { epoch: Number(row.epoch), frame: Number(row.frame) }));
}

/** Whether an entry is needed: of decisions, those that name a wanted market, as far as their text is still there. */
function isNeeded({ type, message, position }: EntryRow, { markets, ranges }: WantedProof): boolean {
  if (!decisions.includes(type) || message === null) return true;
  if (ranges.some(({ from, to }) => position >= from && position <= to)) return true;
  const named = (JSON.parse(message) as { markets?: readonly { id: string; spec: string }[] }).markets ?? [];
  return named.some(({ id, spec }) =>
    markets.some(market => market.kind === id && market.spec === (findLine(id, spec)?.spec ?? spec)),
  );
}

export interface FrameRow {
  readonly signature: string;
  readonly body: string;
}

/** A frame as it arrived; undefined for one that never did or is no longer kept. */
export async function readFrame(
  db: Queryable,
  { producer, epoch, frame }: { readonly producer: string; readonly epoch: number; readonly frame: number },
): Promise<FrameRow | undefined> {
  const { rows } = await db.query<FrameRow>(
    "SELECT signature, body FROM odds.frames WHERE producer = $1 AND epoch = $2 AND frame = $3",
    [producer, epoch, frame],
  );
  return rows[0];
}

/** The head of an event's log, and what its provider committed to and revealed; undefined for an unknown event. */
export async function readLogHead(db: Queryable, event: string) {
  const { rows } = await db.query<{ messages: number; head: string; commitment: string | null; seed: string | null }>(
    `SELECT position::int AS messages, encode(head, 'hex') AS head, fixture ->> 'commitment' AS commitment, state ->> 'seed' AS seed
     FROM odds.events WHERE id = $1`,
    [event],
  );
  return rows[0];
}
