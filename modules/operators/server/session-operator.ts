import type { Host } from "#kit/host/host.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { hostCookie } from "#kit/http/cookies.ts";
import type { TransportCall } from "#kit/http/dispatcher.ts";
import type { Operator } from "#kit/http/handler.ts";
import { permissionsOf, type Role } from "../shared/permissions.ts";
import { withoutApprovals } from "./emergencies.ts";
import { seeSession } from "./session-store.ts";
import { sessionLimits, stepUpMs } from "./sessions.ts";
import { tokenHash } from "./sign-in.ts";

/** The operator of a call, by the cookie of their session. */
export type OperatorOf = (
  call: Pick<TransportCall, "cookies" | "hostname" | "ip">,
  isActivity: boolean,
) => Promise<Operator | null>;

export function createOperatorOf(host: Pick<Host, "db" | "clock">, cookie: ReturnType<typeof hostCookie>): OperatorOf {
  return async ({ cookies, hostname, ip }, isActivity) => {
    const token = cookie.read(cookies);
    if (!token) return null;
    const session = await seeSession(host.db, {
      hash: tokenHash(token),
      hostname,
      now: new Date(host.clock.now()),
      isActivity,
      ...sessionLimits,
      provedMs: stepUpMs,
    });
    if (!session) return null;
    const { id, operatorId, name, role, isProved, network, emergencyId } = session;
    return {
      id: operatorId,
      session: id,
      name,
      role,
      permissions: sessionPermissions(role, emergencyId !== null),
      isEmergency: emergencyId !== null,
      isSteppedUp: isProved,
      hasMoved: network !== null && network !== subscriberOf(ip),
    };
  };
}

/** Of an operator who does not call. */
export const noSession = { isEmergency: false, isSteppedUp: false, hasMoved: false } as const;

export function sessionPermissions(role: Role, isEmergency: boolean): ReadonlySet<string> {
  return isEmergency ? withoutApprovals(permissionsOf(role)) : permissionsOf(role);
}
