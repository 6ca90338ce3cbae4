import type { Host } from "#kit/host/host.ts";
import type { Operator } from "#kit/http/handler.ts";
import { type SessionLimits, standingSessions } from "./session-store.ts";

/** Between two looks at the sessions of open sockets: milliseconds. */
const everyMs = 500;

/** The sockets of the back office. */
export interface OperatorSockets {
  operators(): readonly Operator[];
  endSession(session: string): void;
}

/**
 * Closes sockets whose session has ended or whose operator has another role, however that came about and in whichever process. @returns stops
 * it
 */
export function watchSockets(host: Host, sockets: OperatorSockets, limits: SessionLimits): () => void {
  const { clock, db, log } = host;
  let stopped = false;
  let cancel = () => {};

  async function look(): Promise<void> {
    const open = sockets.operators();
    if (open.length === 0) return;
    const standing = await standingSessions(
      db,
      open.map(({ session }) => session),
      new Date(clock.now()),
      limits,
    );
    for (const { session, role } of open) if (standing.get(session) !== role) sockets.endSession(session);
  }

  function lookAgain(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      look()
        .catch((error: unknown) => log.warn({ err: error }, "Failed to check the sessions of open sockets"))
        .finally(lookAgain);
    });
  }
  lookAgain();
  return () => {
    stopped = true;
    cancel();
  };
}
