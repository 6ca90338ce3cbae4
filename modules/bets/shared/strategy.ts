import { type Micros, micros } from "#kit/money/amount.ts";
import { type StakeLimits, wholeMinor } from "./stakes.ts";

/** A strategy of autobet as pure data, and what it does after a result. Whole numbers of micro-units only. */

/** Back to the first stake, or by whole percent of the stake just made (100 doubles it, -50 halves it). */
export type StakeChange = { readonly kind: "reset" } | { readonly kind: "percent"; readonly percent: number };

export type Trigger =
  /** After each run of so many losses or wins in a row; the next run is counted from there. */
  | { readonly kind: "losses" | "wins" | "bets"; readonly count: number }
  /** The balance after a result; never holds where the balance is unknown, as in demo play. */
  | { readonly kind: "balance_below" | "balance_above"; readonly amount: Micros }
  /** The result paid at least this multiple of its stake, in hundredths. */
  | { readonly kind: "multiplier"; readonly hundredths: number };

export type Action =
  | StakeChange
  | { readonly kind: "set"; readonly stake: Micros }
  | { readonly kind: "stop" }
  /** To the other side, in games that have one. */
  | { readonly kind: "switch" };

export interface Condition {
  readonly when: Trigger;
  readonly do: Action;
}

export interface Strategy {
  readonly stake: Micros;
  /** How many bets; null goes on until something stops it. */
  readonly count: number | null;
  /** Stops when the net result reaches this. */
  readonly stopOnProfit: Micros | null;
  /** Never loses more than this: stops before a bet that could. */
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

/** Where a run stands between two bets. */
export interface RunPoint {
  /** Of the next bet. */
  readonly stake: Micros;
  readonly made: number;
  /** Payouts less stakes of this run. */
  readonly net: bigint;
  /** Wins in a row, or losses in a row below 0. */
  readonly streak: number;
  /** Bets go to the other side than the one the run began with. */
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
 * The point after a result. Every condition is checked once, against the result and never against what another condition did, so
 * that none can trigger another. The first one that holds and names a stake replaces the change after a win or a loss.
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

/** Why the next bet must not be made, in the order in which a player would expect it to be said; null when it may. */
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

/** What an action changes: of two conditions on the same thing that hold together, one undoes or hides the other. */
const subjectOf = (action: Action): string => (changesStake(action) ? "stake" : action.kind);

function overlap(a: Trigger, b: Trigger): boolean {
  if (a.kind === b.kind) return measureOf(a) === measureOf(b);
  if (a.kind === "balance_below" && b.kind === "balance_above") return b.amount < a.amount;
  return a.kind === "balance_above" && b.kind === "balance_below" && a.amount < b.amount;
}

const measureOf = (trigger: Trigger): bigint | number =>
  "count" in trigger ? trigger.count : "amount" in trigger ? trigger.amount : trigger.hundredths;

/**
 * Whether two conditions would work against each other for ever: the same subject under the same trigger, or under two balances of
 * which one always holds.
 */
export function conditionsConflict(conditions: readonly Condition[]): boolean {
  return conditions.some((condition, index) =>
    conditions
      .slice(0, index)
      .some(former => subjectOf(former.do) === subjectOf(condition.do) && overlap(former.when, condition.when)),
  );
}
