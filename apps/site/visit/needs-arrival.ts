import { pageCookies } from "#kit/web/cookies.ts";

/**
 * Whether anything is to be done before the page comes to life. Most pages need nothing, and then load nothing for it: what the
 * steps really do is decided by themselves.
 */
export function needsArrival(): boolean {
  const isPlayer = pageCookies.get("token") !== null;
  const came = pageCookies.get("simpleAuthToken") !== null || /[?&]no_sso\b/.test(location.search);
  const known = /(?:^|; )signed_in=1/.test(document.cookie);
  const mayLeave = document.documentElement.dataset.sso !== undefined && pageCookies.get("ssoRedirected") === null;
  return came || (!isPlayer && (known || mayLeave));
}
