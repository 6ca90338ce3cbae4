import { Failure } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { stakeOutOfLimits } from "#modules/bets/shared/errors.ts";
import { findLine, hasOutcome } from "#modules/odds/shared/market-kinds.ts";
import { type EachWay, eachWayPrice } from "../shared/each-way.ts";
import { badSystem, limitExceeded, relatedLegs } from "../shared/errors.ts";
import { priceText, type RequestedLeg, type RequestedSlip, type SlipProblem } from "../shared/read-slip.ts";
import { legLiability, riskDollars } from "../shared/risk-limits.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { exactReturn, highestStake, priceRatio, stakeOfTotal, truncated } from "../shared/slip-payout.ts";
import { combinationsOf } from "../shared/systems.ts";
import { type LegLimit, legLimit } from "./leg-limits.ts";

/** The refusal of a request that is not well-formed. */
export function problemFailure({ code, field, legs }: SlipProblem, currency: Currency): Failure {
  if (code === "bad_system") return new Failure(badSystem, { data: { field } });
  if (code === "related_legs") return new Failure(relatedLegs, { data: { legs } });
  if (code === "validation_failed") return new Failure(validationFailed, { errors: { [field]: ["invalid"] } });
  const { minUnit, minSlip, ceiling } = slipLimits[currency];
  const data = { min_unit: formatAmount(minUnit), min: formatAmount(minSlip), max: formatAmount(ceiling) };
  return new Failure(stakeOutOfLimits, { data });
}

/** The legs with canonical specifiers, or the refusal of one that names no outcome we list. */
export function canonicalLegs(legs: readonly RequestedLeg[]): readonly RequestedLeg[] | Failure {
  const canonical: RequestedLeg[] = [];
  for (const [position, leg] of legs.entries()) {
    const line = findLine(leg.market, leg.spec);
    const field = `legs.${position}.${line ? "outcome" : "market"}`;
    if (!line || !hasOutcome(line.kind, leg.outcome))
      return problemFailure({ code: "validation_failed", field }, "USD");
    canonical.push({ ...leg, spec: line.spec });
  }
  return canonical;
}

/** What an outcome may cost for a slip at these prices, in micro-dollars. */
export interface LegRisk {
  readonly liability: bigint;
  readonly stakeUsd: bigint;
  readonly cap: bigint;
}

/** The risk of each leg at the prices that the slip may be accepted at, or the refusal of a stake above a limit. */
export function risksOf(
  {
    shape,
    stake,
    legs,
    eachWay,
  }: Pick<RequestedSlip, "shape" | "stake" | "legs"> & {
    readonly eachWay: readonly EachWay[] | null;
  },
  prices: readonly number[],
  currency: Currency,
  winCap: Micros,
  limits: readonly LegLimit[],
): readonly LegRisk[] | Failure {
  const bets = combinationsOf(shape) * (eachWay ? 2 : 1);
  const factors = prices.map(priceRatio);
  const places = eachWay?.map((terms, position) => eachWayPrice(prices[position] ?? 0, terms));
  if (truncated(exactReturn({ shape, stake, factors, places })) > winCap)
    return overLimit("win_cap", highestStake({ shape, factors, places }, winCap).stake);
  const stakeUsd = riskDollars(currency, stake);
  const risks: LegRisk[] = [];
  for (const [position, leg] of legs.entries()) {
    const { win, outcome, isLowered } = limits[position] ?? legLimit(leg, null);
    const liability = riskDollars(currency, legLiability({ shape, stake, factors, places }, position));
    const won = liability - stakeUsd;
    if (won > win)
      return overLimit(isLowered ? "your_limit" : "win", stakeOfTotal(((stake * win) / won) as Micros, bets).stake);
    risks.push({ liability, stakeUsd, cap: outcome });
  }
  return risks;
}

/** {@link risksOf} for a builder at its quoted price: each of its outcomes may cost the whole return. */
export function builderRisks(
  { shape, stake, legs }: RequestedSlip,
  price: number,
  currency: Currency,
  winCap: Micros,
  limits: readonly LegLimit[],
): readonly LegRisk[] | Failure {
  const factors = [priceRatio(price)];
  const largest = truncated(exactReturn({ shape, stake, factors }));
  if (largest > winCap) return overLimit("win_cap", highestStake({ shape, factors }, winCap).stake);
  const stakeUsd = riskDollars(currency, stake);
  const liability = riskDollars(currency, largest);
  const won = liability - stakeUsd;
  const risks: LegRisk[] = [];
  for (const [position, leg] of legs.entries()) {
    const { win, outcome, isLowered } = limits[position] ?? legLimit(leg, null);
    if (won > win)
      return overLimit(isLowered ? "your_limit" : "win", stakeOfTotal(((stake * win) / won) as Micros, 1).stake);
    risks.push({ liability, stakeUsd, cap: outcome });
  }
  return risks;
}

/** The refusal of a slip whose outcome has no headroom left: the stake that still fits. */
export function overExposure(
  { shape, stake, eachWay }: RequestedSlip,
  risks: readonly LegRisk[],
  ofLegs: readonly (bigint | null)[],
): Failure {
  const fits = risks.map(({ liability }, position) => {
    const headroom = ofLegs[position] ?? liability;
    return headroom >= liability ? stake : headroom <= 0n ? 0n : (stake * headroom) / liability;
  });
  const most = fits.reduce((least, each) => (each < least ? each : least), stake);
  return overLimit("exposure", stakeOfTotal(most as Micros, combinationsOf(shape) * (eachWay ? 2 : 1)).stake);
}

function overLimit(limit: "win_cap" | "win" | "your_limit" | "exposure", most: Micros): Failure {
  return new Failure(limitExceeded, { data: { limit, max_stake: formatAmount(most) } });
}

export const shownPrices = (prices: readonly (number | null)[]) =>
  prices.map((price, leg) => ({ leg, price: price === null ? null : priceText(price) }));
