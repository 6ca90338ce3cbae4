import { fail } from "#kit/contract/error-code.ts";
import { sessionIdle } from "#kit/contract/errors.ts";
import { type Route, requiresActivity } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { activeAt, putActivity } from "./store.ts";

/** Whether the player is still active: the cookie lives 30 days, the right to stake and to move money does not. */
export interface Idle {
  /** Fails with `session_idle` for play and money in a session without an action for IDLE_MINUTES; otherwise records an action. */
  guard(route: Route, session: Session | null): Promise<void> | void;
  /** The player has verified their identity. */
  wake(session: Uuid): void;
  forget(session: Uuid): void;
}

interface Seen {
  /** Milliseconds since 1970. */
  at: number;
  /** Time of the last write to the database. */
  written: number;
}

/** How far the database may be behind. Another process may require a proof this much too early, and never too late. */
const writeEveryMs = 60_000;
const capacity = 100_000;

export function createIdle(host: Host, accounts: Pick<Accounts, "signInFacts">): Idle {
  const idleMs = host.config.IDLE_MINUTES * 60_000;
  const seen = new Map<Uuid, Seen>();

  function note(session: Uuid, known: Seen | undefined): void {
    const at = host.clock.now();
    const written = known?.written ?? 0;
    const isDue = at - written >= writeEveryMs;
    if (known) {
      known.at = at;
      if (isDue) known.written = at;
    } else {
      if (seen.size >= capacity) seen.clear();
      seen.set(session, { at, written: at });
    }
    if (isDue) void putActivity(host.db, session, new Date(at)).catch(lost);
  }
  const lost = (error: unknown) => host.log.warn({ err: error }, "recording a session's activity failed");

  /** The activity known outside this process: other processes write too, and a session begins with a login. */
  async function lastAction({ id, player }: Session): Promise<number> {
    const written = await activeAt(host.db, id);
    if (written) return written.getTime();
    return (await accounts.signInFacts(player, id)).openedAt?.getTime() ?? 0;
  }

  return {
    guard(route, session) {
      if (idleMs === 0 || !session || route.caller !== "player") return;
      const known = seen.get(session.id);
      if (known && host.clock.now() - known.at < idleMs) {
        if (isPlayerAction(route)) note(session.id, known);
        return;
      }
      // Only a proof reactivates an idle session; a session unknown to this process may be active in another one.
      if (!requiresActivity(route) && (known || !isPlayerAction(route))) return;
      return lastAction(session).then(at => {
        if (host.clock.now() - at < idleMs) note(session.id, known);
        else if (requiresActivity(route)) fail(sessionIdle);
      });
    },
    wake: session => note(session, seen.get(session)),
    forget: session => void seen.delete(session),
  };
}

/** Calls triggered by the player: pages read and report automatically. */
function isPlayerAction(route: Route): boolean {
  return route.method !== "GET" && route.byPage !== true;
}
