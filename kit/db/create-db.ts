import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Log } from "#kit/log/log.ts";
import { invariant } from "#kit/std/invariant.ts";
import { openConnection } from "./connection.ts";
import type { Db, Queryable, Tx } from "./db.ts";
import { CommitUnknown, isReadOnly, isRetryable, isStalePlan } from "./errors.ts";
import { runStatement } from "./statement.ts";
import { requireSyncWaited, watchSyncWaits } from "./sync-wait.ts";
import { wireTypes } from "./wire-types.ts";

export interface DbOptions {
  /** Pool size for short statements and transactions. */
  readonly pool?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Receives lost idle connections and errors of after-commit tasks. */
  readonly log?: Pick<Log, "warn" | "error">;
  /** Statement, lock and idle-in-transaction timeouts: milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly idleInTransactionMs?: number;
  /** A commit is on the primary only: the wait for its standby was cancelled. */
  readonly onSyncWaitCancelled?: () => void;
  /** Timeout for acquiring a connection: milliseconds. */
  readonly connectMs?: number;
  /** PostgreSQL refuses writes of the pool's connections. */
  readonly readOnly?: boolean;
}

type TxOptions = NonNullable<Parameters<Db["tx"]>[1]>;

const maxAttempts = 5;

/** The pool, transactions and connections of one process to one PostgreSQL. Connects on first use. */
export function createDb(url: string, options: DbOptions = {}): Db {
  const settings = connectionSettings(url, options);
  const pool = new pg.Pool({
    ...settings,
    max: options.pool ?? 12,
    connectionTimeoutMillis: options.connectMs ?? 10_000,
  });
  // An idle connection that PostgreSQL closes would otherwise end the process.
  pool.on("error", error => options.log?.warn({ err: error }, "an idle database connection was lost"));
  pool.on("connect", client => {
    watchSyncWaits(client, options.onSyncWaitCancelled);
    // The pool stops listening before the caller begins to: an error in between would end the process.
    client.on("error", () => undefined);
  });
  const current = new AsyncLocalStorage<{ open: boolean }>();

  function outsideOfTransaction(what: string): void {
    invariant(!current.getStore()?.open, `${what} inside a transaction would use another connection: pass the tx`);
  }

  const db: Db = {
    query<Row>(text: string, values?: Parameters<Db["query"]>[1], name?: string) {
      outsideOfTransaction("db.query");
      return runOnce<Row>(pool, text, values, name).catch((error: unknown) => {
        if (!isStalePlan(error)) throw error;
        return runOnce<Row>(pool, text, values);
      });
    },
    async tx(work, txOptions) {
      outsideOfTransaction("db.tx");
      for (let attempt = 1; ; attempt++) {
        const result = await attemptTransaction(pool, current, work, txOptions ?? {}, attempt < maxAttempts);
        if (result === retry) continue;
        for (const task of result.tasks) runTask(task, options.log);
        return result.value;
      }
    },
    connect() {
      return openConnection(settings, options.onSyncWaitCancelled);
    },
    end() {
      return pool.end();
    },
  };
  return db;
}

/** One statement on any connection of the pool. */
async function runOnce<Row>(
  pool: pg.Pool,
  ...statement: Parameters<Db["query"]>
): Promise<{ rows: Row[]; rowCount: number }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await runStatement<Row>(client, ...statement);
  } catch (error) {
    if (error instanceof Error && (error instanceof CommitUnknown || isReadOnly(error))) broken ??= error;
    throw error;
  } finally {
    client.removeListener("error", onError);
    client.release(broken);
  }
}

const retry = Symbol("retry");

async function attemptTransaction<T>(
  pool: pg.Pool,
  current: AsyncLocalStorage<{ open: boolean }>,
  work: (tx: Tx) => Promise<T>,
  options: TxOptions,
  mayRetry: boolean,
): Promise<typeof retry | { value: T; tasks: readonly (() => void)[] }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  const state = { open: true };
  const tasks: (() => void)[] = [];
  let committing = false;
  try {
    await client.query(beginStatement(options));
    const value = await current.run(state, () => work(makeTx(client, state, tasks)));
    state.open = false;
    committing = true;
    await commit(client);
    return { value, tasks };
  } catch (error) {
    state.open = false;
    if (error instanceof CommitUnknown || isReadOnly(error)) broken = error as Error;
    broken ??= await rollBack(client);
    if (mayRetry && !committing && isRetryable(error)) return retry;
    throw error;
  } finally {
    client.removeListener("error", onError);
    client.release(broken);
  }
}

function beginStatement(options: TxOptions): string {
  return `BEGIN ISOLATION LEVEL ${(options.isolation ?? "read committed").toUpperCase()}${options.readOnly ? " READ ONLY" : ""}`;
}

/** Runs the transaction's statements one after another, also when callers do not await each other. */
function makeTx(client: pg.PoolClient, state: { open: boolean }, tasks: (() => void)[]): Tx {
  let previous: Promise<unknown> = Promise.resolve();
  const query: Queryable["query"] = <Row>(
    text: string,
    values?: Parameters<Queryable["query"]>[1],
    name?: string,
  ): Promise<{ rows: Row[]; rowCount: number }> => {
    invariant(state.open, "this transaction has ended");
    const result = previous.then(() => runStatement<Row>(client, text, values, name));
    previous = result.catch(() => undefined);
    return result;
  };
  return {
    inTransaction: true,
    query,
    afterCommit(task) {
      invariant(state.open, "this transaction has ended");
      tasks.push(task);
    },
  };
}

/**
 * PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: code that swallowed the failure must not
 * report success. A connection error after COMMIT was sent leaves the outcome unknown; an error that
 * PostgreSQL itself reports (a deferred constraint) means that it rolled back.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let answer: pg.QueryResult;
  try {
    answer = await client.query("COMMIT");
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity === "ERROR") throw error;
    throw new CommitUnknown({ cause: error });
  }
  requireSyncWaited(client);
  if (answer.command !== "COMMIT") throw new Error("a statement failed inside the transaction, so it was rolled back");
}

/** The error that makes the connection unusable, or undefined if it may return to the pool. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("ROLLBACK");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function runTask(task: () => void, log: DbOptions["log"]): void {
  try {
    task();
  } catch (error) {
    log?.error({ err: error }, "a task after the commit failed");
  }
}

function connectionSettings(url: string, options: DbOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: options.applicationName ?? "fairhouse",
    types: wireTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? 15_000,
    ...(options.readOnly && { options: "-c default_transaction_read_only=on" }),
  };
}
