import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PublicPlayer } from "#modules/accounts/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import { multiplierText } from "../shared/multiplier.ts";
import type { BetIds } from "./bet-id.ts";

export type ShownPlayer = PublicPlayer;

/** A player as shown in public: `face` is null if hidden. */
export type PublicProfileOf = (player: PlayerId) => Promise<PublicPlayer>;

/** A bet's multiplier: payout over stake; "0.00" while it is open. */
export function paidMultiplier(bet: Pick<Bet, "payout" | "stake">): string {
  return multiplierText(bet.payout, bet.stake);
}

/**
 * One row of a public feed, by an allow list. A hidden player's bet has a separate public id: its own id would reveal its seeds, which the
 * player's other bets share.
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
    ...(bet.wagering !== undefined && bet.wagering.fromBonus > 0n && { bonus: true }),
  };
}
