import { writeToken } from "./cookie.ts";
import { signOut, useSessionStore } from "./session.ts";

/** Ends the session on the house's side and here. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore();
  return async () => {
    writeToken(null);
    signOut(store);
  };
}
