import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Db, DbConnection } from "./db.ts";
import { CommitUnknown } from "./errors.ts";
import { awaitStandby, requireSync } from "./require-sync.ts";
import { whileRunning } from "./running-backend.ts";

/** What the answer of a call comes from: its own commits, each on a standby before it is reported, or rows that were there. */
interface Sources {
  hasCommitted: boolean;
  hasFound: boolean;
}

const current = new AsyncLocalStorage<Sources>();

/** Notes what the answer of the current call comes from. Undefined outside of a call for which a standby is waited. */
export function sourcesOfCall(): ((isOwnCommit: boolean) => void) | undefined {
  const sources = current.getStore();
  return (
    sources &&
    (isOwnCommit => {
      if (isOwnCommit) sources.hasCommitted = true;
      else sources.hasFound = true;
    })
  );
}

export interface ConfirmedCalls {
  /**
   * Runs a call that moves money, and resolves when a standby has all that its answer comes from. A movement found under its key may be on the
   * primary only: the wait of its own commit was cancelled, or the primary was restarted. Calls that report nothing but their own commits
   * have waited already. `unavailable` after five seconds: the key settles it later.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const longestWaitMs = 5_000;

/** One commit at a time for all calls that wait (DATABASE_SYNC=required). */
export function confirmedCalls(db: Pick<Db, "connect" | "query">, { after }: Pick<Clock, "after">): ConfirmedCalls {
  let session: Promise<DbConnection> | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** What was read before this call is on a standby when it resolves: a wait that runs already may have begun earlier than that. */
  function standby(): Promise<void> {
    if (!running) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  }

  function begin(): Promise<void> {
    running = waitOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function waitOnce(): Promise<void> {
    session ??= openSession(db);
    const opened = session;
    try {
      const connection = await opened;
      await whileRunning(db, connection, awaitStandby(connection), after);
    } catch (error) {
      if (session === opened) session = undefined;
      void opened.then(connection => connection.end()).catch(() => undefined);
      // Also a server that is no primary yet: what was found may be lost with it.
      throw error instanceof CommitUnknown ? error : new CommitUnknown({ cause: error });
    }
  }

  function limited(wait: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = after(longestWaitMs, () => reject(new Failure(unavailable, { retryAfter: 1 })));
      wait.then(resolve, reject).finally(cancel);
    });
  }

  return {
    async run(work) {
      const sources: Sources = { hasCommitted: false, hasFound: false };
      const answer = await current.run(sources, work);
      if (!sources.hasCommitted || sources.hasFound) await limited(standby());
      return answer;
    },
    async close() {
      await session?.then(connection => connection.end()).catch(() => undefined);
    },
  };
}

async function openSession(db: Pick<Db, "connect">): Promise<DbConnection> {
  const connection = await db.connect();
  try {
    await requireSync(connection);
    return connection;
  } catch (error) {
    await connection.end().catch(() => undefined);
    throw error;
  }
}
