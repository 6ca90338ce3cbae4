import type { Queryable } from "./db.ts";

interface Durability {
  readonly isStandby: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly checksums: string;
  readonly commit: string;
  readonly standbys: string;
  readonly prepared: string;
}

const readSql = `
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
    current_setting('data_checksums') AS checksums, current_setting('synchronous_commit') AS commit,
    current_setting('synchronous_standby_names') AS standbys, current_setting('max_prepared_transactions') AS prepared`;

/** What keeps this session's commits from surviving the loss of the primary, as an error message; undefined if they do. */
export function syncFault(read: Durability): string | undefined {
  if (read.isStandby) return "it is a standby; name the primary";
  if (read.fsync !== "on") return "fsync is off";
  if (read.fullPageWrites !== "on") return "full_page_writes is off";
  if (read.checksums !== "on") return "data_checksums is off";
  if (read.commit !== "on" && read.commit !== "remote_apply")
    return `synchronous_commit is ${read.commit}, but should be on or remote_apply`;
  if (read.standbys.trim() === "") return "synchronous_standby_names is empty: no standby is waited for";
  if (read.prepared !== "0") return `max_prepared_transactions is ${read.prepared}, but should be 0`;
  return undefined;
}

/** Throws an error for the operator unless each commit of this session is on a standby before it is confirmed (DATABASE_SYNC=required). */
export async function requireSync(session: Queryable): Promise<void> {
  const { rows } = await session.query<Durability>(readSql);
  const fault = rows[0] && syncFault(rows[0]);
  if (fault !== undefined)
    throw new Error(`DATABASE_SYNC is required, and this database may lose confirmed bets: ${fault}.`);
}

/**
 * Returns when a standby has what was committed before, also what another connection committed and did not wait for. Throws CommitUnknown if
 * this wait is cancelled too.
 */
export async function awaitStandby(session: Queryable): Promise<void> {
  // A transaction that only reads, or has only a number, waits for no standby.
  await session.query("SELECT pg_logical_emit_message(true, 'fairhouse', '')");
}
