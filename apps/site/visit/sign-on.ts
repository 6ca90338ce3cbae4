import { toHex } from "#kit/std/bytes.ts";
import { notifyServer } from "./analytics.ts";
import type { Page } from "./page.ts";

/** At most so long the visitor waits for the house to have noted that he is sent away: milliseconds. */
const noteMs = 1_000;

/** What a tab remembers of its return: until it is closed it is not sent away again. */
export const returnedKey = "ssoReturned";

/** True when this page sends its visitor to the main host first: a guest of a mirror, who was not sent there yet. */
export function mustSignOn(page: Page): boolean {
  const { cookies } = page;
  if (page.sso === null || page.bot || page.development) return false;
  if (cookies.get("token") !== null || cookies.get("simpleAuthToken") !== null) return false;
  if (page.tab.getItem(returnedKey) !== null) return false;
  return cookies.get("ssoRedirected") === null && !page.url().searchParams.has("no_sso");
}

/** The step `sign-on`. Answers true when the visitor is on his way. */
export async function signOn(page: Page): Promise<boolean> {
  if (!mustSignOn(page)) return false;
  await leaveForSignOn(page);
  return true;
}

/**
 * Sends the visitor to the main host, to come back to this address: the bytes stay here, their hash goes with him, and what
 * comes back is good for whoever has the bytes.
 */
export async function leaveForSignOn(page: Page): Promise<void> {
  if (page.sso === null) return;
  const proof = page.random(32);
  const state = toHex(await page.sha256(proof));
  page.cookies.set("ssoProof", toHex(proof));
  page.cookies.set("ssoRedirected", "1");
  const noted = notifyServer(page, "ssoAvailabilityCreate");
  await Promise.race([noted, new Promise(resolve => setTimeout(resolve, noteMs))]);
  const back = page.url();
  back.hash = "";
  page.leave(`${page.sso}?${new URLSearchParams({ return: back.href, state })}`);
}

/** After the return: the house notes it, the flag is cleared, and the address no longer says how. */
export async function finishSignOn(page: Page): Promise<void> {
  const url = page.url();
  if (url.searchParams.has("no_sso")) {
    url.searchParams.delete("no_sso");
    page.replaceAddress(url);
  }
  if (page.cookies.get("ssoProof") === null) return;
  page.cookies.remove("ssoProof");
  page.tab.setItem(returnedKey, "1");
  // Only where the tab keeps it: without, nothing else would stop a second redirect.
  if (page.tab.getItem(returnedKey) !== null) page.cookies.remove("ssoRedirected");
  await notifyServer(page, "ssoAvailabilityFinish", { mirror: url.hostname });
}
