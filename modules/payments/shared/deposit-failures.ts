const minuteMs = 60_000;
/** So many declined deposits within so long close deposits for a while; as many again close them until a person has looked. */
export const failuresToPause = 5;
export const failureWindowMs = 10 * minuteMs;
export const pauseMs = 60 * minuteMs;

/** Whether deposits are closed after declined ones. `until` null: until somebody of the house opens them again. */
export type DepositPause = { readonly until: number | null } | null;

/**
 * What declined deposits at these moments (oldest first) mean at `now`: five within ten minutes pause deposits for an hour
 * from the fifth, five more within ten minutes of each other suspend them. Milliseconds.
 */
export function pauseAfter(failures: readonly number[], now: number): DepositPause {
  let counted: number[] = [];
  let pausedUntil: number | null = null;
  for (const at of failures) {
    counted = [...counted, at].filter(other => at - other <= failureWindowMs);
    if (counted.length < failuresToPause) continue;
    if (pausedUntil !== null) return { until: null };
    pausedUntil = at + pauseMs;
    counted = [];
  }
  return pausedUntil !== null && now < pausedUntil ? { until: pausedUntil } : null;
}
