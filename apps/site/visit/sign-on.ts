import { toHex } from "#kit/std/bytes.ts";
import { notifyServer } from "./analytics.ts";
import type { Page } from "./page.ts";

/** Maximum wait for the server to record the redirect: milliseconds. */
const noteMs = 1_000;

/** Marks a tab after its return: until it is closed it is not redirected again. */
export const returnedKey = "ssoReturned";

/** True if this page redirects its visitor to the main host first: a guest of a mirror, who was not redirected there yet. */
export function mustSignOn(page: Page): boolean {
  const { cookies } = page;
  if (page.sso === null || page.bot || page.development) return false;
  if (cookies.get("token") !== null || cookies.get("simpleAuthToken") !== null) return false;
  if (page.tab.getItem(returnedKey) !== null) return false;
  return cookies.get("ssoRedirected") === null && !page.url().searchParams.has("no_sso");
}

/** The step `sign-on`. Returns true if the visitor is being redirected. */
export async function signOn(page: Page): Promise<boolean> {
  if (!mustSignOn(page)) return false;
  await leaveForSignOn(page);
  return true;
}

/**
 * Redirects the visitor to the main host and back to this address: the random bytes stay here, their hash is sent, and the
 * returned token is valid only with the bytes.
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

/** After the return: it is reported, the flag is cleared, and the address is cleaned. */
export async function finishSignOn(page: Page): Promise<void> {
  const url = page.url();
  if (url.searchParams.has("no_sso")) {
    url.searchParams.delete("no_sso");
    page.replaceAddress(url);
  }
  if (page.cookies.get("ssoProof") === null) return;
  page.cookies.remove("ssoProof");
  page.tab.setItem(returnedKey, "1");
  // Only if the tab's storage works: without it, nothing else would prevent a second redirect.
  if (page.tab.getItem(returnedKey) !== null) page.cookies.remove("ssoRedirected");
  await notifyServer(page, "ssoAvailabilityFinish", { mirror: url.hostname });
}
