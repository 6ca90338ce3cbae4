import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { FreeBet } from "#modules/wallet/server/index.ts";

/** What promotions grant on slips: a module above this one answers. */
export interface Offers {
  /** Free bets that the player can stake now. */
  freeBets(player: PlayerId, currency: Currency): Promise<readonly FreeBet[]>;
}

/** Without promotions there are no free bets. The boost of accumulators is a rule of slips (`accumulatorBoost`). */
export const noOffers: Offers = { freeBets: async () => [] };
