import type { Clock } from "#kit/host/host.ts";
import { invariant } from "#kit/std/invariant.ts";

/** A clock that only a test moves. */
export interface ManualClock extends Clock {
  /**
   * Lets `ms` pass: runs what falls due in order of time, each with the clock at its own moment, and after each lets
   * the promises it settled go on. Work that waits for the database is not waited for.
   */
  advance(ms: number): Promise<void>;
  /** Sets the time of day without running anything, as an operator's clock change does. */
  setNow(ms: number): void;
  /** How many tasks are waiting. */
  readonly pending: number;
}

interface Task {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** Begins at 2026-01-01T00:00:00Z unless told otherwise. */
export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0;
  let offset = startMs;
  let order = 0;
  const tasks = new Set<Task>();

  function nextDue(limit: number): Task | undefined {
    let first: Task | undefined;
    for (const task of tasks) {
      if (task.due > limit) continue;
      if (!first || task.due < first.due || (task.due === first.due && task.order < first.order)) first = task;
    }
    return first;
  }

  return {
    now: () => offset + Math.floor(elapsed),
    monotonic: () => elapsed,
    after(ms, run) {
      const task: Task = { due: elapsed + Math.max(0, ms), order: order++, run };
      tasks.add(task);
      return () => tasks.delete(task);
    },
    async advance(ms) {
      invariant(ms >= 0, "time goes forward");
      const end = elapsed + ms;
      for (let task = nextDue(end); task; task = nextDue(end)) {
        tasks.delete(task);
        elapsed = Math.max(elapsed, task.due);
        task.run();
        await settled();
      }
      elapsed = end;
      await settled();
    },
    setNow(ms) {
      offset = ms - Math.floor(elapsed);
    },
    get pending() {
      return tasks.size;
    },
  };
}

/** Lets every promise that can go on without I/O do so. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
