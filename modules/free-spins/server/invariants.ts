import { invariantsOf } from "#modules/ledger/server/index.ts";
import { freeRoundsSql } from "#modules/wallet/server/index.ts";

/** Invariants of campaigns and grants: queries for what breaks each rule. */
export const freeSpinsInvariants = invariantsOf({
  "I7 the stakes of all granted free rounds are what their campaign has counted, within its cost cap": `
    SELECT c.id, c.granted, c.cost_cap, count(g.id) * c.count * c.bet AS stakes FROM free_spins.campaigns c
    LEFT JOIN free_spins.grants g ON g.campaign_id = c.id
    GROUP BY c.id HAVING c.granted <> count(g.id) * c.count * c.bet OR c.granted > c.cost_cap`,
  "I7 what a campaign of free spins has reserved is the sum of its reservations": `
    SELECT c.id, c.reserved, coalesce(sum(r.value), 0) AS reservations FROM free_spins.campaigns c
    LEFT JOIN free_spins.reservations r ON r.campaign_id = c.id GROUP BY c.id HAVING c.reserved <> coalesce(sum(r.value), 0)`,
  "I7 a grant that a provider has taken over can be played under the terms of its campaign, and no other can be": `
    SELECT g.id, g.confirmed, f.grant_id FROM
      (SELECT g.id, g.player_id, g.confirmed, g.ended_at, c.game_slug, c.currency, c.bet, c.count, c.expires_at, c.wins
       FROM free_spins.grants g JOIN free_spins.campaigns c ON c.id = g.campaign_id) g
    FULL JOIN ${freeRoundsSql} f ON f.grant_id = g.id
    WHERE CASE WHEN f.grant_id IS NULL THEN g.confirmed = 'granted'
      ELSE g.id IS NULL OR g.confirmed NOT IN ('granted', 'cancelled')
        OR (f.player_id, f.slug, f.currency, f.stake, f.count, f.expires_at, f.collects)
          <> (g.player_id, g.game_slug, g.currency, g.bet, g.count, g.expires_at, g.wins = 'bonus')
        OR (f.cancelled_at IS NULL) <> (g.ended_at IS NULL) END`,
});
