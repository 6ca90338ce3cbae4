import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { currencyOfRegion } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { getWelcomePacks } from "../shared/contract.ts";
import { openPacks } from "./store.ts";

/** Offers for new players. Until a pack is opened there are none, and the call says so. */
export function createWelcomePack(host: Host, { accounts }: { accounts: Pick<Accounts, "regionOf"> }): ServerModule {
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: [
      handle(getWelcomePacks, async call => {
        const region = accounts.regionOf(call);
        const currency = call.session?.currency ?? currencyOfRegion(region);
        return { data: await openPacks(host.db, { region, currency, locale: call.locale }) };
      }),
    ],
  };
}
