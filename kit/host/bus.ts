import type { EventType } from "#kit/contract/event.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bus } from "./host.ts";

type Listener = (payload: never) => void;

/** The bus of one process. Listeners run at once and in order; one that throws is logged and disturbs nobody. */
export function createBus(log: Log): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const nameOf = (type: EventType<unknown>) => `${type.module}.${type.name}`;
  return {
    tell(type, payload) {
      for (const listener of listeners.get(nameOf(type)) ?? []) {
        try {
          listener(payload as never);
        } catch (error) {
          log.error({ err: error, event: nameOf(type) }, "a listener failed");
        }
      }
    },
    on(type, listener) {
      const name = nameOf(type);
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own);
      own.add(listener);
      return () => own.delete(listener);
    },
  };
}
