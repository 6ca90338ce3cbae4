import { Failure } from "#kit/contract/error-code.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { revealNeeded } from "#modules/payments/shared/errors.ts";
import type { ProviderNeeds } from "./needs.ts";

/** A round that paid more than so many stakes is revealed and recomputed before money leaves. */
export const bigWinStakes = 500n;

/** The objection to a payout while a big win is under seeds that are not revealed: its player reveals them by one press, and asks again. */
export async function unrevealedWin(
  { wallet }: Pick<ProviderNeeds, "wallet">,
  on: Queryable,
  player: PlayerId,
): Promise<Failure | undefined> {
  const [win] = await wallet.providerRounds.unrevealedWins(on, player, bigWinStakes);
  return win && new Failure(revealNeeded, { data: { round: win.round, game: win.slug } });
}
