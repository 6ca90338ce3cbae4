import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { breakOf } from "#modules/limits/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { vaultLocked } from "../shared/errors.ts";
import { lockedUntil } from "../shared/lock.ts";
import { putAside, takeOut, type VaultNeeds, vaultView } from "./move.ts";
import { locksOf, personalData } from "./store.ts";

export { vaultInvariants } from "./invariants.ts";

/** Money that players set aside from play. It stays theirs in every report; only stakes and payouts cannot use it. */
export function createVault(host: Host, { wallet }: Pick<VaultNeeds, "wallet">): ServerModule {
  const needs = { host, wallet };
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [vaultLocked],
    handlers: [
      handle(contract.getVault, async ({ session }) => ({ data: await vaultsOf(needs, session.player) })),
      handle(contract.putAside, async ({ session: { player }, key, input: { body } }) => {
        const { currency, amount, lock_days = 0 } = body;
        return {
          data: await putAside(needs, { player, key, currency: currency as Currency, amount, lockDays: lock_days }),
        };
      }),
      handle(contract.takeOut, async ({ session: { player }, key, input: { body } }) => {
        const { currency, amount } = body;
        return { data: await takeOut(needs, { player, key, currency: currency as Currency, amount }) };
      }),
    ],
    personalData: player => personalData(host.db, player),
  };
}

async function vaultsOf({ host, wallet }: VaultNeeds, player: PlayerId) {
  const now = new Date(host.clock.now());
  const [balances, locks, present] = await Promise.all([
    wallet.balancesIn(host.db, player),
    locksOf(host.db, player),
    breakOf(host.db, player, now),
  ]);
  return balances.map(balance => vaultView(balance, lockedUntil(locks.get(balance.currency) ?? null, present, now)));
}
