import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { MarketGroup } from "#modules/odds/shared/market-kinds.ts";
import { exactReturn, one, priceRatio, truncated } from "./slip-payout.ts";
import type { Shape } from "./systems.ts";

/** Units of a currency that count as one dollar in sums of risk. Fixed, so that no feed decides whether a slip fits. */
const perDollar: Readonly<Record<Currency, bigint>> = { USD: 1n, EUR: 1n, RUB: 100n, INR: 100n, KZT: 500n };

/** Micro-dollars, rounded up. */
export function riskDollars(currency: Currency, amount: Micros): bigint {
  const units = perDollar[currency];
  return (amount + units - 1n) / units;
}

export interface RiskLimit {
  /** The most that one slip may win on an outcome, in micro-dollars. */
  readonly win: bigint;
  /** The most that an outcome may cost, all open slips together. */
  readonly outcome: bigint;
}

const dollars = 1_000_000n;
const limit = (win: bigint): RiskLimit => ({ win: win * dollars, outcome: 5n * win * dollars });

export const riskLimits: Readonly<Record<MarketGroup, RiskLimit>> = {
  main: limit(10_000n),
  goals: limit(10_000n),
  halves: limit(5_000n),
  corners: limit(2_000n),
  cards: limit(2_000n),
  scorers: limit(2_000n),
  sets: limit(5_000n),
  games: limit(5_000n),
  maps: limit(5_000n),
  outright: limit(5_000n),
};

/** What a slip is expected to return if this leg wins: the other legs count as what was staked on them. Of a single, all of it. */
export function legLiability(shape: Shape, stake: Micros, prices: readonly number[], leg: number): Micros {
  const factors = prices.map((price, position) => (position === leg ? priceRatio(price) : one));
  return truncated(exactReturn({ shape, stake, factors }));
}

/** Most that unconfirmed results of an event pay one player, in micro-dollars. */
export const earlyPayoutLimit = 1_000n * dollars;
