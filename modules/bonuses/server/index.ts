import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle, type Locale, type Session } from "#kit/http/handler.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { getBonus, getWaitingBonus, listBonuses } from "../shared/contract.ts";
import { bonusesOf, bonusOf, grantedBonus, type Reader, waitingBonus } from "./store.ts";

/** What a player was given and may read. Nothing gives a bonus yet: until it does, the table is empty and the calls say so. */
export function createBonuses(host: Host, { accounts }: { accounts: Pick<Accounts, "grantOffers"> }): ServerModule {
  accounts.grantOffers(player => grantedBonus(host.db, player, new Date(host.clock.now())));
  const readerOf = ({ session, locale }: { session: Session; locale: Locale }): Reader => ({
    player: session.player,
    locale,
    now: new Date(host.clock.now()),
  });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    personalData: async player => ({
      bonuses: await bonusesOf(host.db, { player, locale: "en", now: new Date(host.clock.now()) }),
    }),
    handlers: [
      handle(getWaitingBonus, async call => ({ data: await waitingBonus(host.db, readerOf(call)) })),
      handle(getBonus, async call => ({
        data: (await bonusOf(host.db, readerOf(call), call.input.params.id)) ?? fail(notFound),
      })),
      handle(listBonuses, async call => ({ data: await bonusesOf(host.db, readerOf(call)) })),
    ],
  };
}
