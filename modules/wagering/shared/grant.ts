import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";

/** How a grant of bonus money ends. `completed`: its wagering was met. `lost`: nothing is left of it. */
export const grantEnds = ["completed", "lost", "expired", "cancelled", "forfeited"] as const;
export type GrantEnd = (typeof grantEnds)[number];
export type GrantState = "active" | GrantEnd;

/** Bonus money as it is given to a player. */
export interface GrantTerms {
  /** The reference of its movements. */
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly currency: Currency;
  /** The account `bonus:*` that pays for it. */
  readonly account: number;
  readonly amount: Micros;
  /** What bets have to count before it is released. */
  readonly target: Micros;
  /** A larger stake takes no bonus money and counts nothing. */
  readonly maxBet: Micros;
  /** The games whose stakes may take bonus money and count. */
  readonly games: readonly string[];
  readonly until: Date;
}

/** The active grant, as the row of the wallet has it. */
export interface ActiveGrant {
  readonly number: number;
  readonly id: Uuid;
  readonly account: number;
  readonly left: Micros;
  readonly maxBet: Micros;
  readonly until: Date;
  /** Open bets that count for it. */
  readonly open: number;
  readonly games: bigint;
}

/** A grant with less than this ends: one hundredth of the currency, in micro-units. */
export const leastBonus = 10_000n;

/** Why the grant ends now without a request by its player; undefined while it continues. */
export function endDue(
  { left, open, until }: Pick<ActiveGrant, "left" | "open" | "until">,
  bonus: bigint,
  nowMs: number,
): GrantEnd | undefined {
  if (left === 0n) return "completed";
  if (open > 0) return undefined;
  if (until.getTime() <= nowMs) return "expired";
  return bonus < leastBonus ? "lost" : undefined;
}

/** Whether a stake may take the grant's bonus money, and counts. `rate` in thousandths. */
export function takesBonus(
  { maxBet, until, games }: Pick<ActiveGrant, "maxBet" | "until" | "games">,
  bet: { readonly stake: bigint; readonly rate: number; readonly game: number },
  nowMs: number,
): boolean {
  return bet.rate > 0 && bet.stake <= maxBet && nowMs < until.getTime() && includesGame(games, bet.game);
}

/** Of live tables of outside providers, in a grant: they have no number in the chart. Slots have theirs. */
const tablesNumber = 62;
/** Products of outside providers: a grant names them as it names our own games. */
export const providerProducts = ["slots", "tables"] as const;
export type ProviderProduct = (typeof providerProducts)[number];

/** Slips of the sportsbook count from this price on, in thousandths: each of their combinations. */
export const leastSlipPrice = 1_500;

/** The number of a game, or of a provider's product, in a grant. */
export const numberInGrant = (name: string): number => (name === "tables" ? tablesNumber : gameNumber(name));

/** The bit of a number in `games`; numbers of providers' games have none. */
export const includesGame = (games: bigint, game: number): boolean =>
  game < 63 && ((games >> BigInt(game)) & 1n) === 1n;

export const gamesMask = (numbers: readonly number[]): bigint =>
  numbers.reduce((mask, number) => mask | (1n << BigInt(number)), 0n);

/** The bonus money's share of a payout: what the floor of the real share leaves. */
export function bonusShare(payout: bigint, stake: bigint, fromBonus: bigint): bigint {
  return fromBonus === 0n ? 0n : payout - (payout * (stake - fromBonus)) / stake;
}

/** What a settled bet counts: at most what is left. */
export function countedOf(stake: bigint, rate: number, left: bigint): bigint {
  const counts = (stake * BigInt(rate)) / 1000n;
  return counts < left ? counts : left;
}

/**
 * The rate of a bet in thousandths, from its edge: whatever is played, wagering costs 4 % of what is counted on average.
 * @param returned what the bet returns of its stake on average, exactly
 */
export function rateOf(returned: { readonly numerator: bigint; readonly denominator: bigint }): number {
  const edge = returned.denominator - returned.numerator;
  if (edge <= 0n) return 0;
  const perEdge = 1000n * 25n;
  return Number((edge * perEdge + returned.denominator - 1n) / returned.denominator);
}
