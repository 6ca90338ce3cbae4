import { createContext, use } from "react";
import type { Me } from "#modules/operators/shared/contract.ts";
import type { Permission } from "#modules/operators/shared/permissions.ts";

/** Who is signed in here. */
export interface Session {
  readonly me: Me;
  may(permission: Permission): boolean;
  leave(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

/** Inside the frame somebody is always signed in. The server decides all the same: this only hides what would be refused. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("a room outside of the frame");
  return session;
}
