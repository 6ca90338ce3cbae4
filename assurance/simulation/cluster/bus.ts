import type { Fanout } from "#kit/live/server/fanout/fanout.ts";
import { Listeners } from "#kit/live/server/fanout/fanout.ts";
import type { Machine, Network } from "./network.ts";

/** A broker of one cluster. While it is away frames are lost; a node that is cut off sends and gets what it held once the cut is mended. */
export class SimulatedBus {
  isUp = true;
  readonly #network: Network;
  readonly #nodes = new Map<string, { readonly listeners: Listeners; readonly machine: Machine }>();

  constructor(network: Network) {
    this.#network = network;
  }

  connect(node: string, machine: Machine, failed: (error: unknown) => void): Fanout {
    const bus = this;
    const listeners = new Listeners(failed);
    this.#nodes.set(node, { listeners, machine });
    let dropped = 0;
    return {
      kind: "memory",
      publish(subject, frame) {
        if (bus.isUp) bus.#network.send(node, "bus", () => bus.#deliver(node, subject, frame), true);
        else dropped += 1;
      },
      async subscribe(subject, listener) {
        listeners.add(subject, listener);
        return () => void listeners.remove(subject, listener);
      },
      get state() {
        return { connected: bus.isUp && !bus.#network.isCut(node, "bus"), dropped };
      },
      close: async () => void bus.#nodes.delete(node),
    };
  }

  /** The broker sends to all, the publisher included. */
  #deliver(from: string, subject: string, frame: Buffer): void {
    if (!this.isUp) return;
    for (const [node, { listeners, machine }] of this.#nodes) {
      if (node === from) continue;
      if (!machine.alive()) this.#nodes.delete(node);
      else if (listeners.subjects.includes(subject))
        this.#network.sendTo("bus", node, machine, () => listeners.deliver(subject, frame), true);
    }
  }
}
