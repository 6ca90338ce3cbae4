import type { Db, Tx } from "#kit/db/db.ts";
import type { Signals } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { stoppedGroups } from "../shared/apply/apply-bet-stop.ts";
import type { BetStopMessage, Frame, RejectedFrame } from "../shared/feed.ts";
import { announce } from "./announce.ts";
import { saveAlarms } from "./save-events.ts";
import type { Position } from "./sequencer.ts";

/** The leader's claim of all producers: an earlier leader can apply nothing more. */
export async function takeLeaderEpoch(db: Db, producers: readonly string[], limitMs: number): Promise<bigint> {
  return db.tx(async tx => {
    const names = [producers];
    await tx.query(
      `INSERT INTO odds.producers (producer, up, reason) SELECT p, false, 'not_connected' FROM unnest($1::text[]) AS p ORDER BY p
       ON CONFLICT (producer) DO UPDATE SET up = false, reason = 'not_connected', since = now() WHERE odds.producers.up`,
      names,
    );
    await tx.query(
      `INSERT INTO odds.heartbeats (producer, at, limit_ms) SELECT p, '-infinity', $2 FROM unnest($1::text[]) AS p
       ON CONFLICT (producer) DO UPDATE SET limit_ms = $2`,
      [producers, limitMs],
    );
    const { rows } = await tx.query<{ epoch: bigint }>("SELECT nextval('odds.leader_epochs') AS epoch");
    const { epoch } = required(rows[0], "a sequence has a next value");
    await tx.query(
      `INSERT INTO odds.positions (producer, leader_epoch) SELECT p, $2 FROM unnest($1::text[]) AS p ORDER BY p
       ON CONFLICT (producer) DO UPDATE SET leader_epoch = $2`,
      [producers, epoch],
    );
    return epoch;
  });
}

export async function readPosition(db: Db, producer: string): Promise<Position> {
  const { rows } = await db.query<{ epoch: bigint | null; frame: bigint; hash: string | null }>(
    "SELECT epoch, frame, encode(hash, 'hex') AS hash FROM odds.positions WHERE producer = $1",
    [producer],
  );
  const { epoch, frame, hash } = required(rows[0], "the leader has taken its epoch");
  return { epoch: Number(epoch ?? 0), frame: Number(frame), hash: hash ?? undefined };
}

/** A frame with the time it arrived, by our clock. */
export interface ArrivedFrame {
  readonly frame: Frame;
  readonly arrived: number;
}

/**
 * Stores frames of one producer and moves the position to the last of them. The same transaction applies them.
 * @returns those that were not applied before; undefined when a newer leader exists
 */
export async function takeFrames<T extends ArrivedFrame>(
  tx: Tx,
  leaderEpoch: bigint,
  frames: readonly T[],
): Promise<readonly T[] | undefined> {
  const { producer, epoch, frame, hash } = required(frames.at(-1), "at least one frame").frame;
  const { rowCount } = await tx.query(
    "UPDATE odds.positions SET epoch = $3, frame = $4, hash = decode($5, 'hex') WHERE producer = $1 AND leader_epoch = $2",
    [producer, leaderEpoch, epoch, frame, hash],
  );
  if (rowCount === 0) return undefined;
  const records = frames.map(({ frame: each, arrived }) => {
    const { signature, body, sent } = each;
    const times = { sent: new Date(sent).toISOString(), arrived: new Date(arrived).toISOString() };
    return Object.assign({ epoch: each.epoch, frame: each.frame, hash: each.hash, signature, body }, times);
  });
  const { rows } = await tx.query<{ epoch: bigint; frame: bigint }>(
    `INSERT INTO odds.frames (producer, epoch, frame, signature, body, hash, sent, arrived)
     SELECT $2, epoch, frame, signature, body, decode(hash, 'hex'), sent, arrived
     FROM jsonb_to_recordset($1::jsonb) AS r (epoch bigint, frame bigint, signature text, body text, hash text, sent timestamptz,
       arrived timestamptz)
     ON CONFLICT DO NOTHING RETURNING epoch, frame`,
    [JSON.stringify(records), producer],
  );
  const stored = new Set(rows.map(row => `${row.epoch} ${row.frame}`));
  return frames.filter(({ frame: each }) => stored.has(`${each.epoch} ${each.frame}`));
}

/** Records when a frame arrived, by the database's clock: `ageMs` ago. Never earlier than before. */
export async function beat(tx: Tx, producer: string, ageMs: number): Promise<void> {
  await tx.query(
    "UPDATE odds.heartbeats SET at = greatest(at, clock_timestamp() - $2 * interval '1 millisecond') WHERE producer = $1",
    [producer, ageMs],
  );
}

/** False when a newer leader exists. A producer that is down already keeps its first reason. */
export async function setProducer(
  tx: Tx,
  leaderEpoch: bigint,
  producer: string,
  reason: string | null,
): Promise<boolean> {
  const led = await tx.query("SELECT FROM odds.positions WHERE producer = $1 AND leader_epoch = $2 FOR SHARE", [
    producer,
    leaderEpoch,
  ]);
  if (led.rowCount === 0) return false;
  await tx.query(
    "UPDATE odds.producers SET up = $2::text IS NULL, reason = $2, since = now() WHERE producer = $1 AND up <> ($2::text IS NULL)",
    [producer, reason],
  );
  return true;
}

/** What was not applied: its beginning, its length and its hash, with an alarm. */
export async function storeRejected(db: Db, producer: string, rejected: RejectedFrame, now: number): Promise<void> {
  const { fault, length, hash, beginning } = rejected;
  await db.tx(async tx => {
    await tx.query(
      `INSERT INTO odds.rejected_frames (producer, reason, arrived, length, hash, beginning)
       VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
      [producer, fault, new Date(now), length, hash, beginning],
    );
    await saveAlarms(tx, producer, [{ kind: fault, event: null, market: null, detail: `${length} bytes` }], now);
  });
}

export async function raiseAlarm(db: Db, producer: string, kind: string, detail: string, now: number): Promise<void> {
  await db.tx(tx => saveAlarms(tx, producer, [{ kind, event: null, market: null, detail }], now));
}

/**
 * Closes markets at once, ahead of the frames before and outside the log, which gets the message in its order. Events first, then markets, as every
 * writer locks them.
 */
export async function stopAhead(db: Db, signals: Signals, stops: readonly BetStopMessage[]): Promise<void> {
  const rows = stops.flatMap(({ event, n, groups }) => stoppedGroups(groups).map(group => ({ event, n, grp: group })));
  await db.tx(async tx => {
    await tx.query("SELECT FROM odds.events WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", [
      rows.map(({ event }) => event),
    ]);
    await tx.query(
      `WITH stop AS (SELECT event, grp, max(n) AS n FROM jsonb_to_recordset($1::jsonb) AS r (event text, grp text, n bigint) GROUP BY event, grp)
       UPDATE odds.events e SET stops = e.stops || (SELECT jsonb_object_agg(grp, greatest(n, (e.stops ->> grp)::bigint)) FROM stop s WHERE s.event = e.id)
       WHERE e.id IN (SELECT event FROM stop)`,
      [JSON.stringify(rows)],
    );
    await tx.query(
      `UPDATE odds.markets c SET status = 'suspended', version = version + 1, closing = CASE WHEN c.producer <> 'pre' OR c.fault IS NOT NULL
         THEN c.closing ELSE (SELECT jsonb_object_agg(key, value -> 'price') FROM jsonb_each(c.outcomes) WHERE value ->> 'price' IS NOT NULL) END
       WHERE id IN (
         SELECT m.id FROM odds.markets m JOIN jsonb_to_recordset($1::jsonb) AS r (event text, grp text, n bigint)
           ON r.event = m.event AND (r.grp = '*' OR r.grp = m.grp) AND m.n < r.n
         WHERE m.status = 'active' ORDER BY m.id FOR NO KEY UPDATE OF m)`,
      [JSON.stringify(rows)],
    );
    await announce(
      signals,
      tx,
      stops.map(({ event }) => event),
    );
  });
}
