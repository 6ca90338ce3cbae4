import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { createBus } from "#kit/host/bus.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Log } from "#kit/log/log.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import type { LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import type { Chance } from "./chance.ts";
import { type Coverage, faultOf, killedAt, reached, type WriteFault, writeFaults } from "./coverage.ts";

/** Shared state of one seed. */
export interface SimulatedWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly coverage: Coverage;
  /** Whether faults are still injected. */
  readonly faults: () => boolean;
  /** Writes a line of the trace. */
  readonly note: (text: string) => void;
}

/** A server process that can be killed at any moment, and suspended for a while without notice. */
export interface Mortal {
  alive(): boolean;
  kill(): void;
  /** Suspends its timers for this time, as on a stopped machine; its locks are lost meanwhile. */
  sleep(ms: number): void;
  readonly host: Host;
  /** Wraps all I/O of the process: none once it is killed, and no response to pending operations. */
  mortal<T extends object>(target: T): T;
  /** Database operations as a process sees them over a bad connection. */
  database<T extends object>(name: string, target: T, of: DatabaseOperations<T>): T;
  lock(shared: LeaderLock): LeaderLock;
}

/** The response text, as a client receives it. */
export interface CallResponse {
  readonly status: number;
  readonly text: string;
}

/** One server process with its games. */
export interface ServerProcess extends Mortal {
  call(name: string, session: Session, request: { key: Uuid; params: object; body: object }): Promise<CallResponse>;
  /** Ends the open rounds of its stepwise games on behalf of their players. */
  close(round: OpenRound): Promise<void>;
  start(): Promise<void>;
  drain(): Promise<void>;
}

export interface DatabaseOperations<T> {
  /** Statements and transactions: each may be slow, may not arrive, may be committed without a response. */
  readonly faulty: readonly (keyof T & string)[];
  /** Parts of a transaction: they are done or not done with it. */
  readonly inside?: readonly (keyof T & string)[];
  /** Those of `faulty` that are seldom called: faults befall them more often, so that each meets every fault. */
  readonly seldom?: readonly (keyof T & string)[];
}

const never = new Promise<never>(() => undefined);

const slowMs = 400;
/** Every process is prone to some faults: the percentage of its operations and failpoints that are weak. */
const proneTo = 15;
/** In percent of the operations: ordinary ones, weak ones, and those that are seldom called. */
const odds = {
  slow: { ordinary: 6, weak: 15, seldom: 15 },
  "never arrived": { ordinary: 1, weak: 10, seldom: 25 },
  "committed, response lost": { ordinary: 1, weak: 10, seldom: 25 },
  "cut off by a kill": { ordinary: 0, weak: 6, seldom: 10 },
} as const satisfies Readonly<Record<WriteFault, object>>;
/** In percent: how often a process is killed at a failpoint. */
const killPercent = { ordinary: 0.2, weak: 20 } as const;

export function createMortal({ clock, chance, coverage, faults, note }: SimulatedWorld): Mortal {
  let isAlive = true;
  let wakesAt = 0;
  const leases = new Set<{ release(): Promise<void> }>();
  const underWay = new Map<object, string>();
  const prone = new Map<string, boolean>();

  function after(ms: number, run: () => void): () => void {
    let cancelled = false;
    const due = () => {
      if (!isAlive || cancelled) return;
      if (clock.monotonic() < wakesAt) clock.after(wakesAt - clock.monotonic(), due);
      else run();
    };
    const cancel = clock.after(ms, due);
    return () => {
      cancelled = true;
      cancel();
    };
  }

  function loseLocks(): void {
    for (const lease of leases) void lease.release();
    leases.clear();
  }

  function kill(): void {
    if (!isAlive) return;
    isAlive = false;
    loseLocks();
    for (const operation of underWay.values()) coverage.count(faultOf(operation, "cut off by a kill"));
    underWay.clear();
  }

  /** The outcome of a call of the process that requests something: undefined leaves it as it is. */
  function wrapped<T extends object>(target: T, instead: (name: string, value: Operation) => Operation | undefined): T {
    const made = new Map<PropertyKey, unknown>();
    return new Proxy(target, {
      get(object, name) {
        const known = made.get(name);
        if (known) return known;
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== "function") return value;
        const bound: Operation = (...given) => Reflect.apply(value, object, given);
        const wrapping = instead(String(name), bound) ?? plain(bound);
        made.set(name, wrapping);
        return wrapping;
      },
    });
  }

  const plain =
    (operation: Operation): Operation =>
    (...given) => {
      if (!isAlive) return never;
      const answer: unknown = operation(...given);
      return answer instanceof Promise ? answer.then(known => (isAlive ? known : never)) : answer;
    };

  const wait = (ms: number) => new Promise<void>(resolve => after(ms, resolve));

  function isWeak(name: string): boolean {
    const weak = prone.get(name) ?? chance.happens(proneTo);
    prone.set(name, weak);
    return weak;
  }

  function unreliable(name: string, operation: Operation, isSeldom: boolean): Operation {
    for (const fault of writeFaults) coverage.expect(faultOf(name, fault));
    const weak = isWeak(name) ? "weak" : "ordinary";
    const how = isSeldom ? "seldom" : weak;
    function befalls(fault: WriteFault): boolean {
      if (!faults() || !chance.happens(odds[fault][how])) return false;
      if (fault !== "cut off by a kill") coverage.count(faultOf(name, fault));
      if (fault !== "slow") note(`${name}: ${fault}`);
      return true;
    }
    const crawl = () => wait(chance.below(slowMs));
    const lost = () => new Failure(unavailable, { retryAfter: 1 });

    /** On the way to the database, or back from it. */
    async function travel(): Promise<void> {
      if (befalls("slow")) await crawl();
      if (befalls("cut off by a kill")) kill();
      if (!isAlive) await never;
    }
    return async (...given) => {
      if (!isAlive) return never;
      const self = {};
      underWay.set(self, name);
      try {
        await travel();
        if (befalls("never arrived")) throw lost();
        const answer = await operation(...given);
        await travel();
        if (befalls("committed, response lost")) throw lost();
        return answer;
      } finally {
        underWay.delete(self);
      }
    };
  }

  function hit(point: string): void {
    coverage.count(reached(point));
    if (!faults() || !chance.happens(isWeak(point) ? killPercent.weak : killPercent.ordinary)) return;
    coverage.count(killedAt(point));
    note(`killed at ${point}`);
    kill();
    throw new Error(`killed at ${point}`);
  }

  const log = transcriptLog(note);
  const host = {
    clock: { now: clock.now, monotonic: clock.monotonic, after },
    bus: createBus(log),
    log,
    metrics: quietMetrics,
    failpoints: { hit },
    config: { BEACON_TEST: true },
  } as unknown as Host;

  return {
    host,
    kill,
    alive: () => isAlive,
    sleep(ms) {
      wakesAt = clock.monotonic() + ms;
      loseLocks();
    },
    mortal: target => wrapped(target, () => undefined),
    database: (label, target, { faulty, inside = [], seldom = [] }) =>
      wrapped(target, (name, operation) => {
        const isIn = (list: readonly string[]) => list.includes(name);
        if (isIn(inside)) return operation;
        return isIn(faulty) ? unreliable(`${label}.${name}`, operation, isIn(seldom)) : undefined;
      }),
    lock(shared) {
      return {
        async tryTake() {
          if (!isAlive || clock.monotonic() < wakesAt) return undefined;
          const lease = await shared.tryTake();
          if (!lease) return undefined;
          if (!isAlive) await lease.release().then(() => never);
          leases.add(lease);
          return lease;
        },
        close: async () => undefined,
      };
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: operations of all kinds pass through, none is looked into.
type Operation = (...given: any[]) => any;

/** What the server would log as its own error is in the trace. */
function transcriptLog(note: (text: string) => void): Log {
  const logFailure = (facts: object, message: string) => {
    const { err } = facts as { readonly err?: unknown };
    note(`logged: ${message}${err instanceof Error ? ` ${err.stack}` : ""}`);
  };
  const log: Log = { ...quietLog, error: logFailure, fatal: logFailure, child: () => log };
  return log;
}

/** The response text, as a client receives it. */
export interface CallResponse {
  readonly status: number;
  readonly text: string;
}

/** One server process with its games. */
export interface ServerProcess extends Mortal {
  call(name: string, session: Session, request: { key: Uuid; params: object; body: object }): Promise<CallResponse>;
  /** Ends the open rounds of its stepwise games on behalf of their players. */
  close(round: OpenRound): Promise<void>;
  start(): Promise<void>;
  drain(): Promise<void>;
}
