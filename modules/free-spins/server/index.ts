import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { cancelFreeSpins, getFreeSpinsCampaign, listFreeSpins } from "../shared/contract.ts";
import { freeSpinsOver } from "../shared/errors.ts";
import { activeGrants, cancelGrant, grantIn, grantsOf } from "./store.ts";

/** A player's free spins. No campaign runs yet: the tables are empty until the slots open. */
export function createFreeSpins(host: Host): ServerModule {
  const now = () => new Date(host.clock.now());
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [freeSpinsOver],
    personalData: async player => ({ grants: await grantsOf(host.db, player, now()) }),
    handlers: [
      handle(listFreeSpins, async ({ session }) => ({
        data: (await activeGrants(host.db, session.player, now())).map(({ id, campaign }) => ({
          ...campaign,
          id,
          campaign_id: campaign.id,
        })),
      })),
      handle(getFreeSpinsCampaign, async ({ session, input }) => {
        const grant = (await grantIn(host.db, session.player, input.params.id, now())) ?? fail(notFound);
        return { data: grant.campaign };
      }),
      handle(cancelFreeSpins, async ({ session, input: { params } }) => {
        const grant = await host.db.tx(async tx => {
          await cancelGrant(tx, session.player, params.id, now());
          return (await grantIn(tx, session.player, params.id, now())) ?? fail(notFound);
        });
        const { status } = grant.campaign;
        if (status !== "cancelled") fail(freeSpinsOver, { data: { status } });
        return { data: grant.campaign };
      }),
    ],
  };
}
