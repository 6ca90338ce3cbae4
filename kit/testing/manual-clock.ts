import type { Clock } from "#kit/host/host.ts";
import { invariant } from "#kit/std/invariant.ts";

/** A clock that only a test moves. */
export interface ManualClock extends Clock {
  /**
   * Lets `ms` pass: runs due tasks in order of time, each with the clock at its own moment, and after each lets
   * the promises it settled continue. Database work is not awaited.
   */
  advance(ms: number): Promise<void>;
  /** Sets the time of day without running anything, as an operator's clock change does. */
  setNow(ms: number): void;
  /** How many tasks are waiting. */
  readonly pending: number;
}

interface Task {
  readonly due: number;
  readonly run: () => void;
}

/** Begins at 2026-01-01T00:00:00Z by default. */
export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0;
  let offset = startMs;
  const tasks = new Set<Task>();
  /** Waiting tasks in order of time, including some cancelled since. */
  const queue: Task[] = [];

  function enqueue(task: Task): void {
    tasks.add(task);
    if (queue.length > 2 * tasks.size + 64) queue.splice(0, queue.length, ...queue.filter(each => tasks.has(each)));
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // Of two tasks due at one moment the one scheduled first runs first.
      if ((queue[middle]?.due ?? 0) > task.due) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, task);
  }

  function nextDue(limit: number): Task | undefined {
    for (let last = queue.at(-1); last && last.due <= limit; last = queue.at(-1)) {
      queue.pop();
      if (tasks.delete(last)) return last;
    }
    return undefined;
  }

  return {
    now: () => offset + Math.floor(elapsed),
    monotonic: () => elapsed,
    after(ms, run) {
      const task: Task = { due: elapsed + Math.max(0, ms), run };
      enqueue(task);
      return () => tasks.delete(task);
    },
    async advance(ms) {
      invariant(ms >= 0, "time goes forward");
      const end = elapsed + ms;
      for (let task = nextDue(end); task; task = nextDue(end)) {
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

/** Lets every promise that needs no I/O settle. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
