import { EventEmitter } from "node:events";
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Host } from "#kit/host/host.ts";
import type { JobHandler } from "#kit/host/server-module.ts";
import type { Log } from "#kit/log/log.ts";
import { invariant } from "#kit/std/invariant.ts";
import { releaseJobsOfDeadWorkers, removeHeartbeat, sendHeartbeat } from "./heartbeat.ts";

export interface JobsOptions {
  /** Jobs this process runs concurrently. */
  readonly concurrency?: number;
  /** A worker silent for this long is dead. */
  readonly silentMs?: number;
  readonly beatMs?: number;
}

export interface Jobs {
  start(): Promise<void>;
  /** Takes no more jobs and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

const restartPauseMs = 1000;
const scheduledAttempts = 5;

/**
 * Runs the durable jobs in this process. `databaseUrl` is the same database as `host.db`: the queue has
 * its own connections, so that jobs cannot exhaust the pool that serves players.
 */
export function createJobs(
  host: Pick<Host, "db" | "clock" | "log">,
  databaseUrl: string,
  handlers: readonly JobHandler[],
  options: JobsOptions = {},
): Jobs {
  const { silentMs = 20_000, beatMs = 5_000, concurrency = 4 } = options;
  const log = host.log.child({ part: "jobs" });
  const tasks = taskList(handlers, log);
  const names = new Set<string>();
  let runner: Runner | undefined;
  let stopping = false;
  let beating = true;
  let cancelBeat = () => {};
  let cancelRestart = () => {};

  async function launch(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      names.add(workerPool.id);
      void rounds();
    });
    const started = await run({
      connectionString: databaseUrl,
      maxPoolSize: concurrency + 2,
      concurrency,
      taskList: tasks,
      parsedCronItems: cronItems(handlers),
      noHandleSignals: true,
      pollInterval: 1000,
      logger: workerLogger(log),
      events,
      // In a batch, the end of a job is awaited at `stop`; individually it is not, and a finished job would run again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner = started;
    started.promise.then(ended, ended);
  }

  /** The library gives up after repeated failures, as when PostgreSQL is unreachable for long; the worker restarts it. */
  function ended(error?: unknown): void {
    if (stopping) return;
    names.clear();
    log.warn({ err: error }, "the job runner ended and restarts");
    relaunchSoon();
  }

  function relaunchSoon(): void {
    cancelRestart = host.clock.after(restartPauseMs, () => {
      launch().catch((error: unknown) => {
        complain(error);
        if (!stopping) relaunchSoon();
      });
    });
  }

  function complain(error: unknown): void {
    log.warn({ err: error }, "the heartbeat of the job worker failed");
  }

  async function rounds(): Promise<void> {
    try {
      for (const name of names) await sendHeartbeat(host.db, name);
      const dead = await releaseJobsOfDeadWorkers(host.db, silentMs);
      if (dead.length > 0) log.warn({ workers: dead }, "jobs of dead workers were released");
    } catch (error) {
      complain(error);
    }
  }

  function keepBeating(): void {
    cancelBeat = host.clock.after(beatMs, () => {
      void rounds().finally(() => {
        if (beating) keepBeating();
      });
    });
  }

  return {
    async start() {
      await launch();
      await rounds();
      keepBeating();
    },
    async stop() {
      stopping = true;
      cancelRestart();
      await runner?.stop().catch(complain);
      // Running jobs continue after `stop`; the heartbeat continues until they have ended.
      await runner?.promise.catch(complain);
      beating = false;
      cancelBeat();
      for (const name of names) await removeHeartbeat(host.db, name).catch(complain);
    },
  };
}

function taskList(handlers: readonly JobHandler[], log: Log): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
    invariant(!(handler.name in tasks), `two jobs are named ${handler.name}`);
    tasks[handler.name] = async (payload, { addJob }) => {
      const runAt = laterStart(handler, payload);
      if (runAt) {
        await addJob(handler.name, {}, { runAt, maxAttempts: scheduledAttempts, jobKey: `${handler.name} later` });
        return;
      }
      try {
        await handler.run(payload);
      } catch (error) {
        log.error({ err: error, job: handler.name }, "a job failed and will be retried");
        throw error;
      }
    };
  }
  return tasks;
}

/** A crontab line knows no seconds: at the full minute, such a job is queued again for its own. */
function laterStart({ second }: JobHandler, payload: unknown): Date | undefined {
  const schedule = (payload as { _cron?: { ts: string } } | null)?._cron;
  return second && schedule ? new Date(Date.parse(schedule.ts) + second * 1000) : undefined;
}

function cronItems(handlers: readonly JobHandler[]) {
  return parseCronItems(
    handlers.flatMap(({ name, cron }) =>
      cron ? [{ task: name, match: cron, options: { maxAttempts: scheduledAttempts } }] : [],
    ),
  );
}

/** Forwards the library's messages to our log; a failed job is already logged by {@link taskList}. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error" || level === "warning") log.warn({}, message);
    else log.debug({}, message);
  });
}
