import { useClient } from "#kit/web/client.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import { forgetIdentity } from "#kit/web/fingerprint.ts";
import { logOut } from "#modules/accounts/shared/contract.ts";
import { writeToken } from "./cookie.ts";
import { forgetEntry } from "./entry.ts";
import { beginLeaving, signOut, useSessionStore } from "./session.ts";

/** Ends the session here at once, and on the server when it can be reached. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore();
  const client = useClient();
  return async () => {
    beginLeaving(store);
    await client.api.call(logOut, {}).catch(() => undefined);
    writeToken(null);
    forgetEntry();
    forgetIdentity();
    pageCookies.remove("super_bonus");
    // A player who has logged out is not signed in again automatically.
    pageCookies.set("ssoRedirected", "1");
    signOut(store);
    client.tokenChanged();
  };
}
