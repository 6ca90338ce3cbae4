import { useClient } from "#kit/web/client.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import { forgetIdentity } from "#kit/web/fingerprint.ts";
import { logOut } from "#modules/accounts/shared/contract.ts";
import { readToken, writeToken } from "./cookie.ts";
import { forgetEntry } from "./entry.ts";
import { beginLeaving, signOut, useSessionStore } from "./session.ts";
import { signedInMark } from "./signed-in-mark.ts";

/** Milliseconds that the page waits for the server before it ends the session here without it. */
const patienceMs = 3_000;
/** Milliseconds before each later attempt to end it on the server. */
const pausesMs = [5_000, 30_000, 120_000];

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Ends the session here within seconds, and on the server when it can be reached. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore();
  const client = useClient();
  /** Whether the server confirmed it in time; a refresh of the token that the call waits for knows no signal. */
  const endOnServer = () => {
    const end = client.api.call(logOut, {}, { signal: AbortSignal.timeout(patienceMs) });
    const isEnded = end.then(
      () => true,
      () => false,
    );
    return Promise.race([isEnded, pause(patienceMs).then(() => false)]);
  };
  return async () => {
    beginLeaving(store);
    const hasEnded = await endOnServer();
    writeToken(null);
    forgetEntry();
    forgetIdentity();
    // On the main host a later page would restore a session that the server could not end.
    signedInMark.remove();
    pageCookies.remove("super_bonus");
    // A player who has logged out is not signed in again automatically.
    pageCookies.set("ssoRedirected", "1");
    signOut(store);
    client.tokenChanged();
    // The refresh cookie is still here and names the session, until somebody signs in.
    for (const ms of hasEnded ? [] : pausesMs) {
      await pause(ms);
      if (readToken() !== null || (await endOnServer())) return;
    }
  };
}
