import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { wageringBets } from "#modules/games/printed/wagering.ts";
import { leastSlipPrice, providerProducts } from "#modules/wagering/shared/grant.ts";
import type { BonusProfile } from "./bonus-profile.ts";

/** The terms of bonuses: rules in whole micro-units. */

/** The games whose stakes may take bonus money and count; each passes what its bets return (`returned`). */
export type WageringGame = keyof typeof wageringBets;
export const wageringGames = Object.keys(wageringBets) as readonly WageringGame[];
export const isWageringGame = (name: string): name is WageringGame =>
  (wageringGames as readonly string[]).includes(name);

/** What a bonus is for, never both: games, or slips of the sportsbook. */
export const bonusProducts = ["games", "betting"] as const;
export type BonusProduct = (typeof bonusProducts)[number];

/** What a bonus for games names: our own, and the products of outside providers, whose games count by what they are published to return. */
const bonusGames: readonly string[] = [...wageringGames, ...providerProducts];

/** Slips count from these odds on, each of their combinations; null for games. */
export const leastOddsOf = (product: BonusProduct): string | null =>
  product === "betting" ? (leastSlipPrice / 1000).toFixed(2) : null;

/** What a bonus names: one of the UK profile, whose rates have to be known, and one with a conversion cap, whose bets end once, our own games only. */
export function gamesOf(
  product: BonusProduct,
  { profile = "base", cap = null }: { readonly profile?: BonusProfile; readonly cap?: bigint | null } = {},
): readonly string[] {
  if (product === "betting") return ["betting"];
  return profile === "uk" || cap !== null ? wageringGames : bonusGames;
}

/** A larger stake takes no bonus money and does not count towards wagering. */
export const maxBets: Readonly<Record<Currency, Micros>> = {
  EUR: micros(5_000_000n),
  USD: micros(5_000_000n),
  RUB: micros(300_000_000n),
  INR: micros(300_000_000n),
  KZT: micros(1_500_000_000n),
};

export const defaultWager = 20;
export const mostWager = 25;

/** Budget in micro-units up to which one operator activates a campaign alone; about EUR 500. */
export const aloneUpTo: Readonly<Record<Currency, Micros>> = {
  EUR: micros(500_000_000n),
  USD: micros(500_000_000n),
  RUB: micros(50_000_000_000n),
  KZT: micros(250_000_000_000n),
  INR: micros(50_000_000_000n),
};

/** What one operator gives alone as a free bet, in micro-units: about EUR 50. */
export const mostFreeBet: Readonly<Record<Currency, Micros>> = {
  EUR: micros(50_000_000n),
  USD: micros(50_000_000n),
  RUB: micros(5_000_000_000n),
  KZT: micros(25_000_000_000n),
  INR: micros(5_000_000_000n),
};

/** Free bets that a player may have unused. */
export const mostUnusedFreeBets = 5;

/** A hundredth, in micro-units: bonuses are whole hundredths. */
const minorUnit = 10_000n;

/** What a credited deposit brings: its percentage, cut to a hundredth, at most the cap. */
export function depositBonus(credited: bigint, percent: number, cap: bigint): Micros {
  const share = (credited * BigInt(percent)) / 100n;
  const cut = share - (share % minorUnit);
  return micros(cut < cap ? cut : cap);
}

/** A conversion cap is at least this many times the gift. */
export const leastCapTimes = 5n;

/** What has to be wagered. */
export const targetOf = (amount: bigint, wager: number): Micros => micros(amount * BigInt(wager));

/** What wagering costs on average, at most, in percent of the bonus: every bet counts by its edge, so whatever is played. */
export const averageCostPercent = (wager: number): number => wager * 4;
