import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { CampaignEvent } from "../shared/schedule.ts";

/** The statements of what campaigns wait for. */

/** Sums of players follow their bets and deposits within a few seconds; a rule is read after that. */
export const settled = "interval '1 minute'";

/** Notes what happened for every active campaign that waits for it; of one currency, if it has one. Nothing is written while none does. */
export async function noteMoment(
  tx: Tx,
  on: readonly CampaignEvent[],
  { player, currency = null }: { readonly player: PlayerId; readonly currency?: Currency | null },
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO campaigns.moments (campaign_id, player_id, at)
     SELECT c.id, $2::uuid, $4::timestamptz FROM campaigns.campaigns c
     WHERE c.state = 'active' AND c.schedule ->> 'kind' = 'event' AND c.schedule ->> 'on' = ANY ($1::text[])
       AND ($3::text IS NULL OR c.currency = $3) AND c.ends_at > $4
       AND NOT EXISTS (SELECT FROM campaigns.members m WHERE m.campaign_id = c.id AND m.player_id = $2)
     ON CONFLICT DO NOTHING`,
    [[...on], player, currency, at],
    "campaigns.moment",
  );
}

/** Takes players whose moment came long enough ago: each is looked at once for it. */
export async function takeMoments(tx: Tx, campaign: Uuid, now: Date, limit: number): Promise<readonly PlayerId[]> {
  const { rows } = await tx.query<{ player: PlayerId }>(
    `DELETE FROM campaigns.moments WHERE campaign_id = $1 AND player_id IN (
       SELECT player_id FROM campaigns.moments WHERE campaign_id = $1 AND at <= $2::timestamptz - ${settled}
       ORDER BY at, player_id LIMIT $3)
     RETURNING player_id AS player`,
    [campaign, now, limit],
  );
  return rows.map(({ player }) => player);
}

/** Deletes the moments that a campaign no longer waits for. */
export async function forgetMoments(tx: Tx, campaign: Uuid): Promise<void> {
  await tx.query("DELETE FROM campaigns.moments WHERE campaign_id = $1", [campaign]);
}
