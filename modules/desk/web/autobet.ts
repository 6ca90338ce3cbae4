import { type Micros, micros } from "#kit/money/amount.ts";
import type { StakeLimits } from "../shared/stakes.ts";
import { wholeMinor } from "./stake.ts";

/** What happens to the stake after a result: back to the first one, or by whole percent (100 doubles it, -50 halves it). */
export type StakeChange = { readonly kind: "reset" } | { readonly kind: "percent"; readonly percent: number };

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
}

export type StopReason = "done" | "profit" | "loss" | "player" | "focus" | "limits" | "funds" | "error";

export interface AutobetRunning {
  readonly phase: "running";
  readonly strategy: Strategy;
  /** Stake of the next bet. */
  readonly stake: Micros;
  readonly made: number;
  /** Payouts less stakes of this run. */
  readonly net: bigint;
  /** A bet is on its way and has no answer yet. */
  readonly waiting: boolean;
  /** Set when the run ends with the answer of the bet that is on its way. */
  readonly stopping: StopReason | null;
}

export interface AutobetIdle {
  readonly phase: "idle";
  readonly made: number;
  readonly net: bigint;
  /** Why the last run ended; null before the first. */
  readonly reason: StopReason | null;
}

export type Autobet = AutobetRunning | AutobetIdle;

export type AutobetEvent =
  | { readonly type: "start"; readonly strategy: Strategy; readonly limits: StakeLimits }
  /** The bet for the present stake has been sent. */
  | { readonly type: "sent" }
  | { readonly type: "settled"; readonly stake: Micros; readonly payout: Micros; readonly limits: StakeLimits }
  | { readonly type: "failed"; readonly reason: "limits" | "funds" | "error" }
  | { readonly type: "stop"; readonly reason: "player" | "focus" };

export const restingAutobet: Autobet = { phase: "idle", made: 0, net: 0n, reason: null };

const ended = (from: AutobetRunning, reason: StopReason): Autobet => ({
  phase: "idle",
  made: from.made,
  net: from.net,
  reason,
});

/** The stake that should be sent now; null while a bet is on its way, while it is ending, and at rest. */
export function dueStake(state: Autobet): Micros | null {
  return state.phase === "running" && !state.waiting && state.stopping === null ? state.stake : null;
}

/** The whole engine: no time, no network, no chance. A run ends only between bets, so that every bet's result is counted. */
export function stepAutobet(state: Autobet, event: AutobetEvent): Autobet {
  if (event.type === "start") return state.phase === "running" ? state : begin(event.strategy, event.limits);
  if (state.phase === "idle") return state;
  switch (event.type) {
    case "sent":
      return { ...state, waiting: true };
    case "failed":
      return ended(state, state.stopping ?? event.reason);
    case "stop":
      return state.waiting ? { ...state, stopping: state.stopping ?? event.reason } : ended(state, event.reason);
    case "settled":
      return afterBet(state, event.stake, event.payout, event.limits);
  }
}

function begin(strategy: Strategy, limits: StakeLimits): Autobet {
  const fresh: AutobetRunning = {
    phase: "running",
    strategy,
    stake: strategy.stake,
    made: 0,
    net: 0n,
    waiting: false,
    stopping: null,
  };
  const reason = barrier(fresh, limits);
  return reason ? ended(fresh, reason) : fresh;
}

function afterBet(state: AutobetRunning, stake: Micros, payout: Micros, limits: StakeLimits): Autobet {
  const change = payout > stake ? state.strategy.afterWin : state.strategy.afterLoss;
  const next: AutobetRunning = {
    ...state,
    made: state.made + 1,
    net: state.net + payout - stake,
    stake: changed(state.strategy.stake, stake, change, limits),
    waiting: false,
  };
  const reason = state.stopping ?? barrier(next, limits);
  return reason ? ended(next, reason) : next;
}

/** Why the next bet must not be made, in the order in which a player would expect it to be said. */
function barrier(state: AutobetRunning, limits: StakeLimits): StopReason | null {
  const { strategy, net, stake } = state;
  if (strategy.stopOnProfit !== null && net >= strategy.stopOnProfit) return "profit";
  if (strategy.count !== null && state.made >= strategy.count) return "done";
  if (strategy.stopOnLoss !== null && net - stake < -strategy.stopOnLoss) return "loss";
  return stake > limits.max || stake < limits.min ? "limits" : null;
}

function changed(first: Micros, present: Micros, change: StakeChange, limits: StakeLimits): Micros {
  if (change.kind === "reset") return first;
  const next = wholeMinor((present * BigInt(100 + change.percent)) / 100n);
  return next < limits.min ? limits.min : micros(next);
}
