import { createHash } from "node:crypto";
import type { Db, DbConnection } from "#kit/db/db.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import { createStaleHolder, type StaleHolder } from "./stale-holder.ts";

/** A lock that one server process holds. It elects the leader but is no fence: see the betting window's epoch. */
export interface LeaderLock {
  /** Undefined while another process holds it. */
  tryTake(): Promise<HeldLock | undefined>;
  /** Stops waiting. */
  close(): Promise<void>;
}

export interface HeldLock {
  /** Called at once when it is already lost. */
  onLost(listener: () => void): void;
  /**
   * The work loop's heartbeat, resolved when the lock's session answered it. A holder that sends none for 5 s loses the lock. Absent if heartbeats
   * are not checked.
   */
  heartbeat?(): Promise<void>;
  release(): Promise<void>;
}

/** The first half of every such lock's key: "roun" in ASCII. The second half comes from the name of the rounds. */
export const lockClass = 0x726f756e;

/** The second half of the key, from the name of the rounds. */
export const lockNumber = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

interface Standby {
  readonly connection: DbConnection;
  readonly holder: StaleHolder;
  isLost(): boolean;
  onLost(listener: () => void): void;
}

/**
 * An advisory lock on a connection of its own: PostgreSQL releases it when the connection ends, at once for a process that exited and within 4 s
 * (keepalives) for a machine that vanished. A process that hangs holds its connection, so a standby ends the session of a holder without heartbeats.
 * The lock is polled rather than waited for: a waiting statement would hold back the vacuum of every table.
 */
export function createLeaderLock({ db, clock, log }: Pick<Host, "db" | "clock" | "log">, name: string): LeaderLock {
  const key = [lockClass, lockNumber(name)] as const;
  let standby: Standby | undefined;

  async function tryLock(connection: DbConnection): Promise<boolean> {
    const { rows } = await connection.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS taken", key);
    return rows[0]?.taken === true;
  }

  return {
    async tryTake() {
      if (!standby || standby.isLost()) standby = await connect(db, clock, key);
      const { connection, holder, onLost } = standby;
      if (!(await tryLock(connection))) {
        if (!(await holder.endWhenStale())) return undefined;
        log.warn({ rounds: name }, "leader sent no heartbeat for 5 s; session terminated");
        if (!(await tryLock(connection))) return undefined;
      }
      standby = undefined;
      return { onLost, heartbeat: heartbeatOver(connection), release: () => connection.end() };
    },
    async close() {
      await standby?.connection.end();
      standby = undefined;
    },
  };
}

async function connect(db: Db, clock: Clock, key: readonly [number, number]): Promise<Standby> {
  const connection = await db.connect();
  let lost = false;
  const listeners: (() => void)[] = [];
  connection.onLost(() => {
    lost = true;
    for (const listener of listeners) listener();
  });
  for (const [setting, value] of [
    ["idle", "1"],
    ["interval", "1"],
    ["count", "3"],
  ])
    await connection.query(`SELECT set_config('tcp_keepalives_${setting}', '${value}', false)`);
  return {
    connection,
    holder: createStaleHolder(connection, clock, key),
    isLost: () => lost,
    onLost: (listener: () => void) => void (lost ? listener() : listeners.push(listener)),
  };
}

/**
 * A statement on the lock's own session, one at a time: PostgreSQL records its time in `pg_stat_activity`, which standbys read. It writes nothing, so
 * a full or slow disk does not look like a hung process.
 */
function heartbeatOver(connection: DbConnection): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= connection
      .query("SELECT")
      // A failed connection counts as lost; onLost reports it.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
}
