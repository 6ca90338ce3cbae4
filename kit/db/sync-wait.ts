import type pg from "pg";
import { CommitUnknown } from "./errors.ts";

/** A connection that PostgreSQL notified of a commit whose standby was no longer waited for. */
const cancelled = new WeakSet<object>();

/**
 * A commit whose wait for the standby is cancelled is reported as a success, with a warning: it is on the primary only, and a fail-over loses it. So
 * each connection listens to warnings, and such a commit counts as unknown.
 */
export function watchSyncWaits(client: pg.Client | pg.PoolClient, onCancelled: (() => void) | undefined): void {
  client.on("notice", ({ routine }) => {
    if (routine !== "SyncRepWaitForLSN") return;
    cancelled.add(client);
    onCancelled?.();
  });
}

/** Throws CommitUnknown if what this connection last committed may be lost by a fail-over. The connection should not be used again. */
export function requireSyncWaited(client: object): void {
  if (!cancelled.delete(client)) return;
  throw new CommitUnknown({ cause: new Error("the wait for a synchronous standby was cancelled") });
}
