import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { FreeSpinsCampaign } from "../shared/contract.ts";

/** Every SQL statement of free spins. */

interface Row extends Pick<FreeSpinsCampaign, "id" | "currency" | "count" | "status"> {
  readonly grant_id: string;
  readonly game_id: string;
  readonly game_slug: string;
  readonly game_title: string;
  readonly spins_left: number;
  readonly bet: Micros;
  readonly expires_at: Date;
}

export interface Grant {
  /** The player's grant of the campaign. */
  readonly id: string;
  readonly campaign: FreeSpinsCampaign;
}

const select = `SELECT g.id AS grant_id, c.id, c.game_id, c.game_slug, c.game_title, c.count, c.bet, c.currency, c.expires_at,
    g.spins_left, CASE WHEN g.cancelled_at IS NOT NULL THEN 'cancelled' WHEN g.spins_left = 0 THEN 'used'
      WHEN c.expires_at <= $2 THEN 'expired' ELSE 'active' END AS status
  FROM free_spins.grants g JOIN free_spins.campaigns c ON c.id = g.campaign_id WHERE g.player_id = $1`;

export async function activeGrants(db: Queryable, player: PlayerId, now: Date): Promise<Grant[]> {
  const { rows } = await db.query<Row>(
    `${select} AND g.cancelled_at IS NULL AND g.spins_left > 0 AND c.expires_at > $2 ORDER BY c.expires_at, g.id`,
    [player, now],
  );
  return rows.map(grantOf);
}

/** All grants of a player, for their copy of their data. */
export async function grantsOf(db: Queryable, player: PlayerId, now: Date): Promise<FreeSpinsCampaign[]> {
  const { rows } = await db.query<Row>(`${select} ORDER BY g.granted_at, g.id`, [player, now]);
  return rows.map(row => grantOf(row).campaign);
}

export async function grantIn(db: Queryable, player: PlayerId, campaign: string, now: Date): Promise<Grant | null> {
  const { rows } = await db.query<Row>(`${select} AND c.id = $3`, [player, now, campaign]);
  return rows[0] ? grantOf(rows[0]) : null;
}

/** A finished grant is left unchanged. */
export async function cancelGrant(tx: Tx, player: PlayerId, campaign: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE free_spins.grants g SET cancelled_at = $3 FROM free_spins.campaigns c
     WHERE g.player_id = $1 AND g.campaign_id = $2 AND c.id = $2
       AND g.cancelled_at IS NULL AND g.spins_left > 0 AND c.expires_at > $3`,
    [player, campaign, now],
  );
}

function grantOf({ grant_id, id, count, currency, status, ...row }: Row): Grant {
  const game = { id: row.game_id, slug: row.game_slug, title: row.game_title };
  const [left, bet, expiration_at] = [row.spins_left, formatAmount(row.bet), row.expires_at.toISOString()];
  return { id: grant_id, campaign: { id, game, count, left, bet, currency, expiration_at, status } };
}
