import * as z from "zod/mini";
import { amountPattern, isWithinCeiling, parseDecimal } from "#kit/money/amount.ts";

/** What a partner is paid by, in the partner's currency. A published version is never changed. */
export interface Plan {
  /** Shares of net revenue in thousandths, by the first deposits of a month: the lowest first, beginning at 0. */
  readonly tiers: readonly { readonly from: number; readonly rate: number }[];
  /** Paid once for a player who deposits and plays; null for none. Decimals. */
  readonly cpa: {
    readonly amount: string;
    readonly deposit: string;
    /** The theoretical loss that the player has to reach within 30 days. */
    readonly loss: string;
  } | null;
  /** What a month below zero leaves to the next one. */
  readonly carry:
    | { readonly kind: "full" }
    | { readonly kind: "none" }
    | { readonly kind: "capped"; readonly most: string };
  /** Share in the commission of each partner that this one invited, thousandths; without it they bring nothing. */
  readonly sub?: number | undefined;
}

/** A partner is paid less than this share of what the players' bets cost them on average, in thousandths: rewards have the other half. */
export const mostOfLoss = 500;
const mostTiers = 6;
/** The largest share of a sub-partner's commission, in thousandths. */
export const mostOfSubs = 200;

const sum = z.string().check(z.regex(amountPattern), z.refine(isWithinCeiling));
const planSchema = z.object({
  tiers: z
    .array(
      z.object({
        from: z.int().check(z.gte(0), z.lte(1_000_000)),
        rate: z.int().check(z.gte(0), z.lte(mostOfLoss)),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostTiers)),
  cpa: z.nullable(z.object({ amount: sum, deposit: sum, loss: sum })),
  carry: z.union([z.object({ kind: z.enum(["full", "none"]) }), z.object({ kind: z.literal("capped"), most: sum })]),
  sub: z.optional(z.int().check(z.gte(1), z.lte(mostOfSubs))),
});

export const planFaults = ["plan_invalid", "plan_tiers_invalid", "plan_pays_too_much", "plan_subs_too_much"] as const;
export type PlanFault = (typeof planFaults)[number];

/**
 * Why a plan may not be published. Revenue share and CPA together stay within {@link mostOfLoss} of the theoretical loss that a player has to
 * make for them, so that bets on opposite sides through two partners cost more than both are paid.
 */
export function planFaultOf(plan: unknown): PlanFault | undefined {
  const read = z.safeParse(planSchema, plan);
  if (!read.success) return "plan_invalid";
  const { tiers, cpa } = read.data;
  const rises = tiers.every(({ from, rate }, index) => {
    const before = tiers[index - 1];
    return before === undefined ? from === 0 : from > before.from && rate > before.rate;
  });
  if (!rises) return "plan_tiers_invalid";
  if (cpa && parseDecimal(cpa.amount) === 0n) return "plan_pays_too_much";
  return isTooMuch(read.data, 0) ? "plan_pays_too_much" : undefined;
}

/** Whether a plan pays more than {@link mostOfLoss}, with `sub` thousandths of it paid to another partner on top. */
export function isTooMuch({ tiers, cpa }: Pick<Plan, "tiers" | "cpa">, sub: number): boolean {
  const rate = BigInt(tiers.at(-1)?.rate ?? 0);
  const [paid, loss] = cpa ? [parseDecimal(cpa.amount), parseDecimal(cpa.loss)] : [0n, 1n];
  return (rate * loss + paid * 1000n) * BigInt(1000 + sub) > BigInt(mostOfLoss) * 1000n * loss;
}

/** The share of a month with this many first deposits, in thousandths. */
export function rateOf({ tiers }: Plan, firstDeposits: number): number {
  return tiers.findLast(({ from }) => from <= firstDeposits)?.rate ?? 0;
}

/** What of a balance below zero is left to the next month, micro-units. */
export function carriedOf({ carry }: Plan, below: bigint): bigint {
  if (carry.kind === "full") return below;
  if (carry.kind === "none") return 0n;
  const most = -parseDecimal(carry.most);
  return below < most ? most : below;
}

/** A plan to begin a draft with: 30 %, every month below zero is carried over. */
export const firstPlan: Plan = { tiers: [{ from: 0, rate: 300 }], cpa: null, carry: { kind: "full" } };
