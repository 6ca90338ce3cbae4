import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type Campaign, campaignColumns, type OfferedAt } from "./campaign-store.ts";

/** The statements of promo codes. */

/** The database's key of a folded code. */
export type DigestOf = (folded: string) => Buffer;

/** @param secretKey SECRET_KEY, 64 hex digits */
export function createDigest(secretKey: string): DigestOf {
  const key = new Uint8Array(hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "fairhouse promo codes", 32));
  return folded => createHmac("sha256", key).update(folded).digest();
}

export interface NewCodes {
  readonly campaign: Uuid;
  readonly digests: readonly Buffer[];
  readonly word: string | null;
  readonly uses: number;
}

/** False when one of them exists. */
export async function insertCodes(tx: Tx, codes: NewCodes, by: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO bonuses.promo_codes (digest, campaign_id, word, uses, created_by, created_at)
     SELECT decode(d, 'hex'), $2, $3, $4, $5, $6 FROM unnest($1::text[]) d ON CONFLICT DO NOTHING`,
    [codes.digests.map(digest => digest.toString("hex")), codes.campaign, codes.word, codes.uses, by, at],
  );
  return rowCount === codes.digests.length;
}

/** One use of a code: its campaign, while it has uses left. */
export async function useCode(tx: Tx, digest: Buffer): Promise<Uuid | undefined> {
  const { rows } = await tx.query<{ campaign: Uuid }>(
    "UPDATE bonuses.promo_codes SET used = used + 1 WHERE digest = $1 AND used < uses RETURNING campaign_id AS campaign",
    [digest],
  );
  return rows[0]?.campaign;
}

/** The campaign of a word that can be used now. */
export async function openSharedCode(
  on: Queryable,
  digest: Buffer,
  { now, profile }: OfferedAt,
): Promise<Pick<Campaign, "percent" | "amount" | "currency" | "endsAt" | "freeSpins"> | undefined> {
  const { rows } = await on.query<Pick<Campaign, "percent" | "amount" | "currency" | "endsAt" | "freeSpins">>(
    `SELECT c.percent, c.amount, c.currency, c.ends_at AS "endsAt", c.free_spins AS "freeSpins"
     FROM bonuses.promo_codes p JOIN bonuses.campaigns c ON c.id = p.campaign_id
     WHERE p.digest = $1 AND p.word IS NOT NULL AND p.used < p.uses AND c.state = 'active' AND c.ends_at > $2
       AND c.held + c.amount <= c.budget AND c.profile = $3`,
    [digest, now, profile],
  );
  return rows[0];
}

/** The campaign of a word, whether it can still be claimed, and whether the player has claimed it. */
export interface WordOffer extends Campaign {
  readonly isOpen: boolean;
  readonly isClaimed: boolean;
}

export async function wordOffer(
  on: Queryable,
  digest: Buffer,
  player: PlayerId | null,
  { now, profile }: OfferedAt,
): Promise<WordOffer | undefined> {
  const { rows } = await on.query<WordOffer>(
    `SELECT ${campaignColumns},
       p.used < p.uses AND c.state = 'active' AND c.ends_at > $3 AND c.held + c.amount <= c.budget AND c.profile = $4 AS "isOpen",
       EXISTS (SELECT FROM bonuses.bonuses b WHERE b.campaign_id = c.id AND b.player_id = $2) AS "isClaimed"
     FROM bonuses.promo_codes p JOIN bonuses.campaigns c ON c.id = p.campaign_id
     WHERE p.digest = $1 AND p.word IS NOT NULL`,
    [digest, player, now, profile],
  );
  return rows[0];
}

export interface CodesOfCampaign {
  readonly campaign: string;
  /** Null: single-use codes. */
  readonly word: string | null;
  readonly codes: number;
  readonly uses: number;
  readonly used: number;
}

export async function readCodes(on: Queryable, campaigns: readonly string[]): Promise<readonly CodesOfCampaign[]> {
  const { rows } = await on.query<CodesOfCampaign>(
    `SELECT campaign_id AS campaign, word, count(*)::int AS codes, sum(uses)::int AS uses, sum(used)::int AS used FROM bonuses.promo_codes
     WHERE campaign_id = ANY ($1::uuid[]) GROUP BY campaign_id, word ORDER BY min(created_at), word NULLS LAST`,
    [campaigns],
  );
  return rows;
}

const hour = "interval '1 hour'";

/** Counts an attempt of each of these; how many the most frequent one has made within the hour. */
export async function countAttempt(on: Queryable, who: readonly string[], at: Date): Promise<number> {
  const { rows } = await on.query<{ tried: number }>(
    `INSERT INTO bonuses.code_attempts AS a (who, since, tried) SELECT w, $2::timestamptz, 1 FROM unnest($1::text[]) w ORDER BY w
     ON CONFLICT (who) DO UPDATE SET since = CASE WHEN a.since <= $2::timestamptz - ${hour} THEN $2 ELSE a.since END,
       tried = CASE WHEN a.since <= $2::timestamptz - ${hour} THEN 1 ELSE a.tried + 1 END
     RETURNING tried`,
    [who, at],
  );
  return Math.max(...rows.map(({ tried }) => tried));
}

/** Wrong codes of each of these players within the last hour; who has tried none is missing. */
export async function codesTriedBy(
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, number>> {
  const { rows } = await on.query<{ playerId: PlayerId; tried: number }>(
    `SELECT split_part(who, ':', 2)::uuid AS "playerId", tried FROM bonuses.code_attempts
     WHERE who = ANY ($1::text[]) AND since > $2::timestamptz - ${hour}`,
    [players.map(player => `player:${player}`), now],
  );
  return new Map(rows.map(({ playerId, tried }) => [playerId, tried]));
}

/** An attempt that was no wrong code. */
export async function forgetAttempt(on: Queryable, who: readonly string[]): Promise<void> {
  await on.query("UPDATE bonuses.code_attempts SET tried = tried - 1 WHERE who = ANY ($1::text[]) AND tried > 0", [
    who,
  ]);
}

export async function deleteOldAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(`DELETE FROM bonuses.code_attempts WHERE since <= $1::timestamptz - ${hour}`, [now]);
}
