import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of free spins. */

export interface CampaignRow {
  readonly id: Uuid;
  readonly title: string;
  readonly provider_id: Uuid;
  readonly game_slug: string;
  readonly game_titles: { readonly en: string; readonly ru: string; readonly kk: string };
  readonly currency: Currency;
  readonly bet: Micros;
  readonly listed_bet: string;
  readonly count: number;
  readonly cost_cap: Micros;
  readonly granted: Micros;
  readonly expires_at: Date;
  readonly state: "draft" | "open" | "cancelled";
  readonly created_by: string;
  readonly created_at: Date;
  readonly opened_by: string | null;
  readonly opened_at: Date | null;
  readonly cancelled_at: Date | null;
}

export type Confirmed = "nothing" | "granted" | "cancelled" | "refused" | "lapsed";

export interface GrantRow {
  readonly id: Uuid;
  readonly campaign_id: Uuid;
  readonly player_id: PlayerId;
  readonly granted_at: Date;
  readonly ended_at: Date | null;
  readonly confirmed: Confirmed;
  readonly attempts: number;
}

const campaignColumns = `c.id, c.title, c.provider_id, c.game_slug, c.game_titles, c.currency, c.bet, c.listed_bet, c.count, c.cost_cap,
  c.granted, c.expires_at, c.state, c.created_by, c.created_at, c.opened_by, c.opened_at, c.cancelled_at`;
const grantColumns = "g.id, g.campaign_id, g.player_id, g.granted_at, g.ended_at, g.confirmed, g.attempts";

export type NewCampaign = Omit<CampaignRow, "granted" | "state" | "opened_by" | "opened_at" | "cancelled_at">;

export async function insertCampaign(tx: Tx, row: NewCampaign): Promise<void> {
  await tx.query(
    `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap,
       expires_at, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $13)`,
    [
      row.id,
      row.title,
      row.provider_id,
      row.game_slug,
      JSON.stringify(row.game_titles),
      row.currency,
      row.bet,
      row.listed_bet,
      row.count,
      row.cost_cap,
      row.expires_at,
      row.created_by,
      row.created_at,
    ],
  );
}

export async function readCampaign(
  on: Queryable,
  id: Uuid,
  lock: "" | "FOR UPDATE" = "",
): Promise<CampaignRow | undefined> {
  const { rows } = await on.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM free_spins.campaigns c WHERE c.id = $1 ${lock}`,
    [id],
  );
  return rows[0];
}

export async function openCampaign(tx: Tx, id: Uuid, by: string, at: Date): Promise<void> {
  await tx.query(
    "UPDATE free_spins.campaigns SET state = 'open', opened_by = $2, opened_at = $3 WHERE id = $1 AND state = 'draft'",
    [id, by, at],
  );
}

export async function closeCampaign(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE free_spins.campaigns SET state = 'cancelled', cancelled_at = $2 WHERE id = $1", [id, at]);
}

export async function readCampaigns(on: Queryable, limit: number): Promise<readonly CampaignRow[]> {
  const { rows } = await on.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM free_spins.campaigns c ORDER BY c.created_at DESC, c.id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Counts the new rounds against the campaign's cap, whose row the caller has locked. */
export async function insertGrants(
  tx: Tx,
  campaign: Uuid,
  grants: readonly { readonly id: Uuid; readonly player: PlayerId }[],
  { value, by, at }: { readonly value: Micros; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO free_spins.grants (id, campaign_id, player_id, granted_at, granted_by, due_at)
     SELECT i.id, $1, i.player, $4, $5, $4 FROM unnest($2::uuid[], $3::uuid[]) AS i(id, player)`,
    [campaign, uuidArray(grants.map(({ id }) => id)), uuidArray(grants.map(({ player }) => player)), at, by],
  );
  await tx.query("UPDATE free_spins.campaigns SET granted = granted + $2 WHERE id = $1", [campaign, value]);
}

/** The players of these who have a grant of the campaign. */
export async function grantedBefore(
  on: Queryable,
  campaign: Uuid,
  players: readonly PlayerId[],
): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await on.query<{ player_id: PlayerId }>(
    "SELECT player_id FROM free_spins.grants WHERE campaign_id = $1 AND player_id = ANY ($2::uuid[])",
    [campaign, uuidArray(players)],
  );
  return new Set(rows.map(({ player_id }) => player_id));
}

export async function grantsOfCampaign(
  on: Queryable,
  campaign: Uuid,
  limit: number | null = null,
): Promise<readonly GrantRow[]> {
  const { rows } = await on.query<GrantRow>(
    `SELECT ${grantColumns} FROM free_spins.grants g WHERE g.campaign_id = $1 ORDER BY g.granted_at, g.id LIMIT $2`,
    [campaign, limit],
  );
  return rows;
}

export type PlayersGrant = GrantRow & { readonly campaign: CampaignRow };

/** What a player was granted and the provider has taken over, the first to expire first. */
export async function grantsOfPlayer(
  on: Queryable,
  player: PlayerId,
  campaign?: Uuid,
): Promise<readonly PlayersGrant[]> {
  const { rows } = await on.query<GrantRow & { readonly campaign: Uuid }>(
    `SELECT ${grantColumns} FROM free_spins.grants g JOIN free_spins.campaigns c ON c.id = g.campaign_id
     WHERE g.player_id = $1 AND g.confirmed IN ('granted', 'cancelled') AND ($2::uuid IS NULL OR c.id = $2) ORDER BY c.expires_at, g.id`,
    [player, campaign ?? null],
  );
  const campaigns = await campaignsOf(on, rows);
  return rows.flatMap(row => {
    const found = campaigns.get(row.campaign_id);
    return found ? [{ ...row, campaign: found }] : [];
  });
}

async function campaignsOf(on: Queryable, grants: readonly GrantRow[]): Promise<ReadonlyMap<Uuid, CampaignRow>> {
  const { rows } = await on.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM free_spins.campaigns c WHERE c.id = ANY ($1::uuid[])`,
    [uuidArray(grants.map(({ campaign_id }) => campaign_id))],
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Ends grants for good and makes the provider be told now. One whose provider does not know it is only ended. */
export async function endGrants(tx: Tx, grants: readonly Uuid[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE free_spins.grants SET ended_at = $2::timestamptz, due_at = CASE WHEN confirmed = 'nothing' AND attempts = 0 THEN NULL ELSE $2::timestamptz END,
       confirmed = CASE WHEN confirmed = 'nothing' AND attempts = 0 THEN 'cancelled' ELSE confirmed END, attempts = CASE WHEN confirmed = 'nothing' THEN attempts ELSE 0 END
     WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL`,
    [uuidArray(grants), at],
  );
}

/** Grants of the campaign that its provider has not taken over. */
export async function unconfirmedGrants(on: Queryable, campaign: Uuid): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT id FROM free_spins.grants WHERE campaign_id = $1 AND confirmed = 'nothing' AND ended_at IS NULL ORDER BY id FOR UPDATE",
    [campaign],
  );
  return rows.map(({ id }) => id);
}

/** Takes what is due: each is due again after a pause that doubles with every attempt, a minute at first, an hour at most. */
export async function claimDue(on: Queryable, at: Date, limit: number): Promise<readonly PlayersGrant[]> {
  const { rows } = await on.query<GrantRow>(
    `UPDATE free_spins.grants g SET attempts = g.attempts + 1,
       due_at = $1::timestamptz + interval '1 minute' * least(60, 2 ^ least(g.attempts, 6))
     FROM (SELECT id FROM free_spins.grants WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) d
     WHERE g.id = d.id RETURNING ${grantColumns}`,
    [at, limit],
  );
  const campaigns = await campaignsOf(on, rows);
  return rows.flatMap(row => {
    const found = campaigns.get(row.campaign_id);
    return found ? [{ ...row, campaign: found }] : [];
  });
}

export async function lockGrant(tx: Tx, id: Uuid): Promise<GrantRow | undefined> {
  const { rows } = await tx.query<GrantRow>(
    `SELECT ${grantColumns} FROM free_spins.grants g WHERE g.id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** What the provider has confirmed, and when it is told next; null: never again. */
export async function setConfirmed(tx: Tx, id: Uuid, confirmed: Confirmed, dueAt: Date | null): Promise<void> {
  await tx.query("UPDATE free_spins.grants SET confirmed = $2, due_at = $3, attempts = 0 WHERE id = $1", [
    id,
    confirmed,
    dueAt,
  ]);
}
