import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type RoundTerms, roundsOffered, roundTermsOf } from "#modules/free-spins/server/index.ts";
import type { BonusProfile } from "../shared/bonus-profile.ts";
import { type BonusProduct, maxBets, targetOf } from "../shared/terms.ts";

/** The statements of campaigns. */

export interface Campaign {
  readonly id: Uuid;
  readonly name: Readonly<Record<Locale, string>>;
  readonly kind: "deposit" | "manual";
  /** Games without. */
  readonly product?: BonusProduct;
  /** The licence whose rules its terms follow; `base` without. */
  readonly profile?: BonusProfile;
  readonly currency: Currency;
  readonly percent: number | null;
  readonly amount: Micros;
  readonly minDeposit: Micros | null;
  readonly wager: number;
  readonly hours: number;
  readonly budget: Micros;
  readonly endsAt: Date;
  /** The most that a gift releases; without one all of it. */
  readonly cap?: Micros | null;
  /** The campaign of free spins whose rounds it gives: what they win is its bonus money, and `amount` what they would have cost. */
  readonly freeSpins?: Uuid | null;
  /** Claimed with a promo code only. */
  readonly byCode?: boolean;
  /** The welcome pack whose step it is. */
  readonly pack?: Uuid;
  /** Given by campaigns to players of a segment only. */
  readonly targeted?: boolean;
}

export interface StoredCampaign extends Campaign {
  readonly held: Micros;
  readonly state: "draft" | "active" | "paused";
  readonly createdBy: string;
  readonly activatedBy: string | null;
  readonly claims: bigint;
  readonly given: Micros;
  readonly released: Micros;
}

/** Columns of the table of campaigns, under the alias `c`. */
export const campaignColumns = `c.id, c.name, c.kind, c.product, c.currency, c.percent, c.amount, c.min_deposit AS "minDeposit", c.wager, c.hours, c.budget, c.held,
  c.ends_at AS "endsAt", c.state, c.created_by AS "createdBy", c.activated_by AS "activatedBy", c.by_code AS "byCode", c.targeted, c.profile, c.cap, c.free_spins AS "freeSpins"`;

export async function insertCampaign(tx: Tx, campaign: Campaign, by: string, at: Date): Promise<void> {
  const {
    id,
    name,
    kind,
    currency,
    percent,
    amount,
    minDeposit,
    wager,
    hours,
    budget,
    endsAt,
    product = "games",
    profile = "base",
    byCode = false,
    pack,
    targeted = false,
  } = campaign;
  await tx.query(
    `INSERT INTO bonuses.campaigns (id, name, kind, currency, percent, amount, min_deposit, wager, hours, budget, ends_at, state, created_by, created_at, by_code, pack_id, targeted, product, profile, cap, free_spins)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      id,
      JSON.stringify(name),
      kind,
      currency,
      percent,
      amount,
      minDeposit,
      wager,
      hours,
      budget,
      endsAt,
      by,
      at,
      byCode,
      pack ?? null,
      targeted,
      product,
      profile,
      campaign.cap ?? null,
      campaign.freeSpins ?? null,
    ],
  );
}

export async function readCampaigns(on: Queryable, limit: number): Promise<readonly StoredCampaign[]> {
  const { rows } = await on.query<StoredCampaign>(
    `SELECT ${campaignColumns}, count(b.id) AS claims, coalesce(sum(b.funded), 0)::bigint AS given, coalesce(sum(b.released), 0)::bigint AS released
     FROM bonuses.campaigns c LEFT JOIN bonuses.bonuses b ON b.campaign_id = c.id
     WHERE c.pack_id IS NULL GROUP BY c.id ORDER BY c.created_at DESC, c.id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function lockCampaign(
  tx: Tx,
  id: string,
): Promise<Omit<StoredCampaign, "claims" | "given" | "released"> | undefined> {
  const { rows } = await tx.query<StoredCampaign>(
    `SELECT ${campaignColumns} FROM bonuses.campaigns c WHERE c.id = $1 AND c.pack_id IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function setCampaignState(tx: Tx, id: Uuid, state: "active" | "paused", by: string): Promise<void> {
  await tx.query("UPDATE bonuses.campaigns SET state = $2, activated_by = coalesce(activated_by, $3) WHERE id = $1", [
    id,
    state,
    by,
  ]);
}

/** When something is offered, and under which licence: a campaign is offered under the rules that it was drafted under, and no others. */
export interface OfferedAt {
  readonly now: Date;
  readonly profile: BonusProfile;
}

export const offeredAt = ({ clock, config }: Pick<Host, "clock" | "config">): OfferedAt => ({
  now: new Date(clock.now()),
  profile: config.BONUS_PROFILE,
});

/** Campaigns that the player may claim. */
export async function offersFor(
  on: Queryable,
  player: PlayerId,
  currency: Currency,
  { now, profile }: OfferedAt,
): Promise<readonly Campaign[]> {
  const { rows } = await on.query<Campaign>(
    `SELECT ${campaignColumns} FROM bonuses.campaigns c
     WHERE c.state = 'active' AND NOT c.by_code AND NOT c.targeted AND c.pack_id IS NULL AND c.currency = $2 AND c.ends_at > $3 AND c.held + c.amount <= c.budget AND c.profile = $4
       AND (c.free_spins IS NULL OR EXISTS (SELECT FROM ${roundsOffered} r WHERE r.id = c.free_spins AND r.expires_at > $3))
       AND NOT EXISTS (SELECT FROM bonuses.bonuses b WHERE b.player_id = $1 AND b.campaign_id = c.id)
     ORDER BY c.created_at DESC LIMIT 20`,
    [player, currency, now, profile],
  );
  return rows;
}

/** The free rounds that a campaign gives, if any. */
export const roundsOfOffer = async (
  on: Queryable,
  { freeSpins }: Pick<Campaign, "freeSpins">,
): Promise<RoundTerms | undefined> => (freeSpins ? (await roundTermsOf(on, [freeSpins])).get(freeSpins) : undefined);

/** Holds the most it may give, in the budget; undefined when the campaign is not open, or nothing is left of it. */
export async function holdBudget(
  tx: Tx,
  of: { readonly campaign: string; readonly by: "offer" | "code" | "pack" | "campaign" },
  currency: Currency,
  { now, profile }: OfferedAt,
): Promise<Campaign | undefined> {
  const { rows } = await tx.query<Campaign>(
    `UPDATE bonuses.campaigns c SET held = c.held + c.amount
     WHERE c.id = $1 AND $4 = CASE WHEN c.pack_id IS NOT NULL THEN 'pack' WHEN c.by_code THEN 'code' WHEN c.targeted THEN 'campaign' ELSE 'offer' END AND c.currency = $2 AND c.state = 'active' AND c.ends_at > $3 AND c.held + c.amount <= c.budget AND c.profile = $5
     RETURNING ${campaignColumns}`,
    [of.campaign, currency, now, of.by, profile],
  );
  return rows[0];
}

/** A targeted campaign that is open, and how many more players its budget covers. */
export async function targetedFor(
  on: Queryable,
  campaign: string,
  currency: Currency,
  { now, profile }: OfferedAt,
): Promise<{ readonly offer: Campaign; readonly fits: number } | undefined> {
  const { rows } = await on.query<StoredCampaign>(
    `SELECT ${campaignColumns} FROM bonuses.campaigns c
     WHERE c.id = $1 AND c.targeted AND c.pack_id IS NULL AND c.currency = $2 AND c.state = 'active' AND c.ends_at > $3 AND c.profile = $4`,
    [campaign, currency, now, profile],
  );
  const [offer] = rows;
  return offer && { offer, fits: Number((offer.budget - offer.held) / offer.amount) };
}

/** Holds in the budget what some claims may give; false when the campaign was paused, or its budget used, meanwhile. */
export async function holdBudgetOf(tx: Tx, { id, amount }: Campaign, claims: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE bonuses.campaigns SET held = held + $2 WHERE id = $1 AND state = 'active' AND held + $2 <= budget",
    [id, amount * BigInt(claims)],
  );
  return rowCount === 1;
}

/** Releases what was held for a bonus that is not given. */
export async function freeBudget(tx: Tx, { id, amount }: Pick<Campaign, "id" | "amount">): Promise<void> {
  await tx.query("UPDATE bonuses.campaigns SET held = held - $2 WHERE id = $1", [id, amount]);
}

/** The claim of a campaign; false when the player has claimed it before. */
export async function insertClaim(
  tx: Tx,
  id: Uuid,
  player: PlayerId,
  campaign: Campaign,
  at: Date,
  // Free rounds expire by themselves.
  until: Date | null = campaign.freeSpins ? null : campaign.endsAt,
): Promise<boolean> {
  const { name, kind, currency, percent, amount, minDeposit, wager, hours } = campaign;
  const { product = "games", profile = "base" } = campaign;
  const { rowCount } = await tx.query(
    `INSERT INTO bonuses.bonuses (id, player_id, campaign_id, name, kind, status, currency, percent, amount, min_deposit, wager, hours, max_bet,
       wager_target, created_at, expires_at, product, profile, cap, free_spins)
     VALUES ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) ON CONFLICT DO NOTHING`,
    [
      id,
      player,
      campaign.id,
      JSON.stringify(name),
      kind,
      currency,
      percent,
      amount,
      minDeposit,
      wager,
      hours,
      maxBets[currency],
      targetOf(amount, wager),
      at,
      until,
      product,
      profile,
      campaign.cap ?? null,
      campaign.freeSpins ?? null,
    ],
  );
  return rowCount === 1;
}

export interface Claim {
  readonly id: Uuid;
  readonly player: PlayerId;
}

/** Claims of several players, each once; of a gift that is not free rounds the condition is met. Those who had claimed it before are not returned. */
export async function insertClaims(
  tx: Tx,
  claims: readonly Claim[],
  { id: campaign, amount, currency, wager, kind, freeSpins }: Campaign,
  at: Date,
): Promise<readonly Claim[]> {
  const isFunded = kind === "manual" && !freeSpins;
  const { rows } = await tx.query<Claim>(
    `INSERT INTO bonuses.bonuses (id, player_id, campaign_id, name, kind, status, currency, percent, amount, min_deposit, wager, hours, max_bet,
       wager_target, created_at, expires_at, product, profile, cap, free_spins, funded, funded_at)
     SELECT i.id, i.player_id, c.id, c.name, c.kind, 'waiting', c.currency, c.percent, c.amount, c.min_deposit, c.wager, c.hours, $4::bigint,
       $5::bigint, $6::timestamptz, CASE WHEN $7::boolean OR c.free_spins IS NOT NULL THEN NULL ELSE c.ends_at END, c.product, c.profile, c.cap, c.free_spins,
       CASE WHEN $7 THEN c.amount END, CASE WHEN $7 THEN $6::timestamptz END
     FROM unnest($1::uuid[], $2::uuid[]) AS i(id, player_id) CROSS JOIN bonuses.campaigns c WHERE c.id = $3 ORDER BY i.player_id
     ON CONFLICT DO NOTHING RETURNING id, player_id AS player`,
    [
      uuidArray(claims.map(({ id }) => id)),
      uuidArray(claims.map(({ player }) => player)),
      campaign,
      maxBets[currency],
      targetOf(amount, wager),
      at,
      isFunded,
    ],
  );
  return rows;
}

/** Claimed bonuses that wait for a deposit in this currency. */
export async function depositBonusesOf(
  on: Queryable,
  player: PlayerId,
  currency: Currency,
  now: Date,
): Promise<readonly Pick<Campaign, "id" | "name" | "currency" | "percent" | "amount" | "minDeposit" | "wager">[]> {
  const { rows } = await on.query<Campaign>(
    `SELECT id, name, currency, percent, amount, min_deposit AS "minDeposit", wager FROM bonuses.bonuses
     WHERE player_id = $1 AND currency = $2 AND status = 'waiting' AND kind = 'deposit' AND funded IS NULL AND wager IS NOT NULL
       AND (expires_at IS NULL OR expires_at > $3) ORDER BY created_at`,
    [player, currency, now],
  );
  return rows;
}

export interface CampaignCost {
  readonly campaign: Uuid;
  readonly claims: number;
  /** What was given as bonus money, and what of it became real. */
  readonly given: Micros;
  readonly released: Micros;
}

/** Targeted campaigns that can be given now, the newest first. */
export async function readTargeted(
  on: Queryable,
  { now, profile }: OfferedAt,
  limit: number,
): Promise<readonly StoredCampaign[]> {
  const { rows } = await on.query<StoredCampaign>(
    `SELECT ${campaignColumns} FROM bonuses.campaigns c WHERE c.targeted AND c.state = 'active' AND c.ends_at > $1 AND c.profile = $3 ORDER BY c.created_at DESC, c.id LIMIT $2`,
    [now, limit, profile],
  );
  return rows;
}

/** Names of campaigns by id. */
export async function bonusNames(
  on: Queryable,
  campaigns: readonly Uuid[],
): Promise<ReadonlyMap<string, Campaign["name"]>> {
  const { rows } = await on.query<Pick<Campaign, "id" | "name">>(
    "SELECT id, name FROM bonuses.campaigns WHERE id = ANY ($1::uuid[])",
    [campaigns],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What steps of packs have cost. */
export async function costOf(on: Queryable, campaigns: readonly Uuid[]): Promise<readonly CampaignCost[]> {
  const { rows } = await on.query<CampaignCost>(
    `SELECT campaign_id AS campaign, count(*)::int AS claims, coalesce(sum(funded), 0)::bigint AS given,
       coalesce(sum(released), 0)::bigint AS released
     FROM bonuses.bonuses WHERE campaign_id = ANY ($1::uuid[]) GROUP BY 1`,
    [campaigns],
  );
  return rows;
}
