import { signedInMark } from "#modules/accounts/web/signed-in-mark.ts";
import { attribute } from "./attribution.ts";
import { rememberBrowser } from "./device.ts";
import { checkGeo } from "./geo.ts";
import { type VisitStep, visitOrder } from "./order.ts";
import type { Page } from "./page.ts";
import { restoreSession } from "./session.ts";
import { signOn } from "./sign-on.ts";
import { simpleAuth } from "./simple-auth.ts";

/** Returns true if the visitor is being redirected: the remaining steps are skipped. */
// biome-ignore lint/suspicious/noConfusingVoidType: most steps return nothing
type Step = (page: Page) => Promise<boolean | void> | boolean | void;

/** The browser's part of each step before hydration: the player decides what is shown. */
const arriving: Partial<Record<VisitStep, Step>> = {
  "sign-on": signOn,
  "simple-auth": simpleAuth,
  session: page => restoreSession(page, signedInMark),
};

/** And after the first paint: not awaited. The user and the banner are handled by the interface (companions.tsx). */
const settling: Partial<Record<VisitStep, Step>> = {
  device: rememberBrowser,
  geo: checkGeo,
  attribution: attribute,
};

async function run(steps: typeof arriving, page: Page): Promise<boolean> {
  for (const name of visitOrder) if ((await steps[name]?.(page)) === true) return true;
  return false;
}

/** Resolves with true if this page is being left. */
export const arrive = (page: Page) => run(arriving, page);
export const settle = (page: Page) => run(settling, page);
