/** Time of the frame: one loop, running only while something moves and the tab is seen. */
export interface Motion {
  /** Calls `update` with 0 to 1 over `ms`; resolves at the end. With no time left it jumps there. */
  tween(ms: number, update: (part: number) => void): Promise<void>;
  /** Calls `update` with milliseconds since its start until the returned function is called. */
  run(update: (ms: number) => void): () => void;
  wait(ms: number): Promise<void>;
  /** Everything under way ends at once; what begins afterwards takes its time again. */
  skip(): void;
}

interface Task {
  readonly start: number;
  readonly ms: number;
  update(ms: number): void;
  done(): void;
}

export function createMotion(paint: () => void): Motion {
  const tasks = new Set<Task>();
  let scheduled = false;

  function schedule(): void {
    if (scheduled || tasks.size === 0) return;
    scheduled = true;
    requestAnimationFrame(frame);
  }

  function frame(now: number): void {
    scheduled = false;
    for (const task of [...tasks]) step(task, now - task.start);
    paint();
    schedule();
  }

  function step(task: Task, ms: number): void {
    task.update(Math.max(0, Math.min(ms, task.ms)));
    if (ms < task.ms) return;
    tasks.delete(task);
    task.done();
  }

  function add(ms: number, update: (ms: number) => void): { readonly task: Task; readonly ended: Promise<void> } {
    let done = () => {};
    const ended = new Promise<void>(resolve => {
      done = resolve;
    });
    const task: Task = { start: performance.now(), ms, update, done };
    tasks.add(task);
    schedule();
    return { task, ended };
  }

  const motion: Motion = {
    tween: (ms, update) => add(ms, passed => update(ms === 0 ? 1 : passed / ms)).ended,
    run(update) {
      const { task } = add(Number.POSITIVE_INFINITY, update);
      return () => void tasks.delete(task);
    },
    wait: ms => add(ms, () => {}).ended,
    skip() {
      for (const task of [...tasks]) if (Number.isFinite(task.ms)) step(task, task.ms);
      paint();
    },
  };
  return motion;
}

/** Comes in fast, passes the end by `over` of the way, and rests on it. */
export function settle(part: number, over: number): number {
  const back = over * 14;
  const left = part - 1;
  return 1 + (back + 1) * left ** 3 + back * left ** 2;
}

/** A body that falls the whole way and bounces once by 12 %. */
export function fall(part: number): number {
  const hit = 0.72;
  if (part < hit) return (part / hit) ** 2;
  const bounce = (part - hit) / (1 - hit);
  return 1 - 0.12 * 4 * bounce * (1 - bounce);
}
