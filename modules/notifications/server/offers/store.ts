import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { ConsentKind, OfferChannel } from "../../shared/offers.ts";
import type { MessageTexts } from "../message-texts.ts";

/** Every SQL statement of offers and of the consents to them. */

export interface Consent {
  readonly player: PlayerId;
  readonly channel: ConsentKind;
  readonly granted: boolean;
  readonly text: string;
  readonly by: "settings" | "unsubscribe";
  readonly at: Date;
}

export async function insertConsent(tx: Tx, { player, channel, granted, text, by, at }: Consent): Promise<void> {
  await tx.query(
    `INSERT INTO notifications.consents (player_id, channel, granted, text, given_by, given_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [player, channel, granted, text, by, at],
  );
}

/** Newest first. */
export async function consentsOf(db: Queryable, player: PlayerId): Promise<readonly Consent[]> {
  const { rows } = await db.query<Consent>(
    `SELECT player_id AS player, channel, granted, text, given_by AS by, given_at AS at
     FROM notifications.consents WHERE player_id = $1 ORDER BY number DESC LIMIT 200`,
    [player],
  );
  return rows;
}

export async function isAllowed(db: Queryable, player: PlayerId, channel: ConsentKind): Promise<boolean> {
  const { rows } = await db.query<{ granted: boolean }>(
    "SELECT granted FROM notifications.consents WHERE player_id = $1 AND channel = $2 ORDER BY number DESC LIMIT 1",
    [player, channel],
  );
  return rows[0]?.granted === true;
}

/** The players among these who allow it. */
export async function allowedAmong(
  db: Queryable,
  players: readonly PlayerId[],
  channel: ConsentKind,
): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await db.query<{ player: PlayerId; granted: boolean }>(
    `SELECT DISTINCT ON (player_id) player_id AS player, granted FROM notifications.consents
     WHERE player_id = ANY ($1::uuid[]) AND channel = $2 ORDER BY player_id, number DESC`,
    [uuidArray(players), channel],
  );
  return new Set(rows.filter(({ granted }) => granted).map(({ player }) => player));
}

/** The players among these who allow conversions to be sent to advertising networks. */
export const measurementAllowed = (db: Queryable, players: readonly PlayerId[]) =>
  allowedAmong(db, players, "measurement");

export interface OfferRow {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly channel: OfferChannel;
  /** Data of a bonus; null for a message. */
  readonly data: { readonly amount: string; readonly currency: string } | null;
  readonly endsAt: Date;
  /** Texts of a message; null for a bonus. */
  readonly texts: MessageTexts | null;
}

/** What a campaign writes: the first text of it counts. */
export async function insertTexts(tx: Tx, campaign: Uuid, texts: MessageTexts): Promise<void> {
  await tx.query(
    "INSERT INTO notifications.campaign_texts (campaign_id, texts) VALUES ($1, $2::jsonb) ON CONFLICT (campaign_id) DO NOTHING",
    [campaign, JSON.stringify(texts)],
  );
}

interface NewOffers extends Pick<OfferRow, "channel" | "data" | "endsAt"> {
  readonly to: readonly Pick<OfferRow, "id" | "player">[];
  readonly campaign: Uuid;
  readonly at: Date;
}

/** @returns ids of the offers to players whom the campaign has not notified by this channel before */
export async function insertOffers(
  tx: Tx,
  { to, channel, campaign, data, endsAt, at }: NewOffers,
): Promise<readonly Uuid[]> {
  const { rows } = await tx.query<{ id: Uuid }>(
    `INSERT INTO notifications.offers (id, player_id, channel, campaign_id, data, ends_at, state, queued_at)
     SELECT o.id, o.player, $3, $4, $5::jsonb, $6, 'waiting', $7 FROM unnest($1::uuid[], $2::uuid[]) AS o(id, player) ORDER BY o.player
     ON CONFLICT (player_id, campaign_id, channel) DO NOTHING RETURNING id`,
    [
      uuidArray(to.map(({ id }) => id)),
      uuidArray(to.map(({ player }) => player)),
      channel,
      campaign,
      JSON.stringify(data ?? {}),
      endsAt,
      at,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Undefined if it was decided before. */
export async function lockWaiting(tx: Tx, id: Uuid): Promise<OfferRow | undefined> {
  const { rows } = await tx.query<OfferRow>(
    `SELECT o.id, o.player_id AS player, o.channel, CASE WHEN t.texts IS NULL THEN o.data END AS data, o.ends_at AS "endsAt", t.texts
     FROM notifications.offers o LEFT JOIN notifications.campaign_texts t USING (campaign_id)
     WHERE o.id = $1 AND o.state = 'waiting' FOR UPDATE OF o`,
    [id],
  );
  return rows[0];
}

/** `why`: what kept it back; null if it was sent. */
export async function markDecided(tx: Tx, id: Uuid, why: string | null, at: Date): Promise<void> {
  await tx.query(
    `UPDATE notifications.offers SET state = CASE WHEN $2::text IS NULL THEN 'sent' ELSE 'dropped' END, why = $2, decided_at = $3 WHERE id = $1`,
    [id, why, at],
  );
}

/** When players were sent offers or operators' marketing by a channel since then: the caps count both. */
export async function sentSince(
  db: Queryable,
  players: readonly PlayerId[],
  channel: OfferChannel,
  since: Date,
): Promise<ReadonlyMap<PlayerId, readonly Date[]>> {
  const { rows } = await db.query<{ player: PlayerId; at: readonly Date[] }>(
    `SELECT player_id AS player, array_agg(decided_at) AS at FROM (
       SELECT player_id, decided_at FROM notifications.offers
       WHERE player_id = ANY ($1::uuid[]) AND channel = $2 AND state = 'sent' AND decided_at > $3
       UNION ALL SELECT r.player_id, r.decided_at FROM notifications.recipients r JOIN notifications.messages m ON m.id = r.message_id
       WHERE r.player_id = ANY ($1::uuid[]) AND r.channel = $2 AND r.state = 'sent' AND r.decided_at > $3 AND m.purpose = 'marketing'
     ) sent GROUP BY player_id`,
    [uuidArray(players), channel, since],
  );
  return new Map(rows.map(({ player, at }) => [player, at]));
}

/** The latest request for a payout of each of these players, by the inbox entry about it. */
export async function lastPayoutRequests(
  db: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, Date>> {
  const { rows } = await db.query<{ player: PlayerId; at: Date }>(
    `SELECT player, at FROM unnest($1::uuid[]) AS player, LATERAL (
       SELECT created_at AS at FROM notifications.entries
       WHERE player_id = player AND kind = 'payout_requested' ORDER BY id DESC LIMIT 1) last`,
    [uuidArray(players)],
  );
  return new Map(rows.map(({ player, at }) => [player, at]));
}

export interface OfferCount {
  readonly campaign: Uuid;
  readonly state: "waiting" | "sent" | "dropped";
  readonly offers: number;
}

export async function countOffers(db: Queryable, campaigns: readonly Uuid[]): Promise<readonly OfferCount[]> {
  const { rows } = await db.query<OfferCount>(
    `SELECT campaign_id AS campaign, state, count(*)::int AS offers FROM notifications.offers
     WHERE campaign_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
    [uuidArray(campaigns)],
  );
  return rows;
}

export async function forgetOffers(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM notifications.offers WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM notifications.consents WHERE player_id = $1", [player]);
}

export async function deleteOffersBefore(db: Queryable, before: Date): Promise<void> {
  await db.query("DELETE FROM notifications.offers WHERE queued_at <= $1 AND state <> 'waiting'", [before]);
}

export async function offersData(db: Queryable, player: PlayerId): Promise<Json> {
  const { rows: consents } = await db.query<{ known: Json }>(
    `SELECT to_jsonb(c) - 'player_id' - 'number' AS known FROM notifications.consents c WHERE player_id = $1 ORDER BY number`,
    [player],
  );
  const { rows: offers } = await db.query<{ known: Json }>(
    `SELECT to_jsonb(o) - 'player_id' - 'campaign_id' || jsonb_strip_nulls(jsonb_build_object('texts', t.texts)) AS known
     FROM notifications.offers o LEFT JOIN notifications.campaign_texts t ON t.campaign_id = o.campaign_id AND o.state = 'sent'
     WHERE o.player_id = $1 ORDER BY o.id`,
    [player],
  );
  return { consents: consents.map(({ known }) => known), offers: offers.map(({ known }) => known) };
}
