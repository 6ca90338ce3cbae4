import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { PayoutStatus } from "../../shared/payouts.ts";

/** Every SQL statement of payouts and of the instruments they go to. */

export interface Instrument {
  readonly id: Uuid;
  readonly provider: string;
  readonly token: string;
  readonly method: string;
  readonly label: string;
}

export interface PayoutRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly requestHash: Uint8Array;
  readonly answer: string | null;
  readonly provider: string;
  readonly instrumentId: Uuid;
  readonly token: string;
  readonly method: string;
  readonly label: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly status: PayoutStatus;
  readonly createdAt: Date;
  readonly sendAt: Date;
  readonly endedAt: Date | null;
  readonly approvalsNeeded: number;
  readonly approvedAt: Date | null;
}

const select = `SELECT p.approvals_needed AS "approvalsNeeded", p.approved_at AS "approvedAt", p.id, p.player_id AS "playerId",
  p.request_hash AS "requestHash", p.answer, p.provider, p.instrument_id AS "instrumentId", i.token, i.method, i.label,
    p.currency, p.amount, p.status, p.created_at AS "createdAt", p.send_at AS "sendAt", p.ended_at AS "endedAt"
  FROM payments.payouts p JOIN payments.instruments i ON i.id = p.instrument_id`;

/** Stores what a player has paid with; the first time counts. */
export async function noteInstrument(
  tx: Tx,
  seen: { id: Uuid; player: PlayerId; provider: string; token: string; method: string; label: string; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [seen.id, seen.player, seen.provider, seen.token, seen.method, seen.label, seen.now],
  );
}

export async function instrumentsOf(db: Queryable, player: PlayerId): Promise<readonly Instrument[]> {
  const { rows } = await db.query<Instrument>(
    `SELECT id, provider, token, method, label FROM payments.instruments WHERE player_id = $1
     ORDER BY first_paid_at DESC, id LIMIT 20`,
    [player],
  );
  return rows;
}

/** The player's own instrument; another player's is not found. */
export async function instrumentOf(db: Queryable, player: PlayerId, id: Uuid): Promise<Instrument | undefined> {
  const { rows } = await db.query<Instrument>(
    "SELECT id, provider, token, method, label FROM payments.instruments WHERE id = $1 AND player_id = $2",
    [id, player],
  );
  return rows[0];
}

export async function instrumentOfToken(
  db: Queryable,
  player: PlayerId,
  provider: string,
  token: string,
): Promise<Instrument | undefined> {
  const { rows } = await db.query<Instrument>(
    "SELECT id, provider, token, method, label FROM payments.instruments WHERE player_id = $1 AND provider = $2 AND token = $3",
    [player, provider, token],
  );
  return rows[0];
}

/** What each of these players has paid with or was paid to, by the provider's names. */
export async function paidWithOf(
  db: Queryable,
  players: readonly PlayerId[],
): Promise<readonly { readonly playerId: PlayerId; readonly token: string }[]> {
  const { rows } = await db.query<{ playerId: PlayerId; token: string }>(
    `SELECT DISTINCT player_id AS "playerId", token FROM payments.instruments WHERE player_id = ANY($1::uuid[])`,
    [players],
  );
  return rows;
}

/** Whether another account has ever paid with what this instrument represents, at any provider. */
export async function isShared(db: Queryable, instrument: Uuid): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM payments.instruments mine JOIN payments.instruments other USING (token)
     WHERE mine.id = $1 AND other.player_id <> mine.player_id LIMIT 1`,
    [instrument],
  );
  return rowCount > 0;
}

/**
 * Who has paid with an instrument of one of these players, or saved the same payout address, they themselves included; at most `most` accounts
 * of each. The same card with two providers has two tokens.
 */
export async function instrumentHolders(
  db: Queryable,
  players: readonly PlayerId[],
  most: number,
): Promise<readonly { readonly trait: string; readonly playerId: PlayerId; readonly since: Date }[]> {
  const { rows } = await db.query<{ trait: string; playerId: PlayerId; since: Date }>(
    `WITH traits AS (
       SELECT token FROM payments.instruments WHERE player_id = ANY ($1::uuid[])
       UNION SELECT token FROM payments.saved_addresses WHERE player_id = ANY ($1::uuid[]))
     SELECT t.token AS trait, h.player_id AS "playerId", min(h.since) AS since FROM traits t
     CROSS JOIN LATERAL (
       (SELECT player_id, first_paid_at AS since FROM payments.instruments WHERE token = t.token LIMIT $2)
       UNION ALL (SELECT player_id, added_at FROM payments.saved_addresses WHERE token = t.token LIMIT $2)) h
     GROUP BY 1, 2`,
    [players, most],
  );
  return rows;
}

/** Accounts counted of one instrument: more say no more. */
const mostOthers = 20;

/** How many other accounts have paid with what each of these payouts goes to, or saved it as their own; at most twenty. */
export async function othersWithSame(db: Queryable, payouts: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>> {
  const { rows } = await db.query<{ id: Uuid; n: number }>(
    `SELECT p.id, count(DISTINCT o.player_id)::int AS n FROM payments.payouts p JOIN payments.instruments i ON i.id = p.instrument_id
     CROSS JOIN LATERAL (
       (SELECT player_id FROM payments.instruments WHERE token = i.token AND player_id <> p.player_id LIMIT ${mostOthers})
       UNION (SELECT player_id FROM payments.saved_addresses WHERE token = i.token AND player_id <> p.player_id LIMIT ${mostOthers})
       LIMIT ${mostOthers}) o
     WHERE p.id = ANY ($1::uuid[]) GROUP BY p.id`,
    [payouts],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** How many deposits of each of these players banks have recalled; players without one are missing. */
export async function recalledDeposits(
  db: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await db.query<{ playerId: PlayerId; n: number }>(
    `SELECT player_id AS "playerId", count(*)::int AS n FROM payments.chargebacks WHERE player_id = ANY ($1::uuid[]) GROUP BY 1`,
    [players],
  );
  return new Map(rows.map(({ playerId, n }) => [playerId, n]));
}

export interface NewPayout {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly requestHash: Uint8Array;
  readonly instrument: Instrument;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly now: Date;
  readonly sendAt: Date;
}

/** False when the key has a payout already; waits for one that is being created under it. */
export async function insertPayout(tx: Tx, payout: NewPayout): Promise<boolean> {
  const { id, player, key, requestHash, instrument, currency, amount, now, sendAt } = payout;
  const { rowCount } = await tx.query(
    `INSERT INTO payments.payouts
       (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount, status, created_at, send_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10) ON CONFLICT (player_id, idempotency_key) DO NOTHING`,
    [id, player, key, requestHash, instrument.provider, instrument.id, currency, amount, now, sendAt],
  );
  return rowCount > 0;
}

export async function payoutOfKey(db: Queryable, player: PlayerId, key: Uuid): Promise<PayoutRow | undefined> {
  const { rows } = await db.query<PayoutRow>(`${select} WHERE p.player_id = $1 AND p.idempotency_key = $2`, [
    player,
    key,
  ]);
  return rows[0];
}

/** Requested on this day (UTC) and not given back. */
export async function paidOutSince(db: Queryable, player: PlayerId, currency: Currency, now: Date): Promise<Micros> {
  const { rows } = await db.query<{ sum: Micros }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM payments.payouts
     WHERE player_id = $1 AND currency = $2 AND status IN (1, 2, 3) AND created_at >= date_trunc('day', $3::timestamptz, 'UTC')`,
    [player, currency, now],
  );
  return required(rows[0], "a sum is always there").sum;
}

export async function storePayoutResponse(tx: Tx, id: Uuid, answer: string): Promise<void> {
  await tx.query("UPDATE payments.payouts SET answer = $2 WHERE id = $1", [id, answer]);
}

/** Locks the row until the transaction ends: all state changes of a payout are serialized by it. */
export async function lockPayout(tx: Tx, id: Uuid): Promise<PayoutRow | undefined> {
  const { rows } = await tx.query<PayoutRow>(`${select} WHERE p.id = $1 FOR UPDATE OF p`, [id]);
  return rows[0];
}

/** From a known state, under its lock. */
export async function setPayoutStatus(tx: Tx, id: Uuid, status: PayoutStatus, now: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.payouts SET status = $2::smallint, asked_at = $3::timestamptz,
       sent_at = CASE WHEN $2::smallint = 2 THEN coalesce(sent_at, $3::timestamptz) ELSE sent_at END,
       ended_at = CASE WHEN $2::smallint IN (1, 2) THEN NULL ELSE $3::timestamptz END WHERE id = $1`,
    [id, status, now],
  );
}

/** Payouts that are due, and processing ones whose status was not requested for a while, those polled longest ago first. They are marked as polled. */
export async function takePayoutsToFollow(db: Queryable, now: Date, most: number): Promise<readonly Uuid[]> {
  const { rows } = await db.query<{ id: Uuid }>(
    `UPDATE payments.payouts SET asked_at = $1 WHERE id IN (
       SELECT id FROM payments.payouts
       WHERE status IN (1, 2) AND send_at <= $1 AND (approvals_needed = 0 OR approved_at IS NOT NULL) AND (asked_at IS NULL OR asked_at < $2)
       ORDER BY asked_at NULLS FIRST, send_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, new Date(now.getTime() - 45_000), most],
  );
  return rows.map(row => row.id);
}

export async function payoutsOf(
  db: Queryable,
  player: PlayerId,
  before: Uuid | null,
  limit: number,
): Promise<readonly PayoutRow[]> {
  const { rows } = await db.query<PayoutRow>(
    `${select} WHERE p.player_id = $1 AND ($2::uuid IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
    [player, before, limit],
  );
  return rows;
}
