import { join } from "node:path";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle, type Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { wageringOpen } from "#modules/payments/shared/errors.ts";
import manifest from "../module.ts";
import { getBonus, getWaitingBonus, listBonuses } from "../shared/contract.ts";
import { bonusesOf, bonusOf, grantedBonus, openWagering, type Reader, waitingBonus } from "./store.ts";

/**
 * A player's bonuses, read only. Nothing grants a bonus yet: until then the table is empty and the calls say so. While a bonus is being
 * wagered no payout is sent.
 */
export function createBonuses(
  host: Host,
  { accounts, payments }: { accounts: Pick<Accounts, "grantOffers">; payments: Pick<Payments, "addPayoutCheck"> },
): ServerModule {
  payments.addPayoutCheck(async (tx, { player }) => {
    const open = await openWagering(tx, player, new Date(host.clock.now()));
    return open && new Failure(wageringOpen, { data: { left: formatAmount(open.left), currency: open.currency } });
  });
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
