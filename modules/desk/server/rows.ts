import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveBetRow, PlayerFace } from "../shared/contract.ts";
import { multiplierText } from "../shared/multiplier.ts";
import type { BetIds } from "./bet-id.ts";

/** What accounts says about a player to everybody. */
export interface Face extends PlayerFace {
  /** The player wants to be shown to nobody. */
  readonly hidden: boolean;
  /** A test account. */
  readonly test: boolean;
}

export type FaceOf = (player: PlayerId) => Promise<Face> | Face;

/** The face as it may be sent: none where the player is hidden. */
export function publicFace({ hidden, name, seal }: Face): PlayerFace | null {
  return hidden ? null : { name, seal };
}

/** The multiplier a bet paid: payout over stake; "0.00" while it is open. */
export function paidMultiplier(bet: Pick<Bet, "payout" | "stake">): string {
  return multiplierText(bet.payout, bet.stake);
}

/** One line of a public feed, by an allow list. */
export function liveRow(ids: BetIds, bet: Bet, face: Face): LiveBetRow {
  return {
    id: ids.seal(bet.player, bet.key),
    game: bet.game,
    player: publicFace(face),
    test: face.test,
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    at: (bet.settledAt ?? bet.placedAt).toISOString(),
  };
}
