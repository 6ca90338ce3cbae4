import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** Micro-units of a campaign's cost cap up to which one operator starts it alone; about EUR 500. */
export const aloneUpTo: Readonly<Record<Currency, Micros>> = {
  EUR: micros(500_000_000n),
  USD: micros(500_000_000n),
  RUB: micros(50_000_000_000n),
  KZT: micros(250_000_000_000n),
  INR: micros(50_000_000_000n),
};

/** What rounds win is real money, or is collected for a bonus, whose campaign gives them. */
export const winKinds = ["real", "bonus"] as const;
export type Wins = (typeof winKinds)[number];

export const mostRounds = 1_000;
/** A list of ids that fits the body of a call. */
export const mostPlayersAtOnce = 300;
/** How far ahead a campaign may expire. */
export const longestMs = 366 * 86_400_000;

/** What the stakes of these rounds would have cost. */
export function totalStake(bet: Micros, rounds: number): Micros {
  return micros(bet * BigInt(rounds));
}

/** What rounds of these stakes win on average: its share by the game's RTP (percent, a decimal), cut to a micro-unit. */
export function expectedCost(stakes: Micros, rtp: string): Micros {
  const [whole = "0", fraction = ""] = rtp.split(".");
  return micros((stakes * BigInt(whole + fraction)) / (100n * 10n ** BigInt(fraction.length)));
}
