import { type Fanout, Listeners, largestFrame } from "./fanout.ts";

/** A broker within one process, for tests and simulations: each `connect` is a node. */
export function createMemoryBroker(failed: (error: unknown) => void = () => undefined): { connect(): Fanout } {
  const nodes = new Set<Listeners>();
  return {
    connect() {
      const own = new Listeners(failed);
      nodes.add(own);
      let dropped = 0;
      return {
        kind: "memory",
        publish(subject, frame) {
          if (frame.length > largestFrame || !nodes.has(own)) dropped += 1;
          else for (const node of nodes) queueMicrotask(() => node.deliver(subject, frame));
        },
        async subscribe(subject, listener) {
          own.add(subject, listener);
          return () => own.remove(subject, listener);
        },
        get state() {
          return { connected: nodes.has(own), dropped };
        },
        async close() {
          nodes.delete(own);
        },
      };
    },
  };
}
