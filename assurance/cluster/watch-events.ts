import { WebSocket } from "ws";
import type { ClusterNode } from "#tools/cluster/open-cluster.ts";

/** Sockets that follow crash at each node, and faults in the order of their events. */
export interface EventWatch {
  /** Events of an epoch that came after those of a later one. */
  readonly oldEvents: () => number;
  /** When the last event came at this node; milliseconds. */
  readonly lastAt: (node: string) => number;
  close(): void;
}

/** The first bits of an event's number are the epoch of its leader (docs/decisions/0095). */
const epochOf = (seq: number) => Math.floor(seq / 2 ** 31);
const reconnectMs = 500;

export function watchEvents(nodes: readonly ClusterNode[], host: string): EventWatch {
  const last = new Map<string, number>();
  const newest = new Map<string, number>();
  const open = new Set<WebSocket>();
  let old = 0;
  let closed = false;

  function listen({ name, port }: ClusterNode): void {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { host: `api.${host}` } });
    open.add(socket);
    socket.on("open", () => {
      socket.send(JSON.stringify({ hello: {} }));
      socket.send(JSON.stringify({ sub: "crash" }));
    });
    socket.on("message", data => {
      const message = JSON.parse(String(data)) as { channel?: string; seq?: number };
      if (message.channel !== "crash" || message.seq === undefined) return;
      last.set(name, performance.now());
      const epoch = epochOf(message.seq);
      if (epoch < (newest.get(name) ?? 0)) old += 1;
      else newest.set(name, epoch);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      if (!closed) setTimeout(() => listen({ name, port } as ClusterNode), reconnectMs);
    });
  }
  for (const node of nodes) listen(node);
  return {
    oldEvents: () => old,
    lastAt: node => last.get(node) ?? 0,
    close() {
      closed = true;
      for (const socket of open) socket.terminate();
    },
  };
}
