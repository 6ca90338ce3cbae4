import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { type Chip, inClothOrder, totalStake } from "../shared/rules.ts";
import type { CalledBet } from "../shared/wheel.ts";

/** The chips that a player lays before they are bet: what each move added, so that it can be taken back. */
export type Moves = readonly (readonly Chip[])[];

/** Chips in hand, in major units; those within the limits of a spot are offered. */
const inHand: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ["1", "10", "100", "500", "1000", "5000"],
  KZT: ["5", "50", "500", "5000"],
  USD: ["0.01", "0.02", "0.05", "0.1"],
  EUR: ["0.01", "0.02", "0.05", "0.1"],
  INR: ["1", "10", "50", "100"],
};

/** The values of chips that may be laid; the smallest stake where none of the usual ones fits. */
export function chipValues(currency: Currency, { min, max }: StakeLimits): readonly Micros[] {
  const values = inHand[currency].map(parseDecimal);
  const fitting = values.filter(value => value >= min && value <= max);
  return fitting.length > 0 ? fitting : [min];
}

/** What lies on the cloth by these moves, a spot once. */
export function chipsOf(moves: Moves): readonly Chip[] {
  const sums = new Map<string, bigint>();
  for (const { spot, stake } of moves.flat()) sums.set(spot, (sums.get(spot) ?? 0n) + stake);
  return inClothOrder([...sums].filter(([, sum]) => sum > 0n).map(([spot, sum]) => ({ spot, stake: micros(sum) })));
}

/** What a spot has by these chips. */
export function onSpot(chips: readonly Chip[], spot: string): Micros {
  return totalStake(chips.filter(chip => chip.spot === spot));
}

interface Headroom {
  readonly max: Micros;
  /** Chips that are bet already and count towards the limits of their spots. */
  readonly bet: readonly Chip[];
}

/** Lays these chips, each as far as its spot's limit lets it; the same moves when none of them fits. */
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

/** The chips of a called bet at this value of a chip. */
export const calledChips = (called: CalledBet, chip: Micros): Chip[] =>
  called.map(([spot, count]) => ({ spot, stake: micros(chip * BigInt(count)) }));

/** Takes everything off one spot. */
export function takeOff(moves: Moves, spot: string): Moves {
  return moves.map(move => move.filter(chip => chip.spot !== spot)).filter(move => move.length > 0);
}

export const undo = (moves: Moves): Moves => moves.slice(0, -1);

/** Lays everything a second time. */
export const double = (moves: Moves, headroom: Headroom): Moves => layChips(moves, chipsOf(moves), headroom);
