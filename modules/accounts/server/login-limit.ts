/** Failures of one identifier before it has to wait, and the window in which they are counted. */
export const loginLimit = { most: 5, windowMs: 15 * 60_000 };

/** Seconds from `now` to the end of a window of failures that began at `since`. */
export function retryAfterOf(since: Date, now: Date): number {
  return Math.max(1, Math.ceil((since.getTime() + loginLimit.windowMs - now.getTime()) / 1000));
}
