import { createHash } from "node:crypto";
import type { Db, DbConnection } from "#kit/db/db.ts";

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
  release(): Promise<void>;
}

/** The first half of every such lock's name: "roun" in ASCII. The second half comes from the name of what is led. */
export const lockClass = 0x726f756e;

/** The second half of the lock of what is led under this name. */
export const lockNumber = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

/**
 * An advisory lock on a connection of its own: PostgreSQL gives it up when the connection ends, at once for a process that died and
 * within 4 s (keepalives) for a machine that vanished. It is asked for again and again rather than waited for: a waiting
 * statement would hold back the clean-up of every table.
 */
export function createLeaderLock(db: Db, name: string): LeaderLock {
  let standby: { connection: DbConnection; isLost: () => boolean; onLost: (listener: () => void) => void } | undefined;

  async function connect() {
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
      isLost: () => lost,
      onLost: (listener: () => void) => void (lost ? listener() : listeners.push(listener)),
    };
  }

  return {
    async tryTake() {
      if (!standby || standby.isLost()) standby = await connect();
      const { connection, onLost } = standby;
      const { rows } = await connection.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS taken", [
        lockClass,
        lockNumber(name),
      ]);
      if (!rows[0]?.taken) return undefined;
      standby = undefined;
      return { onLost, release: () => connection.end() };
    },
    async close() {
      await standby?.connection.end();
      standby = undefined;
    },
  };
}
