import type { NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import { type Fanout, Listeners, largestFrame } from "./fanout.ts";

const firstConnectionMs = 2_000;

/** NATS: one connection, which reconnects by itself and subscribes again. A server that starts while it is away connects later. */
export async function openNatsFanout(url: string, log: Log, clock: Clock): Promise<Fanout> {
  const { connect } = await import("@nats-io/transport-node");
  const { host, username, password } = new URL(url);
  const listeners = new Listeners(error => log.error({ err: error }, "a listener of the bus failed"));
  const subscriptions = new Map<string, { unsubscribe(): void }>();
  let dropped = 0;
  let connection: NatsConnection | undefined;
  let connected = false;
  let closed = false;

  const opening = connect({
    servers: host,
    ...(username !== "" && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    timeout: firstConnectionMs,
  }).then(async opened => {
    if (closed) return opened.close();
    connection = opened;
    connected = true;
    void follow(opened);
    for (const subject of listeners.subjects) listen(opened, subject);
    await opened.flush();
  });
  opening.catch((error: unknown) => log.error({ err: error }, "the bus could not be opened"));
  await new Promise<void>(resolve => {
    const cancel = clock.after(firstConnectionMs, resolve);
    opening
      .catch(() => undefined)
      .finally(() => {
        cancel();
        resolve();
      });
  });

  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type !== "disconnect" && type !== "reconnect") continue;
      connected = type === "reconnect";
      log.warn({ type }, "the connection to the bus changed");
    }
  }

  function listen(opened: NatsConnection, subject: string): void {
    const callback = (error: Error | null, message: { readonly data: Uint8Array }) => {
      if (error) log.warn({ err: error, subject }, "a subscription of the bus failed");
      else listeners.deliver(subject, Buffer.from(message.data));
    };
    subscriptions.set(subject, opened.subscribe(subject, { callback }));
  }

  return {
    kind: "nats",
    publish(subject, frame) {
      try {
        if (!connection || !connected || frame.length > largestFrame) dropped += 1;
        else connection.publish(subject, frame);
      } catch {
        dropped += 1;
      }
    },
    async subscribe(subject, listener) {
      if (listeners.add(subject, listener) && connection) {
        listen(connection, subject);
        if (connected) await connection.flush();
      }
      return () => {
        if (!listeners.remove(subject, listener)) return;
        subscriptions.get(subject)?.unsubscribe();
        subscriptions.delete(subject);
      };
    },
    get state() {
      return { connected, dropped };
    },
    async close() {
      closed = true;
      connected = false;
      await connection?.close();
    },
  };
}
