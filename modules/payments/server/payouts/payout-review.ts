import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Doubt } from "../../shared/payouts.ts";

/** Another module's look at where the money of a payout came from. What it doubts is decided by operators. */
export interface PayoutReview {
  /** Before the transaction of a request: takes its time, may ask other companies. Never fails because of them. */
  prepare(player: PlayerId): Promise<void>;
  /** In the transaction of a request, from what is stored. */
  doubt(tx: Tx, payout: ReviewedPayout): Promise<Doubt | undefined>;
  /** Operators released the payout: what it waited for is not doubted again. */
  accepted(tx: Tx, payout: ReviewedPayout): Promise<void>;
  /** Rounds that this payout waits for or has waited for. */
  doubted(payout: Uuid): Promise<readonly DoubtedRound[]>;
}

export interface ReviewedPayout {
  readonly id: Uuid;
  readonly player: PlayerId;
}

export interface DoubtedRound {
  /** Id of the round, as `/verify` finds it. */
  readonly round: Uuid;
  readonly game: string;
  readonly doubt: Doubt;
  /** The steps of the verification that differ, or why nothing could be computed. */
  readonly found: readonly string[];
}

/** Without a module that reviews nothing is in doubt. */
export const noReview: PayoutReview = {
  prepare: async () => undefined,
  doubt: async () => undefined,
  accepted: async () => undefined,
  doubted: async () => [],
};
