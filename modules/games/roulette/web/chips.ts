import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { type Chip, inClothOrder, totalStake } from "../shared/rules.ts";
import type { CalledBet } from "../shared/wheel.ts";

/** The chips a player places before betting: a list of moves, so that each can be undone. */
export type Moves = readonly (readonly Chip[])[];

/** Denominations in major units; those within the limits of a spot are offered. */
const inHand: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ["1", "10", "100", "500", "1000", "5000"],
  KZT: ["5", "50", "500", "5000"],
  USD: ["0.01", "0.02", "0.05", "0.1"],
  EUR: ["0.01", "0.02", "0.05", "0.1"],
  INR: ["1", "10", "50", "100"],
};

/** The denominations that may be placed; the smallest stake if no usual one fits. */
export function chipValues(currency: Currency, { min, max }: StakeLimits): readonly Micros[] {
  const values = inHand[currency].map(parseDecimal);
  const fitting = values.filter(value => value >= min && value <= max);
  return fitting.length > 0 ? fitting : [min];
}

/** The chips on the cloth after these moves, each spot once. */
export function chipsOf(moves: Moves): readonly Chip[] {
  const sums = new Map<string, bigint>();
  for (const { spot, stake } of moves.flat()) sums.set(spot, (sums.get(spot) ?? 0n) + stake);
  return inClothOrder([...sums].filter(([, sum]) => sum > 0n).map(([spot, sum]) => ({ spot, stake: micros(sum) })));
}

/** The chips on a spot. */
export function onSpot(chips: readonly Chip[], spot: string): Micros {
  return totalStake(chips.filter(chip => chip.spot === spot));
}

interface Headroom {
  readonly max: Micros;
  /** Chips that are already bet count towards the limits of their spots. */
  readonly bet: readonly Chip[];
}

/** Places these chips, each as far as its spot's limit allows; the same moves when none of them fits. */
export function layChips(moves: Moves, chips: readonly Chip[], { max, bet }: Headroom): Moves {
  const laid = chipsOf(moves);
  const move: Chip[] = [];
  for (const { spot, stake } of chips) {
    const headroom = max - onSpot(laid, spot) - onSpot(bet, spot) - onSpot(move, spot);
    const fits = headroom < stake ? headroom : stake;
    if (fits > 0n) move.push({ spot, stake: micros(fits) });
  }
  return move.length === 0 ? moves : [...moves, move];
}

/** The chips of a called bet at this denomination. */
export const calledChips = (called: CalledBet, chip: Micros): Chip[] =>
  called.map(([spot, count]) => ({ spot, stake: micros(chip * BigInt(count)) }));

/** Removes everything from one spot. */
export function takeOff(moves: Moves, spot: string): Moves {
  return moves.map(move => move.filter(chip => chip.spot !== spot)).filter(move => move.length > 0);
}

export const undo = (moves: Moves): Moves => moves.slice(0, -1);

/** Doubles everything. */
export const double = (moves: Moves, headroom: Headroom): Moves => layChips(moves, chipsOf(moves), headroom);
