/**
 * Evidence that a game pays too much or too little, for games whose bets depend on each other or are left when the player likes. For alerts only:
 * no money is computed here.
 *
 * The return of such a game is the same however it is played, so what the bets of a round return together, compared with what they are due, has mean 1
 * given everything before; so has what a step of a round multiplies its value by. A gambler who bets a fixed share of their wealth on it, or against it, at these odds has a wealth whose mean stays 1. With Ville's inequality
 * it reaches 100 with a chance of at most 1 in 100, however often it is looked at and however players bet.
 */

/** Bets of rounds that climb are stopped at this multiple of the stake, as if they were cashed out there: what a round returns has a bound then. */
export const stopAt = 20;
/** No round returns more than this compared with what it is due: a single number of roulette, 37. */
const mostShare = 40;
/** Shares of the wealth that are bet on a round: that it pays too much, and too little. */
const wagers = [0.003, 0.01, 0.024, -0.003, -0.01, -0.024] as const;
/** An alert at this wealth: one in a hundred honest months at most has any. */
const alertAt = 100;
/** The alert ends at this wealth: no evidence is left. */
const calmAt = 1;
const leastRounds = 1_000;

/** Evidence from rounds, or steps, that follow each other. */
export interface ReturnEvidence {
  readonly rounds: number;
  /** The logarithms of what a wealth of 1 has become, by wager. */
  readonly logs: readonly number[];
}

export const noEvidence: ReturnEvidence = { rounds: 0, logs: wagers.map(() => 0) };

/** `share`: what the bets of a round returned on average, each compared with what it is due. */
export function withRound({ rounds, logs }: ReturnEvidence, share: number): ReturnEvidence {
  const gain = Math.min(share, mostShare) - 1;
  return { rounds: rounds + 1, logs: logs.map((log, index) => log + Math.log1p((wagers[index] ?? 0) * gain)) };
}

/** Rounds after others. */
export function joined(a: ReturnEvidence, b: ReturnEvidence): ReturnEvidence {
  return { rounds: a.rounds + b.rounds, logs: a.logs.map((log, index) => log + (b.logs[index] ?? 0)) };
}

/** What a wealth of 1, spread evenly over the wagers, has become: so many to one against a game that follows its rules. */
export function oddsAgainst({ logs }: ReturnEvidence): number {
  return logs.reduce((sum, log) => sum + Math.exp(log), 0) / logs.length;
}

/** `outside`: an alert; `calm`: an alert that was raised ends. */
export function verdictOn(evidence: ReturnEvidence): "outside" | "inside" | "calm" {
  const odds = oddsAgainst(evidence);
  if (odds >= alertAt) return "outside";
  return odds <= calmAt && evidence.rounds >= leastRounds ? "calm" : "inside";
}
