import type { Queryable } from "#kit/db/db.ts";
import type { Clock } from "#kit/host/host.ts";

/** A lock holder without a heartbeat for this long counts as hung. */
export const staleAfterMs = 5_000;

/** Watches the holder of an advisory lock, for a standby. */
export interface StaleHolder {
  /** Call periodically. Ends the holder's session once it is stale; true when it was ended. */
  endWhenStale(): Promise<boolean>;
}

interface Sign {
  readonly pid: number;
  /** When the session last began or ended a statement, as PostgreSQL formats it; null for a session of another role. */
  readonly lastStatement: string | null;
  readonly isSilent: boolean;
}

const holderSql = `
  SELECT a.pid, a.state_change::text AS "lastStatement",
    coalesce(a.state_change < clock_timestamp() - $3 * interval '1 millisecond', false) AS "isSilent"
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND a.datname = current_database()
    AND l.database = a.datid AND l.classid = $1::bigint AND l.objid = $2::bigint AND a.usename = current_user`;

/**
 * Ends the lock's session, and every session of the same process that is idle in a transaction: its row locks would hold up the next leader. Sessions
 * of one process share their application name; those of the same role may be ended without extra privileges.
 */
const endSql = `
  WITH holder AS (
    SELECT pid, application_name, client_addr FROM pg_stat_activity
    WHERE pid = $1 AND state_change::text = $2 AND usename = current_user
  )
  SELECT pg_terminate_backend(pid, 1000) AS ended FROM holder
  UNION ALL
  SELECT pg_terminate_backend(a.pid, 1000) FROM pg_stat_activity a JOIN holder h USING (application_name)
  WHERE a.pid <> h.pid AND a.usename = current_user AND a.datname = current_database()
    AND a.client_addr IS NOT DISTINCT FROM h.client_addr
    AND a.state LIKE 'idle in transaction%' AND a.state_change < clock_timestamp() - $3 * interval '1 millisecond'`;

/**
 * A holder is stale when it sent nothing for {@link staleAfterMs} by the database's clock and by this process's clock: either alone may have jumped,
 * and after a database outage a live holder gets its chance to send first.
 */
export function createStaleHolder(
  connection: Queryable,
  clock: Clock,
  [kind, id]: readonly [number, number],
): StaleHolder {
  let seen: { readonly sign: string; readonly since: number } | undefined;

  function unchangedForMs(sign: string): number {
    const now = clock.monotonic();
    if (seen?.sign !== sign) seen = { sign, since: now };
    return now - seen.since;
  }

  async function check(): Promise<Sign | undefined> {
    // Both halves of the key are oids: unsigned.
    const { rows } = await connection.query<Sign>(holderSql, [kind >>> 0, id >>> 0, staleAfterMs]);
    return rows[0];
  }

  return {
    async endWhenStale() {
      const holder = await check().catch((error: unknown) => {
        seen = undefined;
        throw error;
      });
      if (!holder?.lastStatement) return false;
      const unchangedMs = unchangedForMs(`${holder.pid} ${holder.lastStatement}`);
      if (!holder.isSilent || unchangedMs < staleAfterMs) return false;
      seen = undefined;
      const { rows } = await connection.query<{ ended: boolean }>(endSql, [
        holder.pid,
        holder.lastStatement,
        staleAfterMs,
      ]);
      return rows[0]?.ended === true;
    },
  };
}
