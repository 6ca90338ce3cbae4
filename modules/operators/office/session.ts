import { createContext, use } from "react";
import type { Permission } from "#modules/operators/shared/permissions.ts";
import type { Me } from "#modules/operators/shared/sign-in-contract.ts";

/** The signed-in operator. */
export interface Session {
  readonly me: Me;
  may(permission: Permission): boolean;
  leave(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

/** Inside the frame an operator is always signed in. The server decides anyway: this only hides what would be refused. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("an office page outside of the frame");
  return session;
}
