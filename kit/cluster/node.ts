import type { Host, Leaderships } from "#kit/host/host.ts";
import { type LedRounds, type NodeRow, removeLeader, removeNode, sendBeat } from "./cluster-store.ts";

/** This process in the directory of the cluster: a beat a second says that it runs and what it leads. */
export interface ClusterNode extends Leaderships {
  readonly name: string;
  leads(rounds: string): boolean;
  /** The nodes that others can reach, as of the last beat; at least 1. */
  count(): number;
  /** The epoch under which this process leads; undefined while it does not. */
  epochOf(rounds: string): bigint | undefined;
  /** What the next beats say. */
  describe(row: NodeRow): void;
  start(): Promise<void>;
  /** Writes a beat now. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

const beatMs = 1_000;
/** Less than the 5 s after which a standby ends a silent leader's session. */
const silentLeaderMs = 2_000;

export function createClusterNode(
  { db, clock, log, metrics }: Pick<Host, "db" | "clock" | "log" | "metrics">,
  row: NodeRow,
  mayLead: boolean,
): ClusterNode {
  const leads = new Map<string, bigint>();
  const offset = metrics.gauge(
    "cluster_clock_offset_seconds",
    "Offset of the database's clock from this process's clock",
  );
  let self = row;
  let started = false;
  let stopped = false;
  let cancel = () => {};
  let clockOffsetMs = 0;
  let lagMs = 0;
  let count = 1;
  let sending: Promise<void> | undefined;
  let again = false;

  const led = (): readonly LedRounds[] => [...leads].map(([name, epoch]) => ({ name, epoch }));

  async function send(): Promise<void> {
    const [at, wall] = [clock.monotonic(), clock.now()];
    const { nowMs, nodes } = await sendBeat(db, { node: self, leads: led(), clockOffsetMs, lagMs });
    count = Math.max(1, nodes);
    lagMs = Math.round(clock.monotonic() - at);
    clockOffsetMs = Math.round(nowMs - wall - lagMs / 2);
    offset.set(clockOffsetMs / 1000);
  }

  /** One at a time; a change during a beat is written by the next one, at once. */
  function beat(): Promise<void> {
    if (sending) {
      again = true;
      return sending;
    }
    sending = send()
      .catch((error: unknown) => log.warn({ err: error }, "sending this node's heartbeat failed"))
      .finally(() => {
        sending = undefined;
        if (again && !stopped) void beat();
        again = false;
      });
    return sending;
  }

  function next(): void {
    cancel = clock.after(beatMs, () => void beat().finally(() => !stopped && next()));
  }

  return {
    name: row.name,
    mayLead,
    silentAfterMs: silentLeaderMs,
    leads: rounds => leads.has(rounds),
    count: () => count,
    epochOf: rounds => leads.get(rounds),
    describe(changed) {
      self = changed;
    },
    began(name, epoch) {
      leads.set(name, epoch);
      if (started) void beat();
    },
    ended(name) {
      const epoch = leads.get(name);
      if (epoch === undefined) return;
      leads.delete(name);
      if (!started || stopped) return;
      removeLeader(db, self.name, { name, epoch }).catch((error: unknown) =>
        log.warn({ err: error, rounds: name }, "removing the row of a former leader failed"),
      );
    },
    async start() {
      started = true;
      await beat();
      next();
    },
    async announce() {
      await sending;
      await beat();
    },
    async stop() {
      if (!started) return;
      stopped = true;
      cancel();
      await sending;
      await removeNode(db, self).catch((error: unknown) => log.warn({ err: error }, "removing this node failed"));
    },
  };
}
