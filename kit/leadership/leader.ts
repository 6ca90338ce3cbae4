import type { Host } from "#kit/host/host.ts";
import type { HeldLock, LeaderLock } from "./leader-lock.ts";

/** A newer leader exists, or the lock is lost: nothing more may be written or paid. */
export class LeadershipLost extends Error {
  override readonly name = "LeadershipLost";
}

/**
 * The period in which this process runs the rounds. Every wait and retry goes through it and ends with it. Each wait and each step also sends the
 * heartbeat: a hung work loop sends none, and a standby takes over.
 */
export interface Leadership {
  readonly epoch: bigint;
  readonly isOver: boolean;
  /** For work that is neither a wait nor a step and may take seconds. */
  heartbeat(): void;
  /** Rejects with {@link LeadershipLost} when the leadership ends first. */
  wait(ms: number): Promise<void>;
  /** Retries until done: for steps that are already decided. Rejects only with {@link LeadershipLost}. */
  untilDone<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** Throws {@link LeadershipLost}, and ends the leadership, when a write was refused because of its epoch. */
  requireLeadership(accepted: boolean): void;
}

export interface LeaderNeeds {
  readonly host: Pick<Host, "clock" | "log" | "metrics" | "leaderships">;
  /** The name of the rounds in logs and metrics: `crash`, `roulette-1`, `rooms`. */
  readonly name: string;
  readonly lock: LeaderLock;
  readonly takeEpoch: () => Promise<bigint>;
  /** Whether `lead` returns when the directory asks it to give these rounds up. */
  readonly givesUp?: boolean;
  /** Leads until it returns or throws. */
  readonly lead: (leadership: Leadership) => Promise<void>;
}

export interface Leader {
  start(): void;
  /** Leads until `lead` returns, and not again after that. */
  retire(): Promise<void>;
  /** Ends the leadership and frees the lock for another process. */
  stop(): Promise<void>;
}

/**
 * How often a standby checks whether the lock is free or its holder stale: it takes over 5 to 6 s after a leader hung, and at once when it exited.
 */
const standbyMs = 1000;
const heartbeatMs = 1000;
const repeatMs = 250;
/** The last part of the time for an answer is waited for apart, so that answers which arrived while this process was busy are read first. */
const busyMs = 250;

/** One leader with a standby: the holder of the lock leads under a new epoch, the others try the lock every second. */
export function createLeader({ host, name, lock, takeEpoch, lead, givesUp = false }: LeaderNeeds): Leader {
  const { clock, log } = host;
  const leading = host.metrics.gauge("shared_rounds_leading", "1 in the process that leads these rounds", ["rounds"]);
  let stopped = false;
  let wake: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let endLeadership: (() => void) | undefined;

  const pause = () =>
    new Promise<void>(resolve => {
      const cancel = clock.after(standbyMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  async function leadWith(held: HeldLock): Promise<void> {
    try {
      host.leaderships?.asks(name);
      const { leadership, end } = createLeadership(await takeEpoch(), held, host);
      endLeadership = end;
      held.onLost(end);
      if (stopped) return;
      log.info({ rounds: name, epoch: leadership.epoch }, "leadership acquired");
      leading.set(1, { rounds: name });
      host.leaderships?.began(name, leadership.epoch, givesUp);
      // What it began with may be an epoch that went back.
      if (host.leaderships?.isFit !== false) await lead(leadership);
    } catch (error) {
      if (error instanceof LeadershipLost) log.warn({ rounds: name }, "leadership lost");
      else log.error({ rounds: name, err: error }, "rounds stopped; restarting");
    } finally {
      leading.set(0, { rounds: name });
      host.leaderships?.ended(name);
      endLeadership?.();
      await held
        .release()
        .catch((error: unknown) => log.warn({ rounds: name, err: error }, "closing the lock's connection failed"));
    }
  }

  const mayTake = () => !host.leaderships || (host.leaderships.isFit && host.leaderships.mayTake(name));

  async function tryLock(): Promise<HeldLock | undefined> {
    if (!mayTake()) return undefined;
    return lock.tryTake().catch((error: unknown) => {
      log.warn({ rounds: name, err: error }, "trying the leader's lock failed");
      return undefined;
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const held = await tryLock();
      if (held) await leadWith(held);
      if (!stopped) await pause();
    }
    await lock.close();
  }

  return {
    start() {
      if (host.leaderships?.mayLead !== false) running = run();
    },
    async retire() {
      stopped = true;
      wake?.();
      await running;
    },
    async stop() {
      stopped = true;
      wake?.();
      endLeadership?.();
      await running;
    },
  };
}

function createLeadership(
  epoch: bigint,
  held: Pick<HeldLock, "heartbeat">,
  { clock, log, leaderships }: LeaderNeeds["host"],
): { leadership: Leadership; end: () => void } {
  /** Without a directory no other node serves these rounds, and none is watched. */
  const silentAfterMs = leaderships?.silentAfterMs ?? Number.POSITIVE_INFINITY;
  let over = false;
  let lastBeat = clock.monotonic();
  const waiting = new Set<() => void>();
  const end = () => {
    over = true;
    for (const stop of waiting) stop();
    waiting.clear();
  };

  function heartbeat(): void {
    if (over || clock.monotonic() - lastBeat < heartbeatMs) return;
    if (leaderships?.isFit === false) {
      log.warn({ epoch }, "this node may lead nothing while its clock is wrong");
      end();
      return;
    }
    void confirm();
  }

  /** Sends a heartbeat and resolves when it was answered, or when the leadership ended because it was not. */
  function confirm(): Promise<void> {
    lastBeat = clock.monotonic();
    const answered = held.heartbeat?.();
    if (!answered || !Number.isFinite(silentAfterMs)) return Promise.resolve();
    return new Promise(resolve => {
      const stop = () => {
        log.warn({ epoch, silentMs: silentAfterMs }, "the leader's lock did not respond");
        end();
        resolve();
      };
      let cancel = clock.after(silentAfterMs - busyMs, () => {
        cancel = clock.after(busyMs, stop);
      });
      void answered.then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** This process may have been frozen since then, and the lock be another's: asks its session before anything else is done. */
  async function confirmAfter(since: number): Promise<void> {
    if (!over && clock.monotonic() - since > silentAfterMs) await confirm();
    if (over) throw new LeadershipLost();
  }

  /** Sends it until cancelled, for as long as a wait of the loop lasts. */
  function keepBeating(): () => void {
    if (!held.heartbeat) return () => undefined;
    let cancel = () => {};
    const next = () => {
      heartbeat();
      cancel = clock.after(heartbeatMs, next);
    };
    next();
    return () => cancel();
  }

  const wait = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      if (over) return reject(new LeadershipLost());
      const stopBeating = keepBeating();
      const stop = () => {
        cancel();
        stopBeating();
        reject(new LeadershipLost());
      };
      const due = clock.monotonic() + ms;
      const cancel = clock.after(ms, () => {
        waiting.delete(stop);
        stopBeating();
        if (clock.monotonic() - due > silentAfterMs) confirmAfter(due).then(resolve, reject);
        else resolve();
      });
      waiting.add(stop);
    });

  async function untilDone<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      if (over) throw new LeadershipLost();
      heartbeat();
      const began = clock.monotonic();
      try {
        const result = await work();
        await confirmAfter(began);
        return result;
      } catch (error) {
        if (error instanceof LeadershipLost) throw error;
        log.warn({ err: error, what }, "step failed; retrying");
        await wait(repeatMs);
      }
    }
  }

  const leadership: Leadership = {
    epoch,
    get isOver() {
      return over;
    },
    heartbeat,
    wait,
    untilDone,
    requireLeadership(accepted) {
      if (accepted) return;
      end();
      throw new LeadershipLost();
    },
  };
  return { leadership, end };
}
