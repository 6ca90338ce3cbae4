/**
 * Evidence that a game pays too much or too little, for games whose bets depend on each other or that players can leave at any point. For alerts
 * only: no money is computed here.
 *
 * The share of a round is what its bets returned, divided by the return that the rules give them on average; the share of a step is the factor by which it
 * multiplied the value of its round. However the game is played, each share has the mean 1, given all earlier ones. So the wealth of a gambler who starts
 * with 1 and bets a fixed fraction of it on each share, for or against, keeps the mean 1. By Ville's inequality the probability that it ever reaches
 * 100 is at most 1 in 100, however often it is checked and however players bet.
 */

/** Bets on a climbing multiplier count as cashed out at this multiple of the stake at the latest, so that their share has a bound. */
export const stopAt = 20;
/** No share is larger. The largest one is 37, of a bet on a single number in roulette. */
const mostShare = 40;
/** Fractions of the wealth that are bet: positive that the game pays too much, negative that it pays too little. */
const wagers = [0.003, 0.01, 0.024, -0.003, -0.01, -0.024] as const;
/** An alert starts at this wealth. In at most one month of a hundred, a game that follows its rules has an alert. */
const alertAt = 100;
/** An alert ends at this wealth, because no evidence is left, after at least `leastRounds` rounds or steps. */
const calmAt = 1;
const leastRounds = 1_000;

/** Evidence from a sequence of rounds, or of steps. */
export interface ReturnEvidence {
  readonly rounds: number;
  /** Natural logarithm of the wealth, which starts at 1, for each of `wagers`. */
  readonly logs: readonly number[];
}

export const noEvidence: ReturnEvidence = { rounds: 0, logs: wagers.map(() => 0) };

/** Adds the share of the next round or step. */
export function withRound({ rounds, logs }: ReturnEvidence, share: number): ReturnEvidence {
  const gain = Math.min(share, mostShare) - 1;
  return { rounds: rounds + 1, logs: logs.map((log, index) => log + Math.log1p((wagers[index] ?? 0) * gain)) };
}

/** The evidence of two consecutive sequences. */
export function joined(a: ReturnEvidence, b: ReturnEvidence): ReturnEvidence {
  return { rounds: a.rounds + b.rounds, logs: a.logs.map((log, index) => log + (b.logs[index] ?? 0)) };
}

/** The mean wealth over all wagers. If it is N, the chance of such a result is at most 1 in N under the rules. */
export function oddsAgainst({ logs }: ReturnEvidence): number {
  return logs.reduce((sum, log) => sum + Math.exp(log), 0) / logs.length;
}

/** `outside`: an alert starts. `calm`: it ends. `inside`: nothing changes. */
export function verdictOn(evidence: ReturnEvidence): "outside" | "inside" | "calm" {
  const odds = oddsAgainst(evidence);
  if (odds >= alertAt) return "outside";
  return odds <= calmAt && evidence.rounds >= leastRounds ? "calm" : "inside";
}
