import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { readActive } from "#modules/wagering/server/index.ts";
import { includesGame, numberInGrant, type ProviderProduct } from "#modules/wagering/shared/grant.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { ProviderGame } from "./registry.ts";

/** How grants of bonus money name a game of a provider. */
export const productOf = ({ manifest }: Pick<ProviderGame, "manifest">): ProviderProduct =>
  manifest.kind === "live-casino" ? "tables" : "slots";

/** What a player may stake in a game: real money, and bonus money that they wager and that the game takes. */
export async function stakeableIn(
  { wallet, host }: Pick<ProviderNeeds, "wallet" | "host">,
  on: Queryable,
  player: PlayerId,
  currency: Currency,
  game: ProviderGame | undefined,
): Promise<Micros> {
  const balance = (await wallet.balancesIn(on, player)).find(each => each.currency === currency);
  if (!balance) return micros(0n);
  if (!game || balance.bonus === 0n) return balance.real;
  const active = await readActive(on, player, currency);
  const isTaken =
    active !== undefined &&
    includesGame(active.games, numberInGrant(productOf(game))) &&
    host.clock.now() < active.until.getTime();
  return isTaken ? micros(balance.real + balance.bonus) : balance.real;
}
