import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PublicPlayer } from "#modules/accounts/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { multiplierText } from "../shared/multiplier.ts";
import type { BetIds } from "./bet-id.ts";

export type ShownPlayer = PublicPlayer;

/** A player as everybody may see him: no face where he is hidden. */
export type PublicProfileOf = (player: PlayerId) => Promise<PublicPlayer>;

/** The multiplier a bet paid: payout over stake; "0.00" while it is open. */
export function paidMultiplier(bet: Pick<Bet, "payout" | "stake">): string {
  return multiplierText(bet.payout, bet.stake);
}

/**
 * One line of a public feed, by an allow list. A hidden player's bet has another name there than its own: under its own name anybody
 * could read its seeds, which are those of his other bets too.
 */
export function liveRow(ids: BetIds, bet: Bet, { face, test }: PublicPlayer): LiveBetRow {
  return {
    id: face ? ids.seal(bet.player, bet.key) : ids.veil(bet.player, bet.key),
    game: bet.game,
    player: face,
    test,
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    at: (bet.settledAt ?? bet.placedAt).toISOString(),
  };
}
