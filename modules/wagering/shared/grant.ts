import { type Micros, micros } from "#kit/money/amount.ts";
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
  /** A larger stake takes no bonus money and does not count towards wagering. */
  readonly maxBet: Micros;
  /** The games whose stakes may take bonus money and count. */
  readonly games: readonly string[];
  readonly until: Date;
  /** The most that it releases; without one all of it. Of our own games only: their bets end once. */
  readonly cap?: Micros | null;
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
  readonly cap: Micros | null;
}

/** A grant with less than this ends: one hundredth of the currency, in micro-units. */
export const leastBonus = 10_000n;

/**
 * Why the grant ends now without a request by its player; undefined while it continues. One with a cap waits for its open bets, so that their shares are
 * within the cap too.
 */
export function endDue(
  { left, open, until, games }: Pick<ActiveGrant, "left" | "open" | "until" | "games">,
  bonus: bigint,
  nowMs: number,
): GrantEnd | undefined {
  if (left === 0n && (open === 0 || !isCapped(games))) return "completed";
  if (open > 0) return undefined;
  if (until.getTime() <= nowMs) return "expired";
  return bonus < leastBonus ? "lost" : undefined;
}

/** How a grant ends that its player or operators end: wagered is wagered. Shares of bets that are open then return where the grant has a cap. */
export function endAsked(
  grant: Pick<ActiveGrant, "left" | "open" | "until" | "games">,
  bonus: bigint,
  nowMs: number,
  how: GrantEnd,
): GrantEnd {
  return grant.left === 0n ? "completed" : (endDue(grant, bonus, nowMs) ?? how);
}

/** What becomes real of the bonus money that is left, at most the cap, and what returns to the account that gave it. */
export function sharesOf(
  end: GrantEnd,
  bonus: bigint,
  cap: bigint | null,
): { readonly released: Micros; readonly returned: Micros } {
  const most = end === "completed" ? (cap ?? bonus) : 0n;
  const released = most < bonus ? most : bonus;
  return { released: micros(released), returned: micros(bonus - released) };
}

/** Whether a stake may take the grant's bonus money, and counts: nothing does once nothing is left to wager. `rate` in thousandths. */
export function takesBonus(
  { left, maxBet, until, games }: Pick<ActiveGrant, "left" | "maxBet" | "until" | "games">,
  bet: { readonly stake: bigint; readonly rate: number; readonly game: number },
  nowMs: number,
): boolean {
  return left > 0n && bet.rate > 0 && bet.stake <= maxBet && nowMs < until.getTime() && includesGame(games, bet.game);
}

/** Number of live tables of outside providers in a grant: they have no number in the chart. Slots have theirs. */
const tablesNumber = 62;
/** Products of outside providers: a grant names them as it names our own games. */
export const providerProducts = ["slots", "tables"] as const;
export type ProviderProduct = (typeof providerProducts)[number];

/** Slips of the sportsbook count from this price on, in thousandths: each of their combinations. */
export const leastSlipPrice = 1_500;

/** The number of a game, or of a provider's product, in a grant. */
export const numberInGrant = (name: string): number => (name === "tables" ? tablesNumber : gameNumber(name));

/** The bit of a grant with a cap among those of its games: no product has this number. */
export const cappedNumber = 61;
export const isCapped = (games: bigint): boolean => includesGame(games, cappedNumber);

/** The number of no grant: of free rounds whose wins are collected for a bonus. */
export const collectedGrant = 0;

/** The bit of a number in `games`; numbers of providers' games have none. */
export const includesGame = (games: bigint, game: number): boolean =>
  game < 63 && ((games >> BigInt(game)) & 1n) === 1n;

/** What a grant keeps of its terms in `games`. */
export const maskOf = ({ games, cap }: Pick<GrantTerms, "games" | "cap">): bigint =>
  gamesMask([...games.map(numberInGrant), ...(cap ? [cappedNumber] : [])]);

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
