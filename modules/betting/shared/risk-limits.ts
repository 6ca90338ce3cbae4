import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { MarketGroup } from "#modules/odds/shared/market-kinds.ts";
import { exactReturn, type Factor, one, type PricedSlip, truncated } from "./slip-payout.ts";

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

/** What a slip is expected to return if this leg wins, and its place part with it: the other legs count as what was staked on them. Of a single, all of it. */
export function legLiability({ shape, stake, factors, places }: PricedSlip, leg: number): Micros {
  const alone = (each: Factor, position: number) => (position === leg ? each : one);
  return truncated(exactReturn({ shape, stake, factors: factors.map(alone), places: places?.map(alone) }));
}

/** Most that unconfirmed results of an event pay one player, in micro-dollars. */
export const earlyPayoutLimit = 1_000n * dollars;
