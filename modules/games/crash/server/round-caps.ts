import { formatAmount, type Micros, type Ratio } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { roundBudget } from "#modules/engines/shared-rounds/server/index.ts";
import { maxMultiplier } from "../shared/climb.ts";
import { minCashOut, payoutAt } from "../shared/rules.ts";

/** What bets of one currency can win in a round at most, given what is reserved for those already in. */
export interface RoundCaps {
  /** Largest payout of one bet. */
  readonly amount: Micros;
  /** Hundredths: largest multiplier of one bet. */
  readonly maxMultiplier: number;
}

interface CapInputs {
  /** The day's win cap of one bet. */
  readonly cap: Micros;
  readonly bankroll: Micros;
  readonly maxStake: Micros;
}

/**
 * A round may lose a tenth of the bankroll at its caps. One bet gets at most a tenth of what is left of that, and once half is
 * reserved at most its share by stake, so that many small bets never leave nothing for the next.
 * @param reserved the sum of the win caps of the bets already in
 */
export function roundCaps({ maxStake, ...inputs }: CapInputs, reserved: Micros): RoundCaps {
  const { whole, left, amount } = roundBudget(inputs, reserved);
  const byShare = (left * 10n) / maxStake;
  const multiplier = left * 2n >= whole || byShare > maxMultiplier ? maxMultiplier : Number(byShare);
  return { amount, maxMultiplier: multiplier };
}

/**
 * The win cap of a bet made now: what it could win by its own automatic cash-out, within the round's caps.
 * @param autoCashOut hundredths, null without one
 */
export function betCap(caps: RoundCaps, stake: Micros, autoCashOut: number | null): Micros {
  const own = payoutAt(stake, Math.min(autoCashOut ?? maxMultiplier, caps.maxMultiplier));
  return own < caps.amount ? own : caps.amount;
}

/** The lowest cash-out as a ratio: a bet whose cap is below it could never win. */
export const lowestCashOut: Ratio = { numerator: BigInt(minCashOut), denominator: 100n };

/** The caps of every currency on the wire. */
export type WinCaps = Record<string, { amount: string; max_multiplier: string }>;

export function winCapsView(caps: (currency: Currency) => RoundCaps): WinCaps {
  return Object.fromEntries(currencyCodes.map(currency => [currency, capsView(caps(currency))]));
}

export function capsView({ amount, maxMultiplier }: RoundCaps) {
  return { amount: formatAmount(amount), max_multiplier: formatHundredths(maxMultiplier) };
}
