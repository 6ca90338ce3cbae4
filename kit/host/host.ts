import type { EventType } from "#kit/contract/event.ts";
import type { Db, Tx } from "#kit/db/db.ts";
import type { OfficeReads } from "#kit/db/office-reads.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Config } from "./config.ts";
import type { SharedBuckets } from "./shared-buckets.ts";
import type { Tracer } from "./trace.ts";

/** Time, as an argument. `Date.now`, `new Date()` and timers appear only behind this. */
export interface Clock {
  /** Milliseconds since 1970, whole. */
  now(): number;
  /** Milliseconds on a monotonic clock; its zero is arbitrary. */
  monotonic(): number;
  /** Runs `task` once after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Randomness, as an argument. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
}

/** Row ids, as an argument: UUID version 7. Never used as a secret. */
export interface Ids {
  next(): Uuid;
}

/** Events between modules of one process. */
export interface Bus {
  /** After the commit. Work that listeners start is lost when the process ends. */
  emit<P>(type: EventType<P>, payload: P): void;
  on<P>(type: EventType<P>, listener: (payload: P) => void): () => void;
  /** Inside the transaction: writers write in `tx` now, listeners run after the commit. */
  publish<P>(tx: Tx, type: EventType<P>, payload: P): Promise<void>;
  /** `write` runs in the transaction of each published event: both commit, or neither does. */
  beforeCommit<P>(type: EventType<P>, write: (tx: Tx, payload: P) => Promise<void>): () => void;
}

/** Signals between processes over PostgreSQL's NOTIFY: small, lossy across a reconnect, never money. */
export interface Signals {
  /** Sent when `tx` commits. */
  send(tx: Tx, topic: string, payload: string): Promise<void>;
  on(topic: string, listener: (payload: string) => void): () => void;
}

/** What this process may lead, and what it leads, for the directory of the cluster. */
export interface Leaderships {
  /** False in a process that is not given rounds to lead. */
  readonly mayLead: boolean;
  /** A leader whose lock's session does not answer for this long stops: milliseconds. */
  readonly silentAfterMs: number;
  /** False while the clock of this process is too far from the database's, and once an epoch went back: it leads nothing then. */
  readonly isFit: boolean;
  /** False for a while after these rounds were given up, so that another node takes them. */
  mayTake(rounds: string): boolean;
  /** This node leads more than its share, and these rounds are the ones to give up, at the end of a round. */
  shouldGiveUp(rounds: string): boolean;
  /** An epoch is about to be taken. It has to be higher than those known now; one that becomes known meanwhile may be a later leader's. */
  asks(rounds: string): void;
  /** `givesUp`: they have a moment at which they can be given up. */
  began(rounds: string, epoch: bigint, givesUp: boolean): void;
  ended(rounds: string): void;
}

/** Named points where a test may inject a fault. In production they do nothing. */
export interface Failpoints {
  hit(name: string): void;
}

/** How expensive a password's hash is: argon2id with this memory and so many passes. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** Everything a module gets from outside. Built once in apps/server (and by kit/testing) and passed down; there is no global. */
export interface Host {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly db: Db;
  /** Absent without a standby to read from. Used by `readOlder` only. */
  readonly replica?: { usable(): Db | undefined };
  /** Absent where reads of the back office use the pool of everything else. */
  readonly officeReads?: OfficeReads;
  readonly bus: Bus;
  readonly signals: Signals;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly failpoints: Failpoints;
  /** Absent where leaders are not looked up. */
  readonly leaderships?: Leaderships;
  /** Absent where this process is alone. Buckets of one scope are the same at every node. */
  readonly sharedBuckets?: (scope: string) => SharedBuckets;
  /** Absent where no collector of traces is set. */
  readonly tracer?: Tracer;
  /** Only tests set it, where a cheap hash does; without it hashing costs what it must. */
  readonly passwordCost?: PasswordCost;
}
