import { carriedOf, type Plan, rateOf } from "./plan.ts";

/** What a partner's players brought on a day in one currency, or in a month in the partner's: micro-units. */
export interface Lines {
  /** Real stakes of games against us, and what they paid. */
  readonly staked: bigint;
  readonly paid: bigint;
  /** Our fee of games between players: who wins there costs us nothing. */
  readonly fees: bigint;
  /** Bonus money that became real, gifts, payouts of free bets. */
  readonly bonuses: bigint;
  /** Shares fed into pots, less the wins that pots paid. */
  readonly jackpots: bigint;
  /** Paid to payment providers. */
  readonly payment: bigint;
  /** Deposits that banks recalled, less what was repaid. */
  readonly recalled: bigint;
  /** Real stakes times the exact edge of each bet. */
  readonly loss: bigint;
}

export const lineNames = ["staked", "paid", "fees", "bonuses", "jackpots", "payment", "recalled", "loss"] as const;
export const noLines: Lines = {
  staked: 0n,
  paid: 0n,
  fees: 0n,
  bonuses: 0n,
  jackpots: 0n,
  payment: 0n,
  recalled: 0n,
  loss: 0n,
};

export function addLines(a: Lines, b: Lines): Lines {
  return Object.fromEntries(lineNames.map(name => [name, a[name] + b[name]])) as unknown as Lines;
}

/** Net gaming revenue; below zero when the players won. */
export function netRevenueOf({ staked, paid, fees, bonuses, jackpots, payment, recalled }: Lines): bigint {
  return staked - paid + fees - bonuses - jackpots - payment - recalled;
}

export interface MonthInput {
  readonly plan: Plan;
  readonly lines: Lines;
  readonly firstDeposits: number;
  /** Carried in from the month before: below zero, or what was above its cap. */
  readonly carriedIn: bigint;
  /** CPA whose 30 days of holding have passed. */
  readonly cpa: bigint;
  /** What sub-partners were paid for the month, in the partner's currency; none without it. */
  readonly subs?: bigint;
}

/** How a month's commission is computed, step by step: what the statement prints. */
export interface MonthResult {
  readonly netRevenue: bigint;
  /** With what was carried into the month. */
  readonly balance: bigint;
  /** Twice the theoretical loss: the most of the balance that is paid by. */
  readonly cap: bigint;
  /** The part of the balance that is paid by. */
  readonly counted: bigint;
  /** Thousandths. */
  readonly rate: number;
  readonly share: bigint;
  readonly cpa: bigint;
  /** Share in what sub-partners were paid. Like CPA it is paid in a month below zero too. */
  readonly sub: bigint;
  readonly commission: bigint;
  readonly carriedOut: bigint;
}

/**
 * A month's commission. What is above twice the theoretical loss is carried over: two partners whose players bet on opposite sides would else
 * be paid for the half that lost and abandon the half that won.
 */
export function commissionOf({ plan, lines, firstDeposits, carriedIn, cpa, subs = 0n }: MonthInput): MonthResult {
  const netRevenue = netRevenueOf(lines);
  const balance = netRevenue + carriedIn;
  const cap = 2n * lines.loss;
  const counted = balance < 0n ? 0n : balance < cap ? balance : cap;
  const rate = rateOf(plan, firstDeposits);
  const share = (counted * BigInt(rate)) / 1000n;
  const sub = (subs * BigInt(plan.sub ?? 0)) / 1000n;
  const left = balance - counted;
  const carriedOut = left < 0n ? carriedOf(plan, left) : left;
  return { netRevenue, balance, cap, counted, rate, share, cpa, sub, commission: share + cpa + sub, carriedOut };
}
