/** An access token: short, because it is readable by the site. */
export const accessLifeMs = 15 * 60_000;
/** The profile call replaces a token that has less than this left. */
export const accessFreshMs = 5 * 60_000;
/** A session that nobody refreshed for so long is over; also the life of its cookie. */
export const sessionLifeMs = 30 * 86_400_000;
/** After a rotation: how long the former secret is taken for a concurrent tab and not for a copy. */
export const rotationGraceMs = 10_000;
/** How long a process believes what it read of a session; a word over the bus ends that sooner. */
export const sessionCacheMs = 30_000;
