import type { Host, Leaderships } from "#kit/host/host.ts";
import {
  type LedRounds,
  mostClockOffsetMs,
  type NodeRow,
  removeLeader,
  removeNode,
  sendBeat,
} from "./cluster-store.ts";
import { createEpochMemory } from "./epoch-memory.ts";
import { createFairSpread } from "./fair-spread.ts";

/** This process in the directory of the cluster: a beat a second says that it runs and what it leads. */
export interface ClusterNode extends Leaderships {
  readonly name: string;
  leads(rounds: string): boolean;
  /** The nodes that others can reach, as of the last beat; at least 1. */
  count(): number;
  /** Why this process is not ready and leads nothing; undefined while it is fit. */
  readonly unfit: string | undefined;
  /** The epoch under which this process leads; undefined while it does not. */
  epochOf(rounds: string): bigint | undefined;
  /** Sets what the next beats report. */
  describe(row: NodeRow): void;
  start(): Promise<void>;
  /** Writes a beat now. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

const beatMs = 1_000;
/** Less than the 5 s after which a standby ends a silent leader's session. */
const silentLeaderMs = 2_000;

export interface NodeOptions {
  readonly mayLead: boolean;
  /** How long a node runs before rounds are given up for it, and how far apart they are given up: milliseconds. */
  readonly balanceAfterMs: number;
}

export function createClusterNode(
  { db, clock, log, metrics }: Pick<Host, "db" | "clock" | "log" | "metrics">,
  row: NodeRow,
  { mayLead, balanceAfterMs }: NodeOptions,
): ClusterNode {
  const leads = new Map<string, { readonly epoch: bigint; readonly givesUp: boolean }>();
  const spread = createFairSpread(clock, balanceAfterMs);
  const offset = metrics.gauge(
    "cluster_clock_offset_seconds",
    "Offset of the database's clock from this process's clock",
  );
  const haltedGauge = metrics.gauge(
    "cluster_halted",
    "1 while this node leads nothing because the database went back to an older moment",
  );
  haltedGauge.set(0);
  const beatGauge = metrics.gauge("cluster_beat_seconds", "When this node last wrote to the database, Unix time");
  let self = row;
  let started = false;
  let stopped = false;
  let cancel = () => {};
  let clockOffsetMs = 0;
  let lagMs = 0;
  let count = 1;
  let timeline = 0;
  let isClockRight = true;
  let halted: string | undefined;
  const memory = createEpochMemory();
  let sending: Promise<void> | undefined;
  let again = false;

  const led = (): readonly LedRounds[] => [...leads].map(([name, { epoch }]) => ({ name, epoch }));

  async function send(): Promise<void> {
    const [at, wall] = [clock.monotonic(), clock.now()];
    const beat = { node: self, leads: led(), clockOffsetMs, lagMs, balanceAfterMs };
    const { nowMs, nodes, leastLed, ...answer } = await sendBeat(db, beat);
    beatGauge.set(clock.now() / 1000);
    timeline = answer.timeline;
    for (const [rounds, epoch] of answer.epochs) {
      haltIf(memory.list(rounds, epoch, timeline));
      spread.seen(rounds, epoch);
    }
    count = Math.max(1, nodes);
    lagMs = Math.round(clock.monotonic() - at);
    clockOffsetMs = Math.round(nowMs - wall - lagMs / 2);
    offset.set(clockOffsetMs / 1000);
    judgeClock(Math.abs(clockOffsetMs) <= mostClockOffsetMs + lagMs / 2);
    const givable = [...leads].filter(([, { givesUp }]) => givesUp).map(([name]) => name);
    spread.decide(self.address === null ? null : leastLed, leads.size, givable);
  }

  /** The offset is only known to half the time that the beat took. */
  function judgeClock(isRight: boolean): void {
    if (isRight === isClockRight) return;
    isClockRight = isRight;
    if (isRight) log.info({ clockOffsetMs }, "the clock of this machine is right again");
    else log.error({ clockOffsetMs }, "the clock of this machine is wrong: not ready, and leading nothing");
  }

  /** Permanent: only a restart resets it. */
  function haltIf(sentence: string | undefined): void {
    if (sentence === undefined || halted !== undefined) return;
    halted = sentence;
    haltedGauge.set(1);
    log.error({ timeline }, sentence);
  }

  const unfit = () => halted ?? (isClockRight ? undefined : "the clock of this machine is wrong");

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
    get isFit() {
      return unfit() === undefined;
    },
    get unfit() {
      return unfit();
    },
    mayTake: spread.mayTake,
    shouldGiveUp: spread.shouldGiveUp,
    leads: rounds => leads.has(rounds),
    count: () => count,
    epochOf: rounds => leads.get(rounds)?.epoch,
    describe(changed) {
      self = changed;
    },
    asks: memory.ask,
    began(name, epoch, givesUp) {
      haltIf(memory.take(name, epoch, timeline));
      leads.set(name, { epoch, givesUp });
      if (started) void beat();
    },
    ended(name) {
      const epoch = leads.get(name)?.epoch;
      if (epoch === undefined) return;
      leads.delete(name);
      spread.ended(name, epoch);
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
