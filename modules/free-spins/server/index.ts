import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import manifest from "../module.ts";
import { cancelFreeSpins, getFreeSpinsCampaign, listFreeSpins } from "../shared/contract.ts";
import { campaignClosed, campaignOverCap, freeSpinsOver } from "../shared/errors.ts";
import { type RoundsForBonuses, roundsForBonuses } from "./bonus-rounds.ts";
import { type RoundsForCampaigns, roundsForCampaigns } from "./campaign-rounds.ts";
import { cancelGrantsOf, cancelOwnGrant } from "./cancel-grants.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { pushGrants, pushJob } from "./push-grants.ts";
import { registerStart } from "./start-campaign.ts";
import { readGrants } from "./views.ts";

export {
  type RoundsForBonuses,
  type RoundsOfBonus,
  type RoundTerms,
  roundsOf,
  roundsOffered,
  roundsOver,
  roundsReserved,
  roundTermsOf,
} from "./bonus-rounds.ts";
export type { OpenRounds, RoundsForCampaigns } from "./campaign-rounds.ts";
export { cancelCampaign } from "./cancel-grants.ts";
export { createCampaign, offeredGames, rtpOf } from "./create-campaign.ts";
export { grantPlayers, skipReasons } from "./grant-players.ts";
export { freeSpinsInvariants } from "./invariants.ts";
export type { FreeSpinsNeeds } from "./needs.ts";
export { pushGrants } from "./push-grants.ts";
export { reserveRounds } from "./reserve-rounds.ts";
export { startCampaign, startRequest, termsOf } from "./start-campaign.ts";
export { type CampaignRow, type GrantRow, grantsOfCampaign, ownedGrant, readCampaign, readCampaigns } from "./store.ts";

export interface FreeSpins extends ServerModule {
  readonly needs: FreeSpinsNeeds;
  /** What bonuses give. */
  readonly forBonuses: RoundsForBonuses;
  /** What campaigns give to players of a segment. */
  readonly forCampaigns: RoundsForCampaigns;
}

/** Players' free rounds at providers, and the campaigns that give them. */
export function createFreeSpins(host: Host, given: Omit<FreeSpinsNeeds, "host">): FreeSpins {
  const needs: FreeSpinsNeeds = { ...given, host };
  const { wallet } = needs;
  const readerOf = (player: PlayerId, locale: Locale) => ({ player, locale, now: new Date(host.clock.now()) });
  registerStart(needs);
  host.bus.beforeCommit(selfExcluded, (tx, { player }) => cancelGrantsOf(needs, tx, player));
  return {
    manifest,
    needs,
    forBonuses: roundsForBonuses(needs),
    forCampaigns: roundsForCampaigns(needs),
    migrations: join(import.meta.dirname, "migrations"),
    errors: [freeSpinsOver, campaignClosed, campaignOverCap],
    jobs: [
      { name: "free-spins-push", cron: "* * * * *", run: () => pushGrants(needs) },
      { name: pushJob, run: () => pushGrants(needs) },
    ],
    onAccountClosed: (tx, player) => cancelGrantsOf(needs, tx, player),
    personalData: async player => ({
      grants: (await readGrants(host.db, wallet, readerOf(player, "en"))).map(({ campaign }) => campaign),
    }),
    handlers: [
      handle(listFreeSpins, async ({ session, locale }) => ({
        data: (await readGrants(host.db, wallet, readerOf(session.player, locale)))
          .filter(({ campaign }) => campaign.status === "active")
          .map(({ id, campaign: { status: _status, ...campaign } }) => ({ ...campaign, id, campaign_id: campaign.id })),
      })),
      handle(getFreeSpinsCampaign, async ({ session, locale, input }) => {
        const id = input.params.id as Uuid;
        const [grant] = await readGrants(host.db, wallet, readerOf(session.player, locale), id);
        return { data: (grant ?? fail(notFound)).campaign };
      }),
      handle(cancelFreeSpins, async ({ session, locale, input: { params } }) => {
        const id = params.id as Uuid;
        const grant = await host.db.tx(async tx => {
          await cancelOwnGrant(needs, tx, session.player, id);
          const [after] = await readGrants(tx, wallet, readerOf(session.player, locale), id);
          return after ?? fail(notFound);
        });
        const { status } = grant.campaign;
        if (status !== "cancelled") fail(freeSpinsOver, { data: { status } });
        return { data: grant.campaign };
      }),
    ],
  };
}
