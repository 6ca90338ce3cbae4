import { pageCookies } from "#kit/web/cookies.ts";
import { signedInMark } from "#modules/accounts/web/signed-in-mark.ts";
import { tabMemory } from "./tab-memory.ts";

/**
 * Whether there is anything to do before hydration. Most pages need nothing, and then load no code for it: the
 * steps decide the details themselves.
 */
export function needsArrival(): boolean {
  const isPlayer = pageCookies.get("token") !== null;
  const came = pageCookies.get("simpleAuthToken") !== null || /[?&]no_sso\b/.test(location.search);
  const wasSent = pageCookies.get("ssoRedirected") !== null || tabMemory().getItem("ssoReturned") !== null;
  const mayLeave = document.documentElement.dataset.sso !== undefined && !wasSent;
  return came || (!isPlayer && (signedInMark.present() || mayLeave));
}
