import type { Clock } from "#kit/host/host.ts";
import type { DbConnection, Queryable } from "./db.ts";

/** After this long without an answer it is asked whether the server still works on it. */
const silentMs = 30_000;
const askMs = 5_000;

/** Whether the server process behind a connection exists, asked over another one. False if that gets no answer either. */
export function isRunning(db: Queryable, { pid }: Pick<DbConnection, "pid">, after: Clock["after"]): Promise<boolean> {
  return new Promise(resolve => {
    const cancel = after(askMs, () => resolve(false));
    db.query("SELECT FROM pg_stat_activity WHERE pid = $1", [pid ?? 0])
      .then(
        ({ rows }) => resolve(rows.length > 0),
        () => resolve(false),
      )
      .finally(cancel);
  });
}

/**
 * What waits for a standby waits without an end, and its server process stays when the connection is closed: opening another one again and again would
 * use up the server's connections. So it is given up only once that process is gone.
 */
export function whileRunning<T>(
  db: Queryable,
  connection: Pick<DbConnection, "pid">,
  wait: Promise<T>,
  after: Clock["after"],
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = after(silentMs, ask);
    async function ask(): Promise<void> {
      if (await isRunning(db, connection, after)) cancel = after(silentMs, ask);
      else reject(new Error("a connection that waits for a standby had no answer"));
    }
    wait.then(resolve, reject).finally(() => cancel());
  });
}
