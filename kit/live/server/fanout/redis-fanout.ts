import type { Log } from "#kit/log/log.ts";
import { type Fanout, Listeners, largestFrame } from "./fanout.ts";

/** What is waiting to be sent; above it frames are dropped. */
const mostUnsentBytes = 8 * 1024 * 1024;

/** Redis or Valkey: publish on one connection, subscriptions on another. Both reconnect by themselves and subscribe again. */
export async function openRedisFanout(url: string, log: Log): Promise<Fanout> {
  const { Redis } = await import("ioredis");
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 5), 1_000),
  } as const;
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, {
    ...options,
    autoResubscribe: true,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
  });
  const listeners = new Listeners(error => log.error({ err: error }, "a listener of the bus failed"));
  let dropped = 0;
  let closed = false;
  for (const [name, client] of Object.entries({ publisher, subscriber })) {
    client.on("error", (error: Error) =>
      log.warn({ err: error, connection: name }, "the connection to the bus failed"),
    );
  }
  subscriber.on("messageBuffer", (subject: Buffer, frame: Buffer) => listeners.deliver(subject.toString(), frame));
  await Promise.all([publisher, subscriber].map(client => client.connect().catch(() => undefined)));

  return {
    kind: "redis",
    publish(subject, frame) {
      const unsent = publisher.stream?.writableLength ?? 0;
      if (closed || publisher.status !== "ready" || frame.length > largestFrame || unsent > mostUnsentBytes)
        dropped += 1;
      else
        publisher.publish(subject, frame).catch(() => {
          dropped += 1;
        });
    },
    async subscribe(subject, listener) {
      if (listeners.add(subject, listener)) {
        const noted = subscriber.subscribe(subject);
        if (subscriber.status === "ready") await noted;
        else noted.catch((error: unknown) => log.warn({ err: error, subject }, "a subscription waits for the bus"));
      }
      return () => {
        if (listeners.remove(subject, listener)) subscriber.unsubscribe(subject).catch(() => undefined);
      };
    },
    get state() {
      return { connected: !closed && publisher.status === "ready" && subscriber.status === "ready", dropped };
    },
    async close() {
      closed = true;
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
