/** Goals of a match: Dixon and Coles (1997) with rates that vary in time (Dixon and Robinson 1998). */
export interface GoalRates {
  /** Mean goals of a match. */
  readonly home: number;
  readonly away: number;
  /** Dependence of low scores. */
  readonly rho: number;
}

/** Shares of a team's goals in each quarter of an hour; stoppage belongs to the third and the sixth. */
export const quarterHours = [0.13, 0.14, 0.181, 0.165, 0.175, 0.209] as const;

/** Seconds of play of each half, with stoppage. */
export type HalfLengths = readonly [number, number];

/** Red cards of a team in a match of 90 minutes, on average. */
export const redCardRate = 0.09;
/** Rate factors after a red card: the team's own, and its opponent's (Vecer, Kopriva, Ichiba 2009). */
export const ownFactor = 2 / 3;
export const otherFactor = 5 / 4;

/** The factor's mean grows at this rate per match through cards of either team still to come. */
const drift = redCardRate * (ownFactor - 1) + redCardRate * (otherFactor - 1);

/** The share of a half's goals scored by its second `seconds`. */
function scoredBy(half: 0 | 1, seconds: number, lengths: HalfLengths): number {
  let share = 0;
  for (let third = 0; third < 3; third++) {
    const from = third * 900;
    const to = third === 2 ? lengths[half] : from + 900;
    const weight = quarterHours[half * 3 + third] as number;
    share += weight * Math.min(1, Math.max(0, (seconds - from) / (to - from)));
  }
  return share;
}

/** Weight of the goals still to come in each half, without cards. `half` is being played, or 2 when both are over. */
export function restWeights(half: 0 | 1 | 2, seconds: number, lengths: HalfLengths): readonly [number, number] {
  const first = half === 0 ? scoredBy(0, lengths[0], lengths) - scoredBy(0, seconds, lengths) : 0;
  const second = half === 2 ? 0 : scoredBy(1, lengths[1], lengths) - (half === 1 ? scoredBy(1, seconds, lengths) : 0);
  return [first, second];
}

/** Weight per second of play at a moment. */
export function weightAt(half: 0 | 1, seconds: number, lengths: HalfLengths): number {
  const third = Math.min(2, Math.floor(seconds / 900));
  const length = third === 2 ? lengths[half] - 1800 : 900;
  return (quarterHours[half * 3 + third] as number) / length;
}

/** Mean factor of future red cards over a stretch that begins after `from` and ends after `to` (shares of the match). */
function futureCards(from: number, to: number): number {
  return 1 + (drift * (from + to)) / 2;
}

/** The factor of each half's rest by the cards that may still come, which come evenly over the match. 1 over a whole match. */
export function cardFactors(half: 0 | 1 | 2, seconds: number, lengths: HalfLengths): readonly [number, number] {
  const [first, second] = rawFactors(0, 0, lengths);
  const [wholeFirst, wholeSecond] = restWeights(0, 0, lengths);
  const whole = wholeFirst * first + wholeSecond * second;
  const [a, b] = rawFactors(half, seconds, lengths);
  return [a / whole, b / whole];
}

function rawFactors(half: 0 | 1 | 2, seconds: number, lengths: HalfLengths): readonly [number, number] {
  const match = lengths[0] + lengths[1];
  if (half === 0) {
    const left = (lengths[0] - seconds) / match;
    return [futureCards(0, left), futureCards(left, left + lengths[1] / match)];
  }
  return [1, half === 1 ? futureCards(0, (lengths[1] - seconds) / match) : 1];
}
