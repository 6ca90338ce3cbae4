import type { ReturnedOf } from "#modules/projections/server/index.ts";

type BetOfRules = Parameters<ReturnedOf>[0];

/** What the rules of the games say about bets. */
export interface BetFacts {
  /** Whether bets of the game may count at all: never games between players. */
  counts(game: string): boolean;
  /** Whether games of providers are among them: only their rounds are voided after they were settled. */
  readonly countsProviders: boolean;
  readonly returnedOf: ReturnedOf;
  /** What a bet pays at each outcome of its round; undefined of a game whose bets cannot cover opposite outcomes. */
  paysAt(bet: BetOfRules): readonly bigint[] | undefined;
}
