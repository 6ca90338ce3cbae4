import type { Db, DbConnection } from "#kit/db/db.ts";
import type { Log } from "#kit/log/log.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Clock, Signals } from "./host.ts";

/** The only NOTIFY channel; topics are inside the message. */
const channel = "house";
const longestPayload = 7000;
const longestPauseMs = 5000;

type Listener = (payload: string) => void;

export interface SignalsService extends Signals {
  /** Resolves when this process listens; the first `on` starts listening too. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Signals over LISTEN/NOTIFY. A lost connection is reopened after 0.1 s, 0.2 s ... 5 s; signals sent meanwhile are lost. */
export function createSignals(db: Db, clock: Clock, log: Log): SignalsService {
  const listeners = new Map<string, Set<Listener>>();
  let connection: Promise<DbConnection> | undefined;
  let failures = 0;
  let closed = false;
  let cancelRetry = () => {};

  function receive(payload: string): void {
    const { topic, text } = JSON.parse(payload) as { topic: string; text: string };
    for (const listener of [...(listeners.get(topic) ?? [])]) {
      try {
        listener(text);
      } catch (error) {
        log.error({ err: error, topic }, "a signal's listener failed");
      }
    }
  }

  async function open(): Promise<DbConnection> {
    const opened = await db.connect();
    opened.onNotification((_channel, payload) => receive(payload));
    opened.onLost(lost);
    await opened.query(`LISTEN ${channel}`);
    failures = 0;
    return opened;
  }

  function lost(error: unknown): void {
    if (closed || !connection) return;
    connection = undefined;
    const pause = Math.min(100 * 2 ** failures++, longestPauseMs);
    log.warn({ err: error, pauseMs: pause }, "the connection for signals was lost");
    cancelRetry = clock.after(pause, start);
  }

  function start(): void {
    if (closed || connection) return;
    connection = open();
    connection.catch(lost);
  }

  return {
    async send(tx, topic, payload) {
      const message = JSON.stringify({ topic, text: payload });
      invariant(message.length <= longestPayload, "a signal is too long");
      await tx.query("SELECT pg_notify($1, $2)", [channel, message]);
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      const entry: Listener = payload => listener(payload);
      set.add(entry);
      start();
      return () => set.delete(entry);
    },
    async listen() {
      start();
      await connection;
    },
    async close() {
      closed = true;
      cancelRetry();
      const open = await connection?.catch(() => undefined);
      await open?.end();
    },
  };
}
