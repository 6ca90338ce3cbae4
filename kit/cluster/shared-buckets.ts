import * as z from "zod/mini";
import type { SharedBuckets, Taken } from "#kit/host/shared-buckets.ts";
import type { Peers } from "#kit/live/server/peers.ts";

const amount = z.number().check(z.gt(0), z.lte(1_000_000_000));
const takenShape = z.tuple([z.string().check(z.maxLength(300)), amount, amount, amount]);

/** The buckets of all limiters of this process, shared over the bus once there are peers. */
export interface BucketExchange {
  of(scope: string): SharedBuckets;
  /** From now on these are the other nodes. */
  attach(peers: Peers): void;
}

export function createBucketExchange(): BucketExchange {
  let link: Peers | undefined;
  const waiting: ((peers: Peers) => void)[] = [];
  const whenAttached = (task: (peers: Peers) => void) => void (link ? task(link) : waiting.push(task));

  return {
    of(scope) {
      const channel = `limits-${scope}`;
      return {
        nodes: () => link?.nodes() ?? 1,
        isConnected: () => link?.isConnected ?? false,
        send: ({ bucket, count, burst, perMinute }) => link?.send(channel, [bucket, count, burst, perMinute]),
        onTaken: receive =>
          whenAttached(peers => peers.onMessage(channel, message => receiveTaken(peers, message, receive))),
      };
    },
    attach(peers) {
      link = peers;
      for (const task of waiting.splice(0)) task(peers);
    },
  };
}

function receiveTaken(peers: Peers, message: unknown, receive: (taken: Taken) => void): void {
  const read = z.safeParse(takenShape, message);
  if (read.success) {
    const [bucket, count, burst, perMinute] = read.data;
    receive({ bucket, count, burst, perMinute });
  } else peers.dropped("malformed");
}
