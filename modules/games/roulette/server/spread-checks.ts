import { Failure } from "#kit/contract/error-code.ts";
import { formatAmount, type Micros, microsPerMinor } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { stakeOutOfLimits, winCapPassed } from "#modules/bets/shared/errors.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { type Chip, largestPayout, type RouletteRules, totalStake } from "../shared/rules.ts";

/**
 * Refusal of a spread with too little or too much on one of its spots.
 * @param onSpot what the player has there already by other bets of the round
 */
export function spotRefusal(
  currency: Currency,
  chips: readonly Chip[],
  onSpot: (spot: string) => Micros = () => 0n as Micros,
): Failure | undefined {
  const { min, max } = rouletteLimits[currency];
  const isWithin = ({ spot, stake }: Chip) => stake >= min && stake + onSpot(spot) <= max;
  if (chips.every(isWithin)) return undefined;
  return new Failure(stakeOutOfLimits, { data: { min: formatAmount(min), max: formatAmount(max) } });
}

/** Refusal of a spread whose largest payout, over all pockets, would pass the cap; a prize is never shortened instead. */
export function spreadCapRefusal(rules: RouletteRules, cap: Micros, chips: readonly Chip[]): Failure | undefined {
  const largest = largestPayout(rules, chips);
  if (largest <= cap) return undefined;
  const stake = (totalStake(chips) * cap) / largest;
  const data = { win_cap: formatAmount(cap), max_stake: formatAmount(stake - (stake % microsPerMinor)) };
  return new Failure(winCapPassed, { data });
}
