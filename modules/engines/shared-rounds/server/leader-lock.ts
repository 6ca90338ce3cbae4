import { createHash } from "node:crypto";
import type { Db, DbConnection } from "#kit/db/db.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import { createStaleHolder, type StaleHolder } from "./stale-holder.ts";

/** A lock that one process of the house holds. It tells who leads; it is no fence: see the gate's epoch. */
export interface LeaderLock {
  /** Undefined while another process holds it. */
  tryTake(): Promise<HeldLock | undefined>;
  /** Gives up waiting. */
  close(): Promise<void>;
}

export interface HeldLock {
  /** Called at once when it is lost already. */
  onLost(listener: () => void): void;
  /** The work loop's sign of life. A holder that sends none for 5 s loses the lock. Absent where nobody checks. */
  heartbeat?(): void;
  release(): Promise<void>;
}

/** The first half of every such lock's name: "roun" in ASCII. The second half comes from the name of what is led. */
export const lockClass = 0x726f756e;

/** The second half of the lock of what is led under this name. */
export const lockNumber = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

interface Standby {
  readonly connection: DbConnection;
  readonly holder: StaleHolder;
  isLost(): boolean;
  onLost(listener: () => void): void;
}

/**
 * An advisory lock on a connection of its own: PostgreSQL gives it up when the connection ends, at once for a process that died and
 * within 4 s (keepalives) for a machine that vanished. A process that hangs keeps its connection, so a standby ends the session of a
 * holder without heartbeats. The lock is asked for again and again rather than waited for: a waiting statement would hold back the
 * clean-up of every table.
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
        log.warn(
          { rounds: name },
          "the process that ran these rounds sent no heartbeat for 5 s: its session was ended",
        );
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
 * A statement on the lock's own session, one at a time: PostgreSQL notes its moment in `pg_stat_activity`, where standbys read it. It
 * writes nothing, so a full or slow disk does not look like a process that hangs.
 */
function heartbeatOver(connection: DbConnection): () => void {
  let underWay = false;
  return () => {
    if (underWay) return;
    underWay = true;
    const over = () => {
      underWay = false;
    };
    // A connection that fails is lost, and onLost says so.
    connection.query("SELECT").then(over, over);
  };
}
