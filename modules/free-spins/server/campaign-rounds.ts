import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { totalStake } from "../shared/campaign.ts";
import { campaignClosed } from "../shared/errors.ts";
import { grantOne } from "./grant-players.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { type CampaignRow, readOpenCampaigns, titlesOf } from "./store.ts";

/** Rounds that can be given now. */
export interface OpenRounds extends Pick<CampaignRow, "id" | "title" | "currency" | "bet" | "count" | "expiresAt"> {
  /** The stakes of one player's rounds, and what the cost cap has left. */
  readonly value: Micros;
  readonly left: Micros;
}

/** Rounds whose wins are real money, given to players of a segment. */
export interface RoundsForCampaigns {
  open(on: Queryable): Promise<readonly OpenRounds[]>;
  /** Titles of campaigns by their ids. */
  titles(on: Queryable, campaigns: readonly Uuid[]): Promise<ReadonlyMap<string, string>>;
  /** The id of the grant. Fails with `campaign_closed` where the campaign cannot give them to this player. */
  give(tx: Tx, campaign: Uuid, player: PlayerId): Promise<Uuid>;
}

/** Campaigns to choose from. */
const most = 100;

export const roundsForCampaigns = (needs: FreeSpinsNeeds): RoundsForCampaigns => ({
  async open(on) {
    const rows = await readOpenCampaigns(on, "real", new Date(needs.host.clock.now()), most);
    return rows.map(({ id, title, currency, bet, count, expiresAt, costCap, granted, reserved }) => {
      const value = totalStake(bet, count);
      return { id, title, currency, bet, count, expiresAt, value, left: micros(costCap - granted - reserved) };
    });
  },
  titles: titlesOf,
  async give(tx, campaign, player) {
    const id = needs.host.ids.next();
    const isGranted = await grantOne(needs, tx, { id, player, campaign, wins: "real", by: "campaigns" });
    return isGranted ? id : fail(campaignClosed, { data: { state: "closed" } });
  },
});
