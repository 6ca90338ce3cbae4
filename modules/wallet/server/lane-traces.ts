import type { Host } from "#kit/host/host.ts";
import type { Span } from "#kit/host/trace.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { WalletTask } from "./task.ts";

/** The steps of an operation in a lane: its wait, the statements that it was in, and the events after the commit. */
export function laneTraces({ tracer }: Pick<Host, "tracer">) {
  const waits = new WeakMap<WalletTask, Span>();
  /** A statement has at most one operation of a player. */
  const statements = new Map<PlayerId, Span>();

  async function timed<T>(tasks: readonly WalletTask[], work: () => Promise<T>): Promise<T> {
    const traced = tasks.flatMap(task => {
      const span = waits.get(task)?.child("wallet.statement", { operation: task.kind, operations: tasks.length });
      return span ? [{ task, span }] : [];
    });
    for (const { task, span } of traced) statements.set(task.player, span);
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      for (const { task, span } of traced) {
        statements.delete(task.player);
        span.end({}, failed);
        if (!task.answered) continue;
        waits.get(task)?.end();
        waits.delete(task);
      }
    }
  }

  return {
    /** The operation of the current call waits from now on. */
    entered(task: WalletTask): void {
      const span = tracer?.current()?.child("wallet.lane", { operation: task.kind });
      if (span) waits.set(task, span);
    },
    statement: <T>(tasks: readonly WalletTask[], work: () => Promise<T>): Promise<T> =>
      tracer ? timed(tasks, work) : work(),
    emit(player: PlayerId, event: string, emit: () => void): void {
      const span = statements.get(player)?.child("event", { event });
      if (tracer && span) tracer.within(span, emit);
      else emit();
      span?.end();
    },
  };
}
