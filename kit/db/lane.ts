import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Clock } from "#kit/host/host.ts";
import { InvariantError } from "#kit/std/invariant.ts";
import type { DbConnection } from "./db.ts";
import { isReadOnly, isRetryable, isStalePlan, isStatementError } from "./errors.ts";

/** One operation waiting in a lane. Completed exactly once. */
export interface LaneTask {
  /** Tasks of one kind can share a statement. */
  readonly kind: string;
  /** How often a database fault left it without a result. */
  faults: number;
  /** How often the statement required a retry. */
  retries: number;
  answered: boolean;
  reject(error: Error): void;
}

export interface LaneOptions<Task extends LaneTask> {
  /** The key within which tasks keep their order: a statement has at most one task of a key. */
  readonly keyOf: (task: Task) => string;
  /** Where the rows of a task are: a statement has tasks of one shard. Unless given, all are in one. */
  readonly shardOf?: (task: Task) => number;
  readonly connect: () => Promise<DbConnection>;
  /**
   * Completes the tasks by one statement, committed when it returns. Returns the tasks that must be retried.
   * Throws what the statement threw; then none of its results are valid.
   */
  readonly run: (connection: DbConnection, tasks: readonly Task[]) => Promise<readonly Task[]>;
  readonly maxBatch: number;
  readonly capacity: number;
  readonly onDepth: (depth: number) => void;
  /** Answers `unavailable` for a batch in flight after this long, and takes no more until it is over; unless given, batches are waited for. */
  readonly inFlight?: {
    readonly mostMs: number;
    readonly after: Clock["after"];
    /** Whether the server still works on what this connection sent: it is kept then, however long that takes. */
    readonly isRunning?: (connection: DbConnection) => Promise<boolean>;
  };
  /** Errors besides deadlocks and serialization failures after which a task that was sent alone is sent again; none unless given. */
  readonly mayPass?: (error: unknown) => boolean;
  /** A statement failed, or a connection was lost under it. */
  readonly onFault: (error: unknown) => void;
}

export interface Lane<Task extends LaneTask> {
  /** False when the lane is full. */
  push(task: Task): boolean;
  /** Resolves when nothing is waiting or in flight, and closes the connection. */
  stop(): Promise<void>;
}

const maxFaults = 5;
/** After this many times the limit a connection counts as lost. */
const stuckFactor = 6;
/** If another process works on the same rows, one of the two advances each time, so this many consecutive losses do not happen by chance. */
const maxRetries = 64;

/**
 * A queue with its own connection. Waiting operations are sent in one statement as soon as the previous one returns;
 * arrivals in between form the next. A statement has at most one operation per key, and a key's operations keep their order.
 */
export function createLane<Task extends LaneTask>(options: LaneOptions<Task>): Lane<Task> {
  let queue: Task[] = [];
  let working: Promise<void> | undefined;
  let connection: DbConnection | undefined;
  let connecting: Promise<DbConnection | undefined> | undefined;
  let isStuck = false;

  async function work(): Promise<void> {
    // Operations that arrive in the same event loop tick join the first batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = takeBatch();
      const left = await attempt(batch);
      if (left.length > 0) queue = [...left, ...queue];
      options.onDepth(queue.length);
    }
    working = undefined;
  }

  /** The longest run of one kind and shard that keeps each key's order, at most one operation per key. */
  function takeBatch(): Task[] {
    const batch: Task[] = [];
    const rest: Task[] = [];
    const seen = new Set<string>();
    const [first] = queue;
    const { shardOf } = options;
    const shard = first && shardOf?.(first);
    for (const task of queue) {
      const key = options.keyOf(task);
      const fits = task.kind === first?.kind && shardOf?.(task) === shard;
      if (fits && batch.length < options.maxBatch && !seen.has(key)) batch.push(task);
      else rest.push(task);
      seen.add(key);
    }
    queue = rest;
    return batch;
  }

  async function attempt(batch: readonly Task[]): Promise<readonly Task[]> {
    const open = connection ?? (await limited(connected(), batch).catch(notConnected));
    const waiting = batch.filter(task => !task.answered);
    if (!open || waiting.length === 0) return giveUp(waiting);
    try {
      return again((await limited(options.run(open, waiting), waiting, open)).filter(task => !task.answered));
    } catch (error) {
      options.onFault(error);
      if (isStalePlan(error) || isReadOnly(error)) return lost(batch, open);
      if (isStatementError(error) || error instanceof InvariantError) return refused(batch, error);
      return lost(batch, open);
    }
  }

  /**
   * A commit, and a new connection, wait for a standby without an end, whatever the statement's limit. Those who asked get `unavailable`, and their keys settle it; the
   * connection is kept, since another would wait behind it, but not for ever: its server may be gone.
   */
  function limited<T>(run: Promise<T>, batch: readonly Task[], open?: DbConnection): Promise<T> {
    const { inFlight } = options;
    if (!inFlight) return run;
    return new Promise((resolve, reject) => {
      const waitOn = () => {
        cancel = inFlight.after(stuckFactor * inFlight.mostMs, ask);
      };
      const ask = async () => {
        if (open && (await inFlight.isRunning?.(open))) waitOn();
        else reject(new Error("a batch had no answer"));
      };
      const refuse = () => {
        isStuck = true;
        giveUp([...batch, ...queue].filter(task => !task.answered));
        queue = [];
        waitOn();
      };
      let cancel = inFlight.after(inFlight.mostMs, refuse);
      run.then(resolve, reject).finally(() => cancel());
    }).finally(() => {
      isStuck = false;
    }) as Promise<T>;
  }

  /** One at a time: a connection that waits for a standby is not helped by another one. */
  function connected(): Promise<DbConnection | undefined> {
    connecting ??= open()
      .catch(notConnected)
      .finally(() => {
        connecting = undefined;
      });
    return connecting;
  }

  function notConnected(error: unknown): undefined {
    options.onFault(error);
    return undefined;
  }

  async function open(): Promise<DbConnection> {
    const made = await options.connect();
    connection = made;
    made.onLost(() => {
      if (connection === made) connection = undefined;
    });
    return made;
  }

  /** PostgreSQL rolled everything back. One member must not fail the others: each is sent alone, under the same key. */
  async function refused(batch: readonly Task[], error: Error): Promise<readonly Task[]> {
    const waiting = batch.filter(task => !task.answered);
    const [only] = waiting;
    if (only && batch.length === 1) {
      if (isRetryable(error) || options.mayPass?.(error)) return afterFault(waiting);
      only.reject(error);
      return [];
    }
    const left: Task[] = [];
    for (const task of waiting) left.push(...(await attempt([task])));
    return left;
  }

  /**
   * It is unknown whether it was committed. The same keys are sent again on a new connection: what was committed is found and
   * returned, what was not is done now, and a running transaction is waited for at a row lock.
   */
  function lost(batch: readonly Task[], open: DbConnection): readonly Task[] {
    if (connection === open) connection = undefined;
    void open.end().catch(() => undefined);
    return afterFault(batch.filter(task => !task.answered));
  }

  function again(tasks: readonly Task[]): readonly Task[] {
    for (const task of tasks) task.retries += 1;
    giveUp(tasks.filter(task => task.retries > maxRetries));
    return tasks.filter(task => task.retries <= maxRetries);
  }

  function afterFault(tasks: readonly Task[]): readonly Task[] {
    for (const task of tasks) task.faults += 1;
    giveUp(tasks.filter(task => task.faults > maxFaults));
    return tasks.filter(task => task.faults <= maxFaults);
  }

  function giveUp(tasks: readonly Task[]): readonly Task[] {
    for (const task of tasks) task.reject(new Failure(unavailable, { retryAfter: 1 }));
    return [];
  }

  return {
    push(task) {
      if (isStuck || queue.length >= options.capacity) return false;
      queue.push(task);
      working ??= work();
      return true;
    },
    async stop() {
      await working;
      await connection?.end();
      connection = undefined;
    },
  };
}
