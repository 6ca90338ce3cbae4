/** Statistics of rounds, for alarms only: no money is computed here. */

/** Void rounds that a sound provider may have, one in so many. */
const oneVoidIn = 10_000;
/** How likely a false alarm may be at each look. */
const falseAlarm = 4.65e-4;
const mostSigma = 3.5;
/** Below it the spread of a heavy tail is not known well enough. */
const leastRounds = 1_000;

/** Whether so many void rounds are more than one in 10,000 would leave by chance (the tail of a Poisson count). */
export function hasTooManyVoids(ended: number, voids: number): boolean {
  // One void round says nothing, however few rounds there are.
  if (voids < 2) return false;
  const mean = ended / oneVoidIn;
  let term = Math.exp(-mean);
  let below = 0;
  for (let n = 0; n < voids; n++) {
    below += term;
    term *= mean / (n + 1);
  }
  return 1 - below < falseAlarm;
}

export interface Returns {
  readonly rounds: number;
  /** Sum of what each round returned for one unit of its stake. */
  readonly sum: number;
  readonly squares: number;
}

/** How many standard errors the mean return is away from the stated RTP (percent); undefined where that cannot be said. */
export function sigmasOff({ rounds, sum, squares }: Returns, rtpPercent: string): number | undefined {
  if (rounds < leastRounds) return undefined;
  const stated = Number(rtpPercent) / 100;
  const spread = squares - 2 * stated * sum + rounds * stated * stated;
  return spread > 0 ? (sum - rounds * stated) / Math.sqrt(spread) : undefined;
}

export function isOutOfBounds(sigmas: number | undefined): boolean {
  return sigmas !== undefined && Math.abs(sigmas) >= mostSigma;
}

/** A standard error so large that any distribution is that far above its mean less often than `falseAlarm` (Cantelli's inequality). */
const mostSigmaOfAny = Math.sqrt(1 / falseAlarm - 1);

/** What void rounds would have returned, each for one unit of its stake. */
export interface VoidReturns {
  readonly rounds: number;
  readonly sum: number;
}

/**
 * Whether void rounds would have paid significantly more than the stated RTP (percent): a provider that voids what its players won. A few
 * rounds of a heavy tail have no normal distribution, so that the bound holds for every one with the spread of the `played` rounds.
 */
export function voidsPayTooMuch(voids: VoidReturns, played: Returns, rtpPercent: string): boolean {
  if (voids.rounds === 0 || played.rounds < leastRounds) return false;
  const stated = Number(rtpPercent) / 100;
  const variance = played.squares / played.rounds - (played.sum / played.rounds) ** 2;
  return voids.sum - voids.rounds * stated > mostSigmaOfAny * Math.sqrt(Math.max(variance, 0) * voids.rounds);
}
