import type { Db } from "#kit/db/db.ts";

/** Records that the worker is alive, by the database's clock, which all processes share. */
export async function sendHeartbeat(db: Db, name: string): Promise<void> {
  await db.query(
    "INSERT INTO jobs.workers (name, heartbeat) VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET heartbeat = now()",
    [name],
  );
}

/** Records that the worker ended in order. */
export async function removeHeartbeat(db: Db, name: string): Promise<void> {
  await db.query("DELETE FROM jobs.workers WHERE name = $1", [name]);
}

/**
 * Releases the jobs of workers that have been silent for `silentMs`, and deletes those workers.
 * A job taken a moment ago is left: its worker may not have sent its first heartbeat yet.
 * @returns the names of the dead workers that had running jobs.
 */
export async function releaseJobsOfDeadWorkers(db: Db, silentMs: number): Promise<readonly string[]> {
  return db.tx(async tx => {
    const limit = `${silentMs} milliseconds`;
    await tx.query("DELETE FROM jobs.workers WHERE heartbeat < now() - $1::interval", [limit]);
    const { rows } = await tx.query<{ name: string }>(
      `SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs
       WHERE locked_at < now() - $1::interval AND locked_by NOT IN (SELECT name FROM jobs.workers)`,
      [limit],
    );
    const names = rows.map(row => row.name);
    if (names.length > 0) await tx.query("SELECT graphile_worker.force_unlock_workers($1::text[])", [names]);
    return names;
  });
}
