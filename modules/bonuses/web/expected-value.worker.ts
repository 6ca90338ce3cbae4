import { betOfSpin, betsOfGame, type PublishedSpin } from "../shared/example-bets.ts";
import { type ExpectedValue, expectedValue } from "../shared/expected-value.ts";
import type { WageringGame } from "../shared/terms.ts";

/** What a bonus is worth with one bet of a game; computed beside the page, which must not wait for it. */
export interface ValueQuestion {
  readonly amount: bigint;
  readonly target: bigint;
  readonly stake: bigint;
  /** A bet of {@link betsOfGame}, or a spin of a slot. */
  readonly of: { readonly game: WageringGame; readonly bet: string } | PublishedSpin;
  readonly cap?: bigint | null;
}

/** In the order of the questions; null for too many bets. */
export type ValueAnswer = ExpectedValue | null;

addEventListener("message", ({ data }: MessageEvent<readonly ValueQuestion[]>) => {
  postMessage(
    data.map((question): ValueAnswer => {
      const { of } = question;
      const bet = "payouts" in of ? betOfSpin(of) : betsOfGame(of.game).find(({ id }) => id === of.bet);
      return (bet && expectedValue({ ...question, odds: bet.odds, rate: bet.rate })) ?? null;
    }),
  );
});
