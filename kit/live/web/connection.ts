import { type ClientMessage, closeCodes, type ServerMessage } from "#kit/contract/socket.ts";
import type { Api } from "#kit/web/api.ts";
import { createClockOffset } from "./clock-offset.ts";
import type { NetworkSign } from "./network-signs.ts";
import { canInflate, createOrderedReader } from "./ordered-reader.ts";

export interface ConnectionOptions {
  /** `wss://api.fairhouse.example/ws`. */
  readonly url: string;
  /** Refreshes the token when the server requires it. */
  readonly api: Pick<Api, "refresh">;
  token(): string | null;
  locale(): string;
  region(): string | null;
  readonly WebSocket?: typeof WebSocket;
  /** Subscribes to the browser's network events; returns a function that unsubscribes. */
  readonly signs?: (listener: (sign: NetworkSign) => void) => () => void;
  /** From 0 to 1, for the jitter of reconnections. */
  readonly chance?: () => number;
}

export type LiveState = "connecting" | "open" | "closed";

interface Handlers {
  /** A connection was opened. */
  opened(): void;
  receive(message: Exclude<ServerMessage, { welcome: unknown } | { pong: unknown }>): void;
  lost(): void;
  /** Whether anything needs a connection now. */
  isNeeded(): boolean;
}

/** One connection that reconnects by itself and notices when it is dead. */
export interface Connection {
  connect(): void;
  send(message: ClientMessage): void;
  /** The server's time: milliseconds since 1970. */
  now(): number;
  readonly state: LiveState;
  onState(listener: (state: LiveState) => void): () => void;
  hurry(): () => void;
  tokenChanged(): void;
  close(): void;
}

const pingEveryMs = 10_000;
const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** From connecting to the welcome. */
const welcomeWithinMs = 8_000;
/** While a bet is open: the maximum pause, ping interval, and wait for the welcome. */
const hurriedMs = 3_000;
/** An open connection is pinged when the user returns: after this silence, and with this timeout. */
const probeAfterMs = 2_000;
const probeWithinMs = 1_000;
/** A press starts no second attempt within this time of the last one. */
const attemptEveryMs = 1_000;

export function createConnection(options: ConnectionOptions, handlers: Handlers): Connection {
  const { chance = Math.random } = options;
  const Socket = options.WebSocket ?? WebSocket;
  const offset = createClockOffset(Date.now);
  const listeners = new Set<(state: LiveState) => void>();
  let socket: WebSocket | undefined;
  let state: LiveState = "closed";
  let player: string | undefined;
  /** The token of the last hello. */
  let greetedAs: string | null = null;
  let ended = false;
  let failures = 0;
  let pingSentAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attemptAt = Number.NEGATIVE_INFINITY;
  let receivedAt = 0;
  const hurries = new Set<symbol>();
  const limit = (ms: number) => (hurries.size > 0 ? Math.min(ms, hurriedMs) : ms);
  const stopSigns = options.signs?.(noticed);

  function setState(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  }

  function send(message: ClientMessage): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  function connect(): void {
    if (ended || socket) return;
    clearTimeout(timer);
    setState("connecting");
    attemptAt = Date.now();
    const opened = new Socket(options.url);
    socket = opened;
    timer = setTimeout(drop, limit(welcomeWithinMs));
    opened.onopen = greet;
    opened.binaryType = "arraybuffer";
    const read = createOrderedReader(
      text => {
        // Another connection may have been opened while a message was inflated.
        if (socket === opened) receive(JSON.parse(text) as ServerMessage);
      },
      () => {
        if (socket === opened) drop();
      },
    );
    opened.onmessage = ({ data }) => read(data as string | ArrayBuffer);
    opened.onclose = ({ code }) => {
      if (socket === opened) lose(code);
    };
  }

  function greet(): void {
    const [token, region] = [options.token(), options.region()];
    greetedAs = token;
    const known = { ...(token !== null && { token }), ...(region !== null && { region }) };
    send({ hello: { locale: options.locale(), deflate: canInflate, ...known } });
  }

  function welcome(who: string | undefined): void {
    const again = state === "open";
    player = who;
    failures = 0;
    setState("open");
    if (!again) {
      handlers.opened();
      ping();
    }
    // The player changed during the hello.
    if (options.token() !== greetedAs) tokenChanged();
  }

  /** A ping that is not answered until the next one is due means that the connection is dead. */
  function ping(): void {
    if (pingSentAt !== undefined) {
      drop();
      return;
    }
    pingWithin(limit(pingEveryMs));
  }

  function pingWithin(ms: number): void {
    pingSentAt = Date.now();
    send({ ping: pingSentAt });
    clearTimeout(timer);
    timer = setTimeout(ping, ms);
  }

  /** A user at the page does not wait for the end of a pause; a connection that may have died unnoticed is pinged. */
  function noticed(sign: NetworkSign): void {
    if (ended || !handlers.isNeeded()) return;
    const now = Date.now();
    if (sign === "offline") {
      if (socket) drop();
    } else if (state === "open") {
      if (pingSentAt === undefined && now - receivedAt >= probeAfterMs) pingWithin(probeWithinMs);
    } else if (sign === "online" || now - attemptAt >= attemptEveryMs) again();
  }

  /** Aborts an attempt that hangs, and starts the next one at once. */
  function again(): void {
    const old = socket;
    socket = undefined;
    failures = 0;
    old?.close();
    connect();
  }

  function receive(message: ServerMessage): void {
    receivedAt = Date.now();
    if ("welcome" in message) welcome(message.welcome.player);
    else if ("pong" in message) {
      offset.learn(message.pong, Date.now(), message.time);
      pingSentAt = undefined;
    } else handlers.receive(message);
  }

  function drop(): void {
    const dropped = socket;
    lose(1006);
    dropped?.close();
  }

  function lose(code: number): void {
    socket = undefined;
    pingSentAt = undefined;
    clearTimeout(timer);
    handlers.lost();
    setState(ended ? "closed" : "connecting");
    if (ended) return;
    if (code === closeCodes.sessionEnded) void renewed().then(connectSoon);
    else connectSoon();
  }

  /**
   * The API decides whether the token expired or the session ended; either way the socket reconnects. A player without a token has signed
   * out in another tab.
   */
  async function renewed(): Promise<void> {
    try {
      if (options.token() !== null || player !== undefined) await options.api.refresh();
    } catch {
      // The refresh had no result: the next hello will show.
    }
  }

  function connectSoon(): void {
    const pause = limit(Math.min(longestPauseMs, firstPauseMs * 2 ** failures++) * (0.5 + chance()));
    clearTimeout(timer);
    // Nobody may follow anything by then, as after a sign-out: the next follower connects.
    timer = setTimeout(() => (handlers.isNeeded() ? connect() : setState("closed")), pause);
  }

  function tokenChanged(): void {
    if (state !== "open") return;
    // A signed-in connection that gets a token sends hello again; the server closes it if the player is another one.
    if (player !== undefined && options.token() !== null) greet();
    else {
      failures = 0;
      const old = socket;
      socket = undefined;
      lose(1000);
      clearTimeout(timer);
      old?.close();
      connect();
    }
  }

  return {
    connect,
    send,
    now: offset.now,
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hurry() {
      const mine = Symbol("open bet");
      hurries.add(mine);
      return () => hurries.delete(mine);
    },
    tokenChanged,
    close() {
      ended = true;
      stopSigns?.();
      const old = socket;
      lose(1000);
      old?.close();
    },
  };
}
