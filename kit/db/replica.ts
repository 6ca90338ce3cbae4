import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import type { Db } from "./db.ts";

/** A standby that answers reads which may be a little old. */
export interface Replica {
  /** Undefined while it is away, too far behind or of another database. */
  usable(): Db | undefined;
  start(): void;
  close(): Promise<void>;
}

interface ReplicaNeeds {
  readonly primary: Db;
  readonly replica: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "info">;
  readonly metrics: Metrics;
  /** The age of what it answers at most: milliseconds. */
  readonly mostLagMs: number;
}

interface Sample {
  readonly position: bigint;
  readonly system: string;
}

const everyMs = 1_000;
/** What was true longer ago says nothing about now. */
const staleSampleMs = 3_000;

const sampleSql = `SELECT system_identifier::text AS system,
  pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::int8 AS position
  FROM pg_control_system()`;

/**
 * Compares positions in the log once a second: the standby is as old as the newest position of the primary that it has replayed. A standby whose stream has
 * ended, or an idle primary, cannot mislead this, as the time of the last replayed transaction would.
 */
export function createReplica({ primary, replica, clock, log, metrics, mostLagMs }: ReplicaNeeds): Replica {
  const lag = metrics.gauge("replica_lag_seconds", "Age of what the read replica answers; -1 while it is not usable");
  let positions: readonly { readonly at: number; readonly position: bigint }[] = [];
  let goodAt: number | undefined;
  let firstAt: number | undefined;
  let state = "";
  let cancel = () => {};
  let closed = false;

  function become(next: string): void {
    if (next === state) return;
    state = next;
    if (next === "usable") log.info({}, "the read replica is usable");
    else log.warn({ reason: next }, "the read replica is not usable: the primary answers its reads");
  }

  async function sample(): Promise<void> {
    const at = clock.monotonic();
    firstAt ??= at;
    const read = async (db: Db) => {
      const { rows } = await db.query<Sample>(sampleSql);
      if (!rows[0]) throw new Error("no position in the log");
      return rows[0];
    };
    const [ahead, behind] = await Promise.all([read(primary), read(replica)]);
    positions = [...positions.filter(each => at - each.at <= mostLagMs), { at, position: ahead.position }];
    const replayed = positions.findLast(({ position }) => position <= behind.position);
    const isSame = ahead.system === behind.system;
    const isGood = isSame && replayed !== undefined;
    goodAt = isGood ? at : undefined;
    lag.set(isGood ? (at - replayed.at) / 1000 : -1);
    if (isGood) become("usable");
    else if (!isSame) become("another database");
    // A standby that was a moment behind the first sample is not known to be old.
    else if (at - firstAt >= mostLagMs) become(`more than ${mostLagMs / 1000} s behind`);
  }

  function next(): void {
    void sample()
      .catch((error: unknown) => {
        goodAt = undefined;
        lag.set(-1);
        become(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        if (!closed) cancel = clock.after(everyMs, next);
      });
  }

  return {
    usable: () => (goodAt !== undefined && clock.monotonic() - goodAt <= staleSampleMs ? replica : undefined),
    start: next,
    async close() {
      closed = true;
      cancel();
      await replica.end();
    },
  };
}
