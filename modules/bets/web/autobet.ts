import type { Micros } from "#kit/money/amount.ts";
import type { StakeLimits } from "../shared/stakes.ts";
import { afterResult, barrier, firstPoint, type RunPoint, type Strategy } from "../shared/strategy.ts";

export type StopReason = "done" | "profit" | "loss" | "condition" | "player" | "focus" | "limits" | "funds" | "error";

export interface AutobetRunning extends RunPoint {
  readonly phase: "running";
  readonly strategy: Strategy;
  /** At the start of the run; null in demo play. */
  readonly balance: bigint | null;
  /** A bet is in flight. */
  readonly waiting: boolean;
  /** Set when the run ends with the response of the bet in flight. */
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
  | {
      readonly type: "start";
      readonly strategy: Strategy;
      readonly limits: StakeLimits;
      readonly balance: bigint | null;
    }
  /** The bet for the current stake has been sent. */
  | { readonly type: "sent" }
  | { readonly type: "settled"; readonly stake: Micros; readonly payout: Micros; readonly limits: StakeLimits }
  | { readonly type: "failed"; readonly reason: "limits" | "funds" | "error" }
  | { readonly type: "stop"; readonly reason: "player" | "focus" };

export const idleAutobet: Autobet = { phase: "idle", made: 0, net: 0n, reason: null };

const ended = (from: AutobetRunning, reason: StopReason): Autobet => ({
  phase: "idle",
  made: from.made,
  net: from.net,
  reason,
});

/** The stake to send now; null while a bet is in flight, while the run is ending, and without a run. */
export function dueStake(state: Autobet): Micros | null {
  return state.phase === "running" && !state.waiting && state.stopping === null ? state.stake : null;
}

/** The whole engine: no time, no network, no randomness. A run ends only between bets, so that every bet's result is counted. */
export function stepAutobet(state: Autobet, event: AutobetEvent): Autobet {
  if (event.type === "start") return state.phase === "running" ? state : begin(event);
  if (state.phase === "idle") return state;
  switch (event.type) {
    case "sent":
      return { ...state, waiting: true };
    case "failed":
      return ended(state, state.stopping ?? event.reason);
    case "stop":
      return state.waiting ? { ...state, stopping: state.stopping ?? event.reason } : ended(state, event.reason);
    case "settled":
      return afterBet(state, event);
  }
}

function begin({ strategy, limits, balance }: AutobetEvent & { type: "start" }): Autobet {
  const fresh: AutobetRunning = {
    phase: "running",
    strategy,
    balance,
    ...firstPoint(strategy),
    waiting: false,
    stopping: null,
  };
  const reason = barrier(strategy, fresh, limits);
  return reason ? ended(fresh, reason) : fresh;
}

function afterBet(state: AutobetRunning, event: AutobetEvent & { type: "settled" }): Autobet {
  const { strategy, balance } = state;
  const { point, stopped } = afterResult(strategy, state, event, { limits: event.limits, balance });
  const next: AutobetRunning = { ...state, ...point, waiting: false };
  const reason = state.stopping ?? (stopped ? "condition" : barrier(strategy, next, event.limits));
  return reason ? ended(next, reason) : next;
}
