import type { ReturnedOf } from "#modules/projections/server/index.ts";

/** What the rules of the games say about bets. */
export interface JackpotFacts {
  /** Whether bets of the game may take part: our own games that are not between players. */
  counts(game: string): boolean;
  readonly returnedOf: ReturnedOf;
}
