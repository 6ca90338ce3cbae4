/**
 * The steps of opening a page, in this order. A step may have a part on the server, before the page is rendered
 * (apps/server/site/visit.ts), and parts in the browser (steps.ts beside this): before hydration, and after the first paint.
 */
export const visitOrder = [
  /** The device, and whether it is a crawler: those skip redirects, geo and the sign-on. */
  "device",
  /** Old addresses redirect. */
  "redirects",
  /** The prefix of the path, the cookie, the browser's languages, English. */
  "locale",
  /** Settings of this host name. */
  "mirror",
  /** A blocked country gets /no-access only; other visitors never get it. */
  "geo",
  /** A guest of a mirror is redirected to the main host once, to be signed in there. */
  "sign-on",
  /** A visitor who returns with a token is signed in. */
  "simple-auth",
  /** The attribution. */
  "attribution",
  /** An existing session without a token on this host gets one. */
  "session",
  /** The player. */
  "user",
  /** The offer. */
  "banner",
] as const;

export type VisitStep = (typeof visitOrder)[number];
