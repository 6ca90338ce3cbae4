import type { EventType } from "#kit/contract/event.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bus } from "./host.ts";

type Listener = (payload: never) => void;
type Writer = (tx: Tx, payload: never) => Promise<void>;

/**
 * The bus of one process. Listeners run at once and in order; one that throws is logged and does not affect the others. A writer that throws
 * rolls back the transaction.
 */
export function createBus(log: Log): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const writers = new Map<string, Set<Writer>>();

  function emit<P>(type: EventType<P>, payload: P): void {
    for (const listener of listeners.get(nameOf(type)) ?? []) {
      try {
        listener(payload as never);
      } catch (error) {
        log.error({ err: error, event: nameOf(type) }, "a listener failed");
      }
    }
  }

  return {
    emit,
    on: (type, listener) => add(listeners, nameOf(type), listener),
    async publish(tx, type, payload) {
      for (const write of writers.get(nameOf(type)) ?? []) await write(tx, payload as never);
      tx.afterCommit(() => emit(type, payload));
    },
    beforeCommit: (type, write) => add(writers, nameOf(type), write),
  };
}

const nameOf = <P>(type: EventType<P>) => `${type.module}.${type.name}`;

/** @returns a function that removes it */
function add<T>(all: Map<string, Set<T>>, name: string, one: T): () => void {
  const own = all.get(name) ?? new Set();
  all.set(name, own);
  own.add(one);
  return () => own.delete(one);
}
