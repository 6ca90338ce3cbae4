import { useClient } from "#kit/web/client.ts";
import { logOut } from "#modules/accounts/shared/contract.ts";
import { writeToken } from "./cookie.ts";
import { signOut, useSessionStore } from "./session.ts";

/** Ends the session here at once, and on the house's side when it can be reached. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore();
  const client = useClient();
  return async () => {
    await client.api.call(logOut, {}).catch(() => undefined);
    writeToken(null);
    signOut(store);
    client.tokenChanged();
  };
}
