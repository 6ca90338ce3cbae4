import { randomBytes } from "node:crypto";
import type { Db, DbConnection } from "#kit/db/db.ts";
import type { Log } from "#kit/log/log.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Clock, Signals } from "./host.ts";

/** The only NOTIFY channel; topics are inside the message. */
const channel = "house";
const longestPayload = 7000;
const longestPauseMs = 5000;
/** Signals that came by one way and may still come by the other. */
const mostRemembered = 10_000;

/** A second way to the other processes; it may lose signals. */
export interface SignalRelay {
  send(message: string): void;
  onMessage(receive: (message: unknown) => void): void;
}

type Listener = (payload: string) => void;

export interface SignalsService extends Signals {
  /** Resolves when this process listens; the first `on` starts listening too. */
  listen(): Promise<void>;
  /** From now on signals take this way too, whichever is faster; a process receives each once. */
  relay(link: SignalRelay): void;
  close(): Promise<void>;
}

/** Signals over LISTEN/NOTIFY, which commit with the row they are about, and over a bus where there is one. A lost connection is reopened after 0.1 s, 0.2 s ... 5 s; without a bus, signals sent meanwhile are lost. */
export function createSignals(db: Db, clock: Clock, log: Log): SignalsService {
  const listeners = new Map<string, Set<Listener>>();
  let connection: Promise<DbConnection> | undefined;
  let failures = 0;
  let closed = false;
  let cancelRetry = () => {};
  const run = randomBytes(6).toString("hex");
  let count = 0;
  let way: SignalRelay | undefined;
  const received = new Set<string>();

  /** Without an id it comes from a process of an earlier version, which sends it once. */
  function isRepeated(id: string | undefined): boolean {
    if (!way || id === undefined) return false;
    if (received.delete(id)) return true;
    if (received.size >= mostRemembered) received.delete(received.values().next().value ?? "");
    received.add(id);
    return false;
  }

  function receive(payload: string): void {
    const { topic, text, id } = JSON.parse(payload) as { topic: string; text: string; id?: string };
    if (isRepeated(id)) return;
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
      const message = JSON.stringify({ topic, text: payload, id: `${run}-${++count}` });
      invariant(message.length <= longestPayload, "a signal is too long");
      if (way) tx.afterCommit(() => way?.send(message));
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
    relay(link) {
      way = link;
      link.onMessage(message => {
        if (typeof message === "string") receive(message);
      });
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
