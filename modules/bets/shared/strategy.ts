import { type Micros, micros } from "#kit/money/amount.ts";
import { type StakeLimits, wholeMinor } from "./stakes.ts";

/** An autobet strategy as pure data, and its effect after a result. Whole numbers of micro-units only. */

/** Back to the first stake, or by whole percent of the last stake (100 doubles it, -50 halves it). */
export type StakeChange = { readonly kind: "reset" } | { readonly kind: "percent"; readonly percent: number };

export type Trigger =
  /** After each streak of this many losses or wins; the next streak is counted from there. */
  | { readonly kind: "losses" | "wins" | "bets"; readonly count: number }
  /** The balance after a result; never holds if the balance is unknown, as in demo play. */
  | { readonly kind: "balance_below" | "balance_above"; readonly amount: Micros }
  /** The result paid at least this multiple of its stake, in hundredths. */
  | { readonly kind: "multiplier"; readonly hundredths: number };

export type Action =
  | StakeChange
  | { readonly kind: "set"; readonly stake: Micros }
  | { readonly kind: "stop" }
  /** To the other side, in games with two sides. */
  | { readonly kind: "switch" };

export interface Condition {
  readonly when: Trigger;
  readonly do: Action;
}

export interface Strategy {
  readonly stake: Micros;
  /** Number of bets; null continues until a stop condition. */
  readonly count: number | null;
  /** Stops when the net result reaches this. */
  readonly stopOnProfit: Micros | null;
  /** Stops before a bet that could lose more than this in total. */
  readonly stopOnLoss: Micros | null;
  readonly afterWin: StakeChange;
  readonly afterLoss: StakeChange;
  /** Checked once after each result; see {@link afterResult}. */
  readonly conditions: readonly Condition[];
}

export const mostConditions = 10;
export const mostBets = 999_999;
export const mostStreak = 1_000;
export const percentRange = { min: -99, max: 1000 } as const;
/** 1.01 to 1,000,000.00. */
export const multiplierRange = { min: 101, max: 100_000_000 } as const;

/** The state of a run between two bets. */
export interface RunPoint {
  /** Stake of the next bet. */
  readonly stake: Micros;
  readonly made: number;
  /** Payouts less stakes of this run. */
  readonly net: bigint;
  /** Wins in a row, or losses in a row below 0. */
  readonly streak: number;
  /** Bets are on the other side than at the start of the run. */
  readonly switched: boolean;
}

export interface RunBounds {
  readonly limits: StakeLimits;
  /** When the run began; null where it is unknown. */
  readonly balance: bigint | null;
}

export const firstPoint = (strategy: Strategy): RunPoint => ({
  stake: strategy.stake,
  made: 0,
  net: 0n,
  streak: 0,
  switched: false,
});

/**
 * The state after a result. Every condition is checked once, against the result and never against the effect of another condition, so none
 * can trigger another. The first one that holds and sets a stake replaces the change after a win or a loss.
 */
export function afterResult(
  strategy: Strategy,
  from: RunPoint,
  result: { readonly stake: Micros; readonly payout: Micros },
  bounds: RunBounds,
): { readonly point: RunPoint; readonly stopped: boolean } {
  const { stake, payout } = result;
  const isWin = payout > stake;
  const streak = isWin ? Math.max(from.streak, 0) + 1 : Math.min(from.streak, 0) - 1;
  const now = { ...from, made: from.made + 1, net: from.net + payout - stake, streak };
  const balance = bounds.balance === null ? null : bounds.balance + now.net;
  const actions = strategy.conditions
    .filter(({ when }) => holds(when, now, result, balance))
    .map(({ do: action }) => action);
  const named = actions.find(changesStake) ?? (isWin ? strategy.afterWin : strategy.afterLoss);
  const isSwitched = actions.some(({ kind }) => kind === "switch");
  const point: RunPoint = {
    ...now,
    stake: nextStake(strategy.stake, stake, named, bounds.limits),
    switched: isSwitched ? !from.switched : from.switched,
  };
  return { point, stopped: actions.some(({ kind }) => kind === "stop") };
}

function holds(
  when: Trigger,
  now: RunPoint,
  { stake, payout }: { readonly stake: Micros; readonly payout: Micros },
  balance: bigint | null,
): boolean {
  switch (when.kind) {
    case "losses":
      return now.streak < 0 && -now.streak % when.count === 0;
    case "wins":
      return now.streak > 0 && now.streak % when.count === 0;
    case "bets":
      return now.made % when.count === 0;
    case "balance_below":
      return balance !== null && balance < when.amount;
    case "balance_above":
      return balance !== null && balance > when.amount;
    case "multiplier":
      return payout * 100n >= stake * BigInt(when.hundredths);
  }
}

type StakeAction = Exclude<Action, { kind: "stop" | "switch" }>;
export const changesStake = (action: Action): action is StakeAction =>
  action.kind !== "stop" && action.kind !== "switch";

function nextStake(first: Micros, present: Micros, change: StakeAction, limits: StakeLimits): Micros {
  if (change.kind === "reset") return first;
  if (change.kind === "set") return change.stake;
  const next = wholeMinor((present * BigInt(100 + change.percent)) / 100n);
  return next < limits.min ? limits.min : micros(next);
}

/** Why the next bet must not be placed, in the order of importance to a player; null if it may be. */
export function barrier(
  strategy: Strategy,
  { net, made, stake }: RunPoint,
  limits: StakeLimits,
): "profit" | "done" | "loss" | "limits" | null {
  if (strategy.stopOnProfit !== null && net >= strategy.stopOnProfit) return "profit";
  if (strategy.count !== null && made >= strategy.count) return "done";
  if (strategy.stopOnLoss !== null && net - stake < -strategy.stopOnLoss) return "loss";
  return stake > limits.max || stake < limits.min ? "limits" : null;
}

/** What an action changes: of two conditions on the same subject that hold at once, one cancels or hides the other. */
const subjectOf = (action: Action): string => (changesStake(action) ? "stake" : action.kind);

function overlap(a: Trigger, b: Trigger): boolean {
  if (a.kind === b.kind) return measureOf(a) === measureOf(b);
  if (a.kind === "balance_below" && b.kind === "balance_above") return b.amount < a.amount;
  return a.kind === "balance_above" && b.kind === "balance_below" && a.amount < b.amount;
}

const measureOf = (trigger: Trigger): bigint | number =>
  "count" in trigger ? trigger.count : "amount" in trigger ? trigger.amount : trigger.hundredths;

/**
 * Whether two conditions would always conflict: the same subject under the same trigger, or under two balances of which one always holds.
 */
export function conditionsConflict(conditions: readonly Condition[]): boolean {
  return conditions.some((condition, index) =>
    conditions
      .slice(0, index)
      .some(former => subjectOf(former.do) === subjectOf(condition.do) && overlap(former.when, condition.when)),
  );
}
