import { logInThrough } from "#modules/accounts/shared/contract.ts";
import { findAffiliate } from "#modules/attribution/shared/contract.ts";
import { getIp } from "#modules/geo/shared/contract.ts";
import { initMirror } from "#modules/mirrors/shared/contract.ts";
import { type Page, quietly } from "./page.ts";
import { finishSignOn } from "./sign-on.ts";

/**
 * The step `simple-auth`: a visitor who returns with a token and the cookie of the request is signed in. A
 * refused token leaves a guest. Calls after the login are not awaited.
 */
export async function simpleAuth(page: Page): Promise<void> {
  const { cookies } = page;
  const token = cookies.get("simpleAuthToken");
  const proof = cookies.get("ssoProof");
  cookies.remove("simpleAuthToken");
  // Another tab may have signed in here meanwhile: its session serves both.
  const isSignedIn = cookies.get("token") !== null;
  if (token !== null && !isSignedIn && cookies.get("simpleAuth") !== null) {
    await quietly(page, "the sign-on was refused", async () => {
      const body = { provider: "simple", token, proof: proof ?? "" };
      const answer = await page.call(logInThrough, { body });
      if (!("token" in answer)) return;
      cookies.set("token", answer.token);
      // Signed in here from now on: a later visit as a guest may redirect again.
      cookies.remove("ssoRedirected");
      void initialise(page);
    });
  }
  void finishSignOn(page);
}

/** The three calls of the sign-on, one after the other. */
export async function initialise(page: Page): Promise<void> {
  const { cookies, userAgent } = page;
  const { host } = page.url();
  const visitor = { host, user_agent: userAgent.slice(0, 1000) };
  const known = (name: "stag" | "partner" | "adplace") => {
    const value = cookies.get(name);
    return value === null ? {} : { [name]: value };
  };
  await quietly(page, "initialisation failed", async () => {
    await page.call(initMirror, { body: visitor });
    await page.call(findAffiliate, {
      body: { ...visitor, ...known("stag"), ...known("partner"), ...known("adplace") },
    });
    await page.call(getIp, {});
  });
}
