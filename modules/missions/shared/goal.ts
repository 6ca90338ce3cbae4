import type { Micros } from "#kit/money/amount.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/**
 * What a mission asks for. There is no goal by losses, deposits, hours, sums of stakes or days in a row, and there cannot be: each of these is reached by any stake, in little
 * time, or by protecting oneself.
 */
export const goalKinds = ["games", "multiplier", "seed", "limit"] as const;
export type GoalKind = (typeof goalKinds)[number];

/** `games`: so many different games; `multiplier`: a payout of so many times any stake; `seed`: a revealed server seed, to check one's bets with; `limit`: a limit of one's own. */
export type Goal =
  | { readonly kind: "games" | "multiplier"; readonly count: number }
  | { readonly kind: "seed" | "limit" };

/** Bounds of `count`. */
export const counts = {
  games: { least: 2, most: 5 },
  multiplier: { least: 2, most: 20 },
} as const;

/** Goals of play are in all games together, and some licences allow no promotion that asks for it. */
export const isOfPlay = ({ kind }: Pick<Goal, "kind">): boolean => kind === "games" || kind === "multiplier";

export const periods = ["once", "week"] as const;
export type Period = (typeof periods)[number];

/** About five euros. */
export const mostPrize: Readonly<Record<Currency, Micros>> = {
  EUR: micros(5_000_000n),
  USD: micros(5_000_000n),
  RUB: micros(500_000_000n),
  INR: micros(500_000_000n),
  KZT: micros(2_500_000_000n),
};

/** What a mission may cost that one operator opens alone; about EUR 500. */
export const aloneUpTo: Readonly<Record<Currency, Micros>> = {
  EUR: micros(500_000_000n),
  USD: micros(500_000_000n),
  RUB: micros(50_000_000_000n),
  KZT: micros(250_000_000_000n),
  INR: micros(50_000_000_000n),
};

export const mostPlaces = 100_000;

/** What a player has done in the period. */
export interface Done {
  readonly games: number;
  /** Ten-thousandths. */
  readonly bestMultiplier: number;
  readonly seeds: number;
  readonly limits: number;
}

export interface Progress {
  /** Never more than `of`. Of a multiplier in hundredths. */
  readonly done: number;
  readonly of: number;
}

/** How far a player is; reached where both are equal. */
export function progressOf(goal: Goal, { games, bestMultiplier, seeds, limits }: Done): Progress {
  switch (goal.kind) {
    case "games":
      return { done: Math.min(games, goal.count), of: goal.count };
    case "multiplier":
      return { done: Math.min(Math.floor(bestMultiplier / 100), goal.count * 100), of: goal.count * 100 };
    case "seed":
      return { done: Math.min(seeds, 1), of: 1 };
    case "limit":
      return { done: Math.min(limits, 1), of: 1 };
  }
}

const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first day (UTC) of a player's week: a Monday. */
export function mondayOf(nowMs: number): string {
  const day = Math.floor(nowMs / dayMs);
  // 1 January 1970 was a Thursday.
  return dateOf((day - ((day + 3) % 7)) * dayMs);
}

/** Where a period without an end begins. */
export const always = "1970-01-01";

/** The name of the period that a moment is in. */
export const periodOf = (period: Period, nowMs: number): string => (period === "week" ? mondayOf(nowMs) : always);

interface Begun {
  readonly period: Period;
  readonly openedAt: Date | null;
  readonly prize: bigint | null;
  /** Of a targeted mission: for the player. */
  readonly startedAt: Date | null;
}

/** The first day that counts: of a mission with a prize not before it was opened, or started for the player. */
export function countsFrom({ period, openedAt, prize, startedAt }: Begun, nowMs: number): string {
  const from = periodOf(period, nowMs);
  const begun = startedAt ?? openedAt;
  const opened = prize === null || !begun ? always : dateOf(begun.getTime());
  return from > opened ? from : opened;
}
