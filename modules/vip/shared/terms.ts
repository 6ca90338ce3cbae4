import * as z from "zod/mini";
import { vipLevels } from "./levels.ts";

/** What a level gives. Rates in thousandths. */
export interface LevelTerms {
  /** Rakeback on the theoretical loss. */
  readonly rakeback: number;
  /** Cashback on the week's net real loss. */
  readonly cashback: number;
  /** The most that reaching it gives, in roubles. */
  readonly levelUp: number;
  /** Times the daily limit of withdrawals. */
  readonly payoutFactor: number;
}

export interface RewardTerms {
  /** Terms of each level, the lowest first. */
  readonly levels: readonly LevelTerms[];
  /** A week's cashback is at most this share of its theoretical loss. */
  readonly cashbackShare: number;
  /** Reaching a level gives this share of the theoretical loss made inside the level left. */
  readonly levelUpShare: number;
}

const level = (rakeback: number, cashback: number, levelUp: number, payoutFactor: number): LevelTerms => {
  return { rakeback, cashback, levelUp, payoutFactor };
};

/** In force until others are published. */
export const firstTerms: RewardTerms = {
  levels: [
    level(50, 0, 500, 1),
    level(70, 30, 5_000, 1),
    level(100, 50, 25_000, 2),
    level(140, 80, 100_000, 3),
    level(180, 120, 500_000, 5),
  ],
  cashbackShare: 200,
  levelUpShare: 100,
};

/** All rewards together stay below this share of the theoretical loss, in thousandths. */
export const mostOfLoss = 500;
const mostFactor = 10;
const mostLevelUp = 1_000_000;

const thousandths = z.int().check(z.gte(0), z.lte(1_000));
const termsSchema = z.object({
  levels: z
    .array(
      z.object({
        rakeback: thousandths,
        cashback: thousandths,
        levelUp: z.int().check(z.gte(0), z.lte(mostLevelUp)),
        payoutFactor: z.int().check(z.gte(1), z.lte(mostFactor)),
      }),
    )
    .check(z.length(vipLevels.length)),
  cashbackShare: thousandths,
  levelUpShare: thousandths,
});

export const termsFaults = ["terms_invalid", "rewards_too_high", "rewards_fall"] as const;
export type TermsFault = (typeof termsFaults)[number];

/** Whether terms may be published: rewards of each level together below half of its theoretical loss, and no level with less than the one before. */
export function faultOf(terms: unknown): TermsFault | undefined {
  const read = z.safeParse(termsSchema, terms);
  if (!read.success) return "terms_invalid";
  if (read.data.levels.some((_, index) => shareOfLoss(read.data, index) >= mostOfLoss)) return "rewards_too_high";
  const falls = read.data.levels.some((each, index) => {
    const before = read.data.levels[index - 1];
    return before !== undefined && numbersOf(each).some((number, at) => number < (numbersOf(before)[at] ?? 0));
  });
  return falls ? "rewards_fall" : undefined;
}

/** The most that a level's rewards are of its theoretical loss together, in thousandths. */
export function shareOfLoss({ levels, cashbackShare, levelUpShare }: RewardTerms, index: number): number {
  const { rakeback = 0, cashback = 0 } = levels[index] ?? {};
  return rakeback + (cashback > 0 ? cashbackShare : 0) + levelUpShare;
}

/** Whether anything is more than before: that takes two people. */
export function isLoosening(before: RewardTerms, after: RewardTerms): boolean {
  return (
    after.cashbackShare > before.cashbackShare ||
    after.levelUpShare > before.levelUpShare ||
    after.levels.some((each, index) => {
      const former = before.levels[index];
      return !former || numbersOf(each).some((number, at) => number > (numbersOf(former)[at] ?? 0));
    })
  );
}

const numbersOf = ({ rakeback, cashback, levelUp, payoutFactor }: LevelTerms) => [
  rakeback,
  cashback,
  levelUp,
  payoutFactor,
];
