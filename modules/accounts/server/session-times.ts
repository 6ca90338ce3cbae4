/** An access token: short-lived, because the site can read it. */
export const accessLifeMs = 15 * 60_000;
/** The profile call replaces a token that has less than this left. */
export const accessFreshMs = 5 * 60_000;
/** A session without a refresh for this long expires; also the life of its cookie. */
export const sessionLifeMs = 30 * 86_400_000;
/** After a rotation: how long the former secret counts as a concurrent tab's and not as a copy. */
export const rotationGraceMs = 10_000;
/** How long a process caches a session; a notification ends that sooner. */
export const sessionCacheMs = 30_000;
