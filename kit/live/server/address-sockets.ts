import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import type { Peers } from "./peers.ts";

/** Open sockets by address, those at other nodes included. */
export interface AddressSockets {
  of(address: string): number;
  opened(address: string): void;
  closed(address: string): void;
  stop(): void;
}

/** What nodes send each other: the sender's run, an address, and how many sockets it has there. */
const countShape = z.tuple([
  z.string().check(z.maxLength(64)),
  z.string().check(z.maxLength(64)),
  z.int().check(z.gte(0)),
]);

const channel = "sockets";
const repeatMs = 5_000;
/** A node that repeated nothing for this long is gone, with its sockets. */
const forgetMs = 12_000;

export interface AddressSocketsNeeds {
  readonly clock: Clock;
  readonly most: number;
  /** The other nodes, and a name of this run of the process. */
  readonly peers?: { readonly link: Peers; readonly run: string };
}

/** A node publishes the count of an address that has more than half its share of the sockets of one. */
export function createAddressSockets({ clock, most, peers }: AddressSocketsNeeds): AddressSockets {
  const own = new Map<string, number>();
  /** Sockets of other nodes: by address, then by node. */
  const others = new Map<string, Map<string, { readonly count: number; readonly at: number }>>();
  const published = new Set<string>();
  let cancel = () => {};

  function publish(address: string): void {
    if (!peers) return;
    const count = own.get(address) ?? 0;
    const isMany = count > most / peers.link.nodes() / 2;
    if (!isMany && !published.has(address)) return;
    if (isMany) published.add(address);
    else published.delete(address);
    peers.link.send(channel, [peers.run, address, isMany ? count : 0], undefined, address);
  }

  function repeat(): void {
    for (const address of [...published]) publish(address);
    const since = clock.monotonic() - forgetMs;
    for (const [address, nodes] of others) {
      for (const [node, { at }] of nodes) if (at < since) nodes.delete(node);
      if (nodes.size === 0) others.delete(address);
    }
    cancel = clock.after(repeatMs, repeat);
  }

  if (peers) {
    peers.link.onMessage(channel, message => {
      const read = z.safeParse(countShape, message);
      if (!read.success) return peers.link.dropped("malformed");
      const [node, address, count] = read.data;
      const nodes = others.get(address) ?? new Map();
      others.set(address, nodes.set(node, { count, at: clock.monotonic() }));
    });
    cancel = clock.after(repeatMs, repeat);
  }

  return {
    of(address) {
      let sum = own.get(address) ?? 0;
      for (const { count } of others.get(address)?.values() ?? []) sum += count;
      return sum;
    },
    opened(address) {
      own.set(address, (own.get(address) ?? 0) + 1);
      publish(address);
    },
    closed(address) {
      const left = (own.get(address) ?? 1) - 1;
      if (left > 0) own.set(address, left);
      else own.delete(address);
      publish(address);
    },
    stop: () => cancel(),
  };
}
