/**
 * What happens when somebody opens a page, in this order. A step may have a part on the server, before the page is rendered
 * (apps/server/site/visit.ts), and parts in the browser (steps.ts beside this): before the page comes to life, and after it was painted.
 */
export const visitOrder = [
  /** What device this is, and whether it is a program that reads pages: those skip redirects, geo and the sign-on. */
  "device",
  /** Old addresses lead on. */
  "redirects",
  /** The prefix of the path, the cookie, the browser's languages, English. */
  "locale",
  /** What belongs to this host name. */
  "mirror",
  /** A blocked country sees /no-access and nothing else; everybody else never sees it. */
  "geo",
  /** A guest of a mirror is sent to the main host once, to be known there. */
  "sign-on",
  /** Whoever comes back with a token is signed in. */
  "simple-auth",
  /** Who brought him. */
  "attribution",
  /** A session that is there and has no token on this host gets one. */
  "session",
  /** Who he is. */
  "user",
  /** What he is offered. */
  "banner",
] as const;

export type VisitStep = (typeof visitOrder)[number];
