const minuteMs = 60_000;
/** This many declined deposits within this time close deposits temporarily; as many again close them until an operator has reviewed them. */
export const failuresToPause = 5;
export const failureWindowMs = 10 * minuteMs;
export const pauseMs = 60 * minuteMs;

/** Whether deposits are closed after declined ones. `until` null: until an operator opens them again. */
export type DepositPause = { readonly until: number | null } | null;

/**
 * The effect at `now` of deposits declined at these moments (oldest first): five within ten minutes pause deposits for an hour
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
