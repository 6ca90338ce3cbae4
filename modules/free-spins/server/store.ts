import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { OwnedGrant } from "#modules/wallet/server/index.ts";
import type { Wins } from "../shared/campaign.ts";

/** Every SQL statement of free spins. */

export interface CampaignRow {
  readonly id: Uuid;
  readonly title: string;
  readonly providerId: Uuid;
  readonly gameSlug: string;
  readonly gameTitles: { readonly en: string; readonly ru: string; readonly kk: string };
  readonly currency: Currency;
  readonly bet: Micros;
  readonly listedBet: string;
  /** What the rounds win is real money, or is collected for a bonus. */
  readonly wins: Wins;
  readonly count: number;
  readonly costCap: Micros;
  readonly granted: Micros;
  /** Promised to players who have not got them yet: a part of the cost cap. */
  readonly reserved: Micros;
  readonly expiresAt: Date;
  readonly state: "draft" | "open" | "cancelled";
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly openedBy: string | null;
  readonly openedAt: Date | null;
  readonly cancelledAt: Date | null;
}

export type Confirmed = "nothing" | "granted" | "cancelled" | "refused" | "lapsed";

export interface GrantRow {
  readonly id: Uuid;
  readonly campaignId: Uuid;
  readonly playerId: PlayerId;
  readonly grantedAt: Date;
  readonly endedAt: Date | null;
  readonly confirmed: Confirmed;
  readonly attempts: number;
}

/** What names a grant to a statement: its player too. */
export const ownedGrant = ({ id, playerId }: Pick<GrantRow, "id" | "playerId">): OwnedGrant => ({
  grant: id,
  player: playerId,
});

const campaignColumns = `c.id, c.title, c.provider_id AS "providerId", c.game_slug AS "gameSlug", c.game_titles AS "gameTitles",
  c.currency, c.bet, c.listed_bet AS "listedBet", c.wins, c.count, c.cost_cap AS "costCap",
  c.granted, c.reserved, c.expires_at AS "expiresAt", c.state, c.created_by AS "createdBy", c.created_at AS "createdAt",
  c.opened_by AS "openedBy", c.opened_at AS "openedAt", c.cancelled_at AS "cancelledAt"`;
const grantColumns = `g.id, g.campaign_id AS "campaignId", g.player_id AS "playerId", g.granted_at AS "grantedAt",
  g.ended_at AS "endedAt", g.confirmed, g.attempts`;

export type NewCampaign = Omit<CampaignRow, "granted" | "reserved" | "state" | "openedBy" | "openedAt" | "cancelledAt">;

export async function insertCampaign(tx: Tx, row: NewCampaign): Promise<void> {
  await tx.query(
    `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap,
       expires_at, state, created_by, created_at, wins)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $13, $14)`,
    [
      row.id,
      row.title,
      row.providerId,
      row.gameSlug,
      JSON.stringify(row.gameTitles),
      row.currency,
      row.bet,
      row.listedBet,
      row.count,
      row.costCap,
      row.expiresAt,
      row.createdBy,
      row.createdAt,
      row.wins,
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

/** Campaigns that give rounds now, the newest first. */
export async function readOpenCampaigns(
  on: Queryable,
  wins: Wins,
  now: Date,
  limit: number,
): Promise<readonly CampaignRow[]> {
  const { rows } = await on.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM free_spins.campaigns c
     WHERE c.state = 'open' AND c.wins = $1 AND c.expires_at > $2 AND c.granted + c.reserved + c.bet * c.count <= c.cost_cap
     ORDER BY c.created_at DESC, c.id LIMIT $3`,
    [wins, now, limit],
  );
  return rows;
}

export async function titlesOf(on: Queryable, campaigns: readonly Uuid[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await on.query<Pick<CampaignRow, "id" | "title">>(
    "SELECT id, title FROM free_spins.campaigns WHERE id = ANY ($1::uuid[])",
    [uuidArray(campaigns)],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
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

/** The stakes of the rounds that are reserved for a holder. */
export async function reservedFor(on: Queryable, campaign: Uuid, holder: Uuid): Promise<Micros> {
  const { rows } = await on.query<{ value: Micros }>(
    "SELECT value FROM free_spins.reservations WHERE campaign_id = $1 AND holder = $2",
    [campaign, holder],
  );
  return rows[0]?.value ?? micros(0n);
}

/** The caller has locked the campaign's row. */
export async function setReserved(
  tx: Tx,
  { campaign, holder }: { readonly campaign: Uuid; readonly holder: Uuid },
  held: Micros,
  value: Micros,
): Promise<void> {
  if (value === 0n)
    await tx.query("DELETE FROM free_spins.reservations WHERE campaign_id = $1 AND holder = $2", [campaign, holder]);
  else
    await tx.query(
      `INSERT INTO free_spins.reservations (campaign_id, holder, value) VALUES ($1, $2, $3)
       ON CONFLICT (campaign_id, holder) DO UPDATE SET value = EXCLUDED.value`,
      [campaign, holder, value],
    );
  await tx.query("UPDATE free_spins.campaigns SET reserved = reserved + $2 WHERE id = $1", [campaign, value - held]);
}

/** The players of these who have a grant of the campaign. */
export async function grantedBefore(
  on: Queryable,
  campaign: Uuid,
  players: readonly PlayerId[],
): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM free_spins.grants WHERE campaign_id = $1 AND player_id = ANY ($2::uuid[])`,
    [campaign, uuidArray(players)],
  );
  return new Set(rows.map(({ playerId }) => playerId));
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
    const found = campaigns.get(row.campaignId);
    return found ? [{ ...row, campaign: found }] : [];
  });
}

async function campaignsOf(on: Queryable, grants: readonly GrantRow[]): Promise<ReadonlyMap<Uuid, CampaignRow>> {
  const { rows } = await on.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM free_spins.campaigns c WHERE c.id = ANY ($1::uuid[])`,
    [uuidArray(grants.map(({ campaignId }) => campaignId))],
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Ends grants permanently and has the provider notified now. A grant that its provider does not know is only ended. */
export async function endGrants(tx: Tx, grants: readonly OwnedGrant[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE free_spins.grants SET ended_at = $2::timestamptz, due_at = CASE WHEN confirmed = 'nothing' AND attempts = 0 THEN NULL ELSE $2::timestamptz END,
       confirmed = CASE WHEN confirmed = 'nothing' AND attempts = 0 THEN 'cancelled' ELSE confirmed END, attempts = CASE WHEN confirmed = 'nothing' THEN attempts ELSE 0 END
     WHERE player_id = ANY ($3::uuid[]) AND id = ANY ($1::uuid[]) AND ended_at IS NULL`,
    [uuidArray(grants.map(({ grant }) => grant)), at, uuidArray(grants.map(({ player }) => player))],
  );
}

/** Grants of the campaign that its provider has not taken over. */
export async function unconfirmedGrants(on: Queryable, campaign: Uuid): Promise<readonly OwnedGrant[]> {
  const { rows } = await on.query<OwnedGrant>(
    `SELECT id AS grant, player_id AS player FROM free_spins.grants
     WHERE campaign_id = $1 AND confirmed = 'nothing' AND ended_at IS NULL ORDER BY id FOR UPDATE`,
    [campaign],
  );
  return rows;
}

/** Grants of a player that their providers have not taken over, and whose wins are real money. */
export async function unconfirmedGrantsOf(on: Queryable, player: PlayerId): Promise<readonly OwnedGrant[]> {
  const { rows } = await on.query<OwnedGrant>(
    `SELECT g.id AS grant, g.player_id AS player FROM free_spins.grants g JOIN free_spins.campaigns c ON c.id = g.campaign_id
     WHERE g.player_id = $1 AND g.confirmed = 'nothing' AND g.ended_at IS NULL AND c.wins = 'real' ORDER BY g.id FOR UPDATE OF g`,
    [player],
  );
  return rows;
}

/** Takes what is due: each is due again after a pause that doubles with every attempt, a minute at first, an hour at most. */
export async function claimDue(on: Queryable, at: Date, limit: number): Promise<readonly PlayersGrant[]> {
  const { rows } = await on.query<GrantRow>(
    `UPDATE free_spins.grants g SET attempts = g.attempts + 1,
       due_at = $1::timestamptz + interval '1 minute' * least(60, 2 ^ least(g.attempts, 6))
     FROM (SELECT player_id, id FROM free_spins.grants WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) d
     WHERE g.player_id = d.player_id AND g.id = d.id RETURNING ${grantColumns}`,
    [at, limit],
  );
  const campaigns = await campaignsOf(on, rows);
  return rows.flatMap(row => {
    const found = campaigns.get(row.campaignId);
    return found ? [{ ...row, campaign: found }] : [];
  });
}

export async function lockGrant(tx: Tx, { grant, player }: OwnedGrant): Promise<GrantRow | undefined> {
  const { rows } = await tx.query<GrantRow>(
    `SELECT ${grantColumns} FROM free_spins.grants g WHERE g.player_id = $1 AND g.id = $2 FOR UPDATE`,
    [player, grant],
  );
  return rows[0];
}

/** What the provider has confirmed, and when it is notified next; null: never again. */
export async function setConfirmed(
  tx: Tx,
  { grant, player }: OwnedGrant,
  confirmed: Confirmed,
  dueAt: Date | null,
): Promise<void> {
  await tx.query(
    "UPDATE free_spins.grants SET confirmed = $3, due_at = $4, attempts = 0 WHERE player_id = $1 AND id = $2",
    [player, grant, confirmed, dueAt],
  );
}
