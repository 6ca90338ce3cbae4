import { sessionGapMs } from "./markers.ts";

/** A transfer that says something about how somebody plays. */
export interface PlayStep {
  readonly what: "stake" | "pay" | "deposit";
  readonly atMs: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Between midnight and six o'clock in the reporting zone. */
  readonly isNight: boolean;
  readonly amount: bigint;
  /** The balance of the wallet after it. */
  readonly balance: bigint;
}

/** What a wallet's next step is compared with. */
export interface PlayState {
  readonly lastStakeMs: number | null;
  readonly lastStake: bigint;
  /** The last stake has paid less than it was, so far. */
  readonly isLost: boolean;
  /** The last stake left less than a tenth of itself, and has paid nothing so far. */
  readonly isEmpty: boolean;
  /** Deposits of the session. */
  readonly topUps: number;
}

export const noPlay: PlayState = { lastStakeMs: null, lastStake: 0n, isLost: false, isEmpty: false, topUps: 0 };

/** What happened on a day. */
export interface PlayDay {
  readonly day: number;
  stakes: number;
  nightStakes: number;
  playedMs: number;
  sessions: number;
  /** The most within one session. */
  topUps: number;
  emptied: number;
  afterLoss: number;
  /** The sum of stakes after lost ones as multiples of these, in thousandths; one multiple counts 20 at most. */
  afterLossRatios: number;
}

const mostRatio = 20_000n;

/** Continues a wallet's state with its next steps, in order. */
export function foldPlay(
  state: PlayState,
  steps: readonly PlayStep[],
): { readonly state: PlayState; readonly days: readonly PlayDay[] } {
  const days = new Map<number, PlayDay>();
  let current = state;
  for (const step of steps) {
    const day = days.get(step.day) ?? emptyDay(step.day);
    days.set(step.day, day);
    current = stepped(current, step, day);
  }
  return { state: current, days: [...days.values()] };
}

const emptyDay = (day: number): PlayDay => ({
  day,
  stakes: 0,
  nightStakes: 0,
  playedMs: 0,
  sessions: 0,
  topUps: 0,
  emptied: 0,
  afterLoss: 0,
  afterLossRatios: 0,
});

function stepped(state: PlayState, step: PlayStep, day: PlayDay): PlayState {
  switch (step.what) {
    case "stake":
      return staked(state, step, day);
    case "pay":
      return { ...state, isLost: state.isLost && step.amount < state.lastStake, isEmpty: false };
    case "deposit":
      return deposited(state, step, day);
  }
}

const isSameSession = ({ lastStakeMs }: PlayState, atMs: number) =>
  lastStakeMs !== null && atMs - lastStakeMs <= sessionGapMs;

function staked(state: PlayState, { atMs, amount, balance, isNight }: PlayStep, day: PlayDay): PlayState {
  const continues = isSameSession(state, atMs);
  day.stakes++;
  if (isNight) day.nightStakes++;
  if (state.isEmpty) day.emptied++;
  if (!continues) day.sessions++;
  else if (state.lastStakeMs !== null) day.playedMs += Math.max(0, atMs - state.lastStakeMs);
  if (continues && state.isLost) {
    const ratio = (amount * 1_000n) / state.lastStake;
    day.afterLoss++;
    day.afterLossRatios += Number(ratio > mostRatio ? mostRatio : ratio);
  }
  return {
    lastStakeMs: atMs,
    lastStake: amount,
    isLost: true,
    isEmpty: balance * 10n <= amount,
    topUps: continues ? state.topUps : 0,
  };
}

function deposited(state: PlayState, { atMs }: PlayStep, day: PlayDay): PlayState {
  if (state.isEmpty) day.emptied++;
  const topUps = isSameSession(state, atMs) ? state.topUps + 1 : 0;
  day.topUps = Math.max(day.topUps, topUps);
  return { ...state, isEmpty: false, topUps };
}
