import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { RegistrationSource } from "#modules/accounts/shared/contract.ts";

/** Every SQL statement of attribution. */

export interface Promo {
  readonly code: string;
  readonly type: string;
  readonly value: string;
  readonly endsAt: Date | null;
}

/** A promo with the campaign whose visitors get it without typing it. */
export interface PromoRow extends Promo {
  readonly utmCampaign: string | null;
}

export async function promoOfCode(db: Queryable, code: string, now: Date): Promise<Promo | undefined> {
  const { rows } = await db.query<Promo>(
    `SELECT code, type, value, ends_at AS "endsAt" FROM attribution.promos WHERE code = $1 AND (ends_at IS NULL OR ends_at > $2)`,
    [code, now],
  );
  return rows[0];
}

/** Every promo, including ended ones. */
export async function allPromos(db: Queryable): Promise<readonly PromoRow[]> {
  const { rows } = await db.query<PromoRow>(
    `SELECT code, type, value, utm_campaign AS "utmCampaign", ends_at AS "endsAt" FROM attribution.promos ORDER BY code`,
  );
  return rows;
}

/** Adds a promo, or changes the one of this code. */
export async function putPromo(tx: Tx, promo: PromoRow): Promise<void> {
  await tx.query(
    `INSERT INTO attribution.promos (code, type, value, utm_campaign, ends_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (code) DO UPDATE SET type = $2, value = $3, utm_campaign = $4, ends_at = $5`,
    [promo.code, promo.type, promo.value, promo.utmCampaign, promo.endsAt],
  );
}

/** @returns whether it was available until now */
export async function endPromo(tx: Tx, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE attribution.promos SET ends_at = $2 WHERE code = $1 AND (ends_at IS NULL OR ends_at > $2)",
    [code, now],
  );
  return rowCount === 1;
}

export async function promoOfCampaign(db: Queryable, campaign: string, now: Date): Promise<Promo | undefined> {
  const { rows } = await db.query<Promo>(
    `SELECT code, type, value, ends_at AS "endsAt" FROM attribution.promos
     WHERE utm_campaign = $1 AND (ends_at IS NULL OR ends_at > $2) ORDER BY code LIMIT 1`,
    [campaign, now],
  );
  return rows[0];
}

/** The promotion of the campaign that an advertisement's visit named, also one that has ended. */
export async function promoOfVisit(
  db: Queryable,
  advId: string,
): Promise<(Promo & { readonly code: string }) | undefined> {
  const { rows } = await db.query<Promo & { readonly code: string }>(
    `SELECT p.code, p.type, p.value, p.ends_at AS "endsAt" FROM attribution.ad_visits v
     JOIN attribution.promos p ON p.utm_campaign = v.utm_campaign
     WHERE v.adv_id = $1 ORDER BY p.ends_at DESC NULLS FIRST, p.code LIMIT 1`,
    [advId],
  );
  return rows[0];
}

/** The partner with this id or tag. */
export async function partnerOf(db: Queryable, { partner, stag }: { partner: string | null; stag: string | null }) {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM attribution.partners WHERE id = $1 OR stag = $2 ORDER BY (id = $1) DESC NULLS LAST LIMIT 1",
    [partner, stag],
  );
  return rows[0]?.id ?? null;
}

/** One that is known stays as it is. */
export async function insertPartner(tx: Tx, code: string, now: Date): Promise<void> {
  await tx.query("INSERT INTO attribution.partners (id, added_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", [code, now]);
}

/** The fingerprint of the browser in which each of these players registered, where it is known. */
export async function fingerprintsOf(
  db: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, string>> {
  const { rows } = await db.query<{ playerId: PlayerId; fpp: string }>(
    `SELECT player_id AS "playerId", fpp FROM attribution.sources WHERE player_id = ANY($1::uuid[]) AND fpp IS NOT NULL`,
    [players],
  );
  return new Map(rows.map(({ playerId, fpp }) => [playerId, fpp]));
}

/** Who registered in a browser with the fingerprint of one of these players, they themselves included; at most `most` accounts of each. */
export async function fingerprintHolders(
  db: Queryable,
  players: readonly PlayerId[],
  most: number,
): Promise<readonly { readonly trait: string; readonly playerId: PlayerId; readonly since: Date }[]> {
  const { rows } = await db.query<{ trait: string; playerId: PlayerId; since: Date }>(
    `WITH traits AS (SELECT DISTINCT fpp FROM attribution.sources WHERE player_id = ANY ($1::uuid[]) AND fpp IS NOT NULL)
     SELECT t.fpp AS trait, s.player_id AS "playerId", s.registered_at AS since FROM traits t
     CROSS JOIN LATERAL (SELECT player_id, registered_at FROM attribution.sources WHERE fpp = t.fpp LIMIT $2) s`,
    [players, most],
  );
  return rows;
}

/** The click of the advertisement that brought a player, as its network names it. */
export async function clickIdOf(db: Queryable, player: PlayerId): Promise<string | null> {
  const { rows } = await db.query<{ click: string | null }>(
    "SELECT coalesce(cpa_one_uid, advertise_uid) AS click FROM attribution.sources WHERE player_id = $1",
    [player],
  );
  return rows[0]?.click ?? null;
}

/** A click on an advertisement that led to an account. */
export interface AdClick {
  readonly playerId: PlayerId;
  /** What the link called its network; `cpa` for links of CPA networks. */
  readonly source: string;
  readonly clickId: string;
}

export async function adClicksSince(db: Queryable, since: Date): Promise<readonly AdClick[]> {
  const { rows } = await db.query<AdClick>(
    `SELECT player_id AS "playerId", CASE WHEN advertise_uid IS NULL THEN 'cpa' ELSE advertise_source END AS source,
       coalesce(advertise_uid, cpa_one_uid) AS "clickId"
     FROM attribution.sources
     WHERE registered_at > $1 AND (advertise_uid IS NOT NULL AND advertise_source IS NOT NULL OR advertise_uid IS NULL AND cpa_one_uid IS NOT NULL)
     ORDER BY player_id`,
    [since],
  );
  return rows;
}

export type Utm = Readonly<Record<"utm_source" | "utm_medium" | "utm_campaign" | "utm_term", string>>;

export async function insertAdVisit(
  db: Queryable,
  visit: { id: Uuid; utm: Utm; query: Readonly<Record<string, string>>; now: Date },
): Promise<void> {
  const { utm } = visit;
  await db.query(
    `INSERT INTO attribution.ad_visits (adv_id, utm_source, utm_medium, utm_campaign, utm_term, query, visited_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [visit.id, utm.utm_source, utm.utm_medium, utm.utm_campaign, utm.utm_term, visit.query, visit.now],
  );
}

/** The site's stored source of a visitor; null where unknown. */
export interface Source {
  readonly stag: string | null;
  readonly promo: string | null;
  readonly partner: string | null;
  readonly advId: string | null;
  readonly advertiseUid: string | null;
  readonly advertiseSource: string | null;
  readonly cpaOneUid: string | null;
  readonly prHash: string | null;
}

/** Adds click ids to an advertisement's visit, if it has none. */
export async function completeAdVisit(db: Queryable, source: Source): Promise<void> {
  await db.query(
    `UPDATE attribution.ad_visits SET advertise_uid = coalesce(advertise_uid, $2),
       advertise_source = coalesce(advertise_source, $3), cpa_one_uid = coalesce(cpa_one_uid, $4)
     WHERE adv_id = $1`,
    [source.advId, source.advertiseUid, source.advertiseSource, source.cpaOneUid],
  );
}

/** Adds to a player who registered after `since`; existing values are not replaced. */
export async function completeSource(db: Queryable, player: PlayerId, source: Source, since: Date): Promise<void> {
  await db.query(
    `UPDATE attribution.sources SET stag = coalesce(stag, $2), promo = coalesce(promo, $3),
       partner = coalesce(partner, $4), adv_id = coalesce(adv_id, $5), advertise_uid = coalesce(advertise_uid, $6),
       advertise_source = coalesce(advertise_source, $7), cpa_one_uid = coalesce(cpa_one_uid, $8),
       pr_hash = coalesce(pr_hash, $9)
     WHERE player_id = $1 AND registered_at > $10`,
    [
      player,
      source.stag,
      source.promo,
      source.partner,
      source.advId,
      source.advertiseUid,
      source.advertiseSource,
      source.cpaOneUid,
      source.prHash,
      since,
    ],
  );
}

export async function insertSource(tx: Tx, player: PlayerId, source: RegistrationSource, now: Date): Promise<void> {
  const { fpp = null, partner = null, adplace = null, stag = null, promo = null } = source;
  const { click_id: click = null, click_source: network = null, cpa_id: cpa = null } = source;
  await tx.query(
    `INSERT INTO attribution.sources (player_id, fpp, partner, adplace, stag, promo, registered_at, advertise_uid, advertise_source, cpa_one_uid)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [player, fpp, partner, adplace, stag, promo, now, click, network, cpa],
  );
}

/** What is stored about where a player came from, by the names of its columns; empty if nothing is. */
export async function sourceOf(db: Queryable, player: PlayerId): Promise<Json> {
  const { rows } = await db.query<{ known: Json }>(
    "SELECT to_jsonb(s) - 'player_id' - 'registered_at' AS known FROM attribution.sources s WHERE player_id = $1",
    [player],
  );
  return rows[0]?.known ?? {};
}

export async function insertPageOpen(
  db: Queryable,
  open: { id: Uuid; subH: string; fingerprint: string; url: string; now: Date },
): Promise<void> {
  await db.query(
    "INSERT INTO attribution.page_opens (id, sub_h, fingerprint, click_url, opened_at) VALUES ($1, $2, $3, $4, $5)",
    [open.id, open.subH, open.fingerprint, open.url, open.now],
  );
}

export async function insertEvent(
  db: Queryable,
  event: { id: Uuid; name: string; data: object; player: PlayerId | null; hostname: string; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO attribution.events (id, name, data, player_id, hostname, happened_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [event.id, event.name, { ...event.data }, event.player, event.hostname, event.now],
  );
}

/** Removes the click ids of players who registered before `then`. */
export async function forgetClicks(db: Queryable, then: Date): Promise<void> {
  await db.query(
    `UPDATE attribution.sources SET advertise_uid = NULL, advertise_source = NULL, cpa_one_uid = NULL
     WHERE registered_at < $1 AND (advertise_uid IS NOT NULL OR advertise_source IS NOT NULL OR cpa_one_uid IS NOT NULL)`,
    [then],
  );
}

/** Deletes visits, page opens and events from before `then`. */
export async function sweep(db: Queryable, then: Date): Promise<void> {
  await db.query("DELETE FROM attribution.ad_visits WHERE visited_at < $1", [then]);
  await db.query("DELETE FROM attribution.page_opens WHERE opened_at < $1", [then]);
  await db.query("DELETE FROM attribution.events WHERE happened_at < $1", [then]);
}

/** Browser, clicks and what was counted on pages; the affiliate stays, who was paid by it. */
export async function erasePlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM attribution.events WHERE player_id = $1", [player]);
  await tx.query(
    `UPDATE attribution.sources SET fpp = NULL, adv_id = NULL, advertise_uid = NULL, advertise_source = NULL,
       cpa_one_uid = NULL, pr_hash = NULL WHERE player_id = $1`,
    [player],
  );
}
