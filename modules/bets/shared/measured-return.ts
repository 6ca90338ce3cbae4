/** With fewer bets a game's return is not shown. */
export const enoughBets = 1_000;

/** Two-sided 95 % of a normal distribution. */
const z95 = 1.959964;

export interface MeasuredReturn {
  /** Percent with two decimals. */
  readonly measured: string;
  readonly low: string;
  readonly high: string;
}

/**
 * The measured return with its 95 % confidence bounds, by the normal approximation of a mean: mean ± z · deviation / √bets. Null with too
 * few bets, or if all of them paid the same, so that there is no deviation.
 */
export function measuredReturn(bets: number, mean: number, deviation: number): MeasuredReturn | null {
  if (bets < enoughBets || deviation <= 0) return null;
  const margin = (z95 * deviation) / Math.sqrt(bets);
  const percent = (share: number) => (Math.max(0, share) * 100).toFixed(2);
  return { measured: percent(mean), low: percent(mean - margin), high: percent(mean + margin) };
}
