import {
  type ChannelEventData,
  type ChannelEventName,
  type ChannelSnapshot,
  type ChannelSpec,
  channelName,
} from "#kit/contract/channel.ts";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import { type ClientMessage, closeCodes, type ServerMessage } from "#kit/contract/socket.ts";
import { type Api, type CallOptions, type Given, pathOf } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { createClockOffset } from "./clock-offset.ts";
import type { NetworkSign } from "./network-signs.ts";

export interface LiveSocketOptions {
  /** `wss://api.fairhouse.example/ws`. */
  readonly url: string;
  /** Carries commands when the socket cannot, and refreshes the token when the server requires it. */
  readonly api: Api;
  token(): string | null;
  locale(): string;
  region(): string | null;
  readonly WebSocket?: typeof WebSocket;
  /** Subscribes to the browser's network events; returns a function that unsubscribes. */
  readonly signs?: (listener: (sign: NetworkSign) => void) => () => void;
  readonly newKey?: () => string;
  /** From 0 to 1, for the jitter of reconnections. */
  readonly chance?: () => number;
}

/** A follower of a channel. A snapshot replaces everything received before it. */
export interface Follower<S extends ChannelSpec> {
  snapshot(data: ChannelSnapshot<S>): void;
  event<E extends ChannelEventName<S>>(name: E, data: ChannelEventData<S, E>): void;
  /** The server refuses the subscription: `unauthenticated`, `not_found`. */
  refused?(code: string): void;
}

export type LiveState = "connecting" | "open" | "closed";

export interface LiveSocket {
  /** Follows a channel, or one value of its parameter, through reconnections; returns a function that stops. */
  follow<S extends ChannelSpec>(channel: S, follower: Follower<S>, parameter?: string): () => void;
  /** Runs a command over the socket, or over HTTP if the socket is not open or does not respond. Rejects with an ApiError. */
  command<S extends RouteSpec>(route: Route<S>, given: Given<S>, options?: CallOptions): Promise<RouteOutput<S>>;
  /** The server's time: milliseconds since 1970. */
  now(): number;
  readonly state: LiveState;
  onState(listener: (state: LiveState) => void): () => void;
  /** Reconnects sooner, and notices a dead connection sooner, until the returned function is called: the player has an open bet. */
  hurry(): () => void;
  /** Call when the token changed. The same player continues; for another player it reconnects. */
  tokenChanged(): void;
  close(): void;
}

const answerWithinMs = 8_000;
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
const subscribeAgainMs = 2_000;

interface Following {
  /** The number of the last received event; undefined while a snapshot is awaited. */
  seq: number | undefined;
  readonly followers: Set<Follower<ChannelSpec>>;
}

interface Waiting {
  answer(status: number, body: unknown, retryAfter: number | undefined): void;
  lost(): void;
}

/** The socket of a page: one connection that reconnects by itself, with channels that detect every gap. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { newKey = () => crypto.randomUUID(), chance = Math.random } = options;
  const Socket = options.WebSocket ?? WebSocket;
  const offset = createClockOffset(Date.now);
  const channels = new Map<string, Following>();
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(state: LiveState) => void>();
  let socket: WebSocket | undefined;
  let state: LiveState = "closed";
  let player: string | undefined;
  /** The token of the last hello. */
  let greetedAs: string | null = null;
  let ended = false;
  let failures = 0;
  let lastId = 0;
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
    opened.onmessage = ({ data }) => receive(JSON.parse(String(data)) as ServerMessage);
    opened.onclose = ({ code }) => {
      if (socket === opened) lose(code);
    };
  }

  function greet(): void {
    const [token, region] = [options.token(), options.region()];
    greetedAs = token;
    send({ hello: { locale: options.locale(), ...(token !== null && { token }), ...(region !== null && { region }) } });
  }

  function welcome(who: string | undefined): void {
    const again = state === "open";
    player = who;
    failures = 0;
    setState("open");
    if (!again) {
      for (const name of channels.keys()) send({ sub: name });
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
    if (ended || channels.size === 0) return;
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
    } else if ("channel" in message) receiveChannel(message);
    else waiting.get(message.id)?.answer(message.status, message.body, message.retry_after);
  }

  function receiveChannel(message: Extract<ServerMessage, { channel: string }>): void {
    const following = channels.get(message.channel);
    if (!following) return;
    if ("error" in message) refused(message.channel, message.error.code, following);
    else if ("snapshot" in message) {
      following.seq = message.seq;
      for (const follower of following.followers) follower.snapshot(message.snapshot as never);
    } else receiveEvent(message, following);
  }

  /** A rate limit on subscriptions is temporary; every other refusal is final. */
  function refused(name: string, code: string, following: Following): void {
    if (code !== "too_many_requests") for (const follower of following.followers) follower.refused?.(code);
    else setTimeout(() => following.seq === undefined && subscribe(name), subscribeAgainMs * (0.5 + chance()));
  }

  function subscribe(name: string): void {
    if (state === "open" && channels.has(name)) send({ sub: name });
  }

  /**
   * Events before a snapshot, and duplicates, are ignored; a skipped number requests a new snapshot. An event
   * without a number is for this player only and is delivered in order.
   */
  function receiveEvent(message: Extract<ServerMessage, { event: string }>, following: Following): void {
    const { seq = following.seq } = message;
    if (following.seq === undefined || seq === undefined) return;
    if (message.seq !== undefined && seq <= following.seq) return;
    const skipped = seq > following.seq + 1;
    following.seq = skipped ? undefined : seq;
    if (skipped) send({ sub: message.channel });
    else for (const follower of following.followers) follower.event(message.event, message.data as never);
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
    for (const following of channels.values()) following.seq = undefined;
    for (const command of [...waiting.values()]) command.lost();
    setState(ended ? "closed" : "connecting");
    if (ended) return;
    if (code === closeCodes.sessionEnded) void renewed().then(connectSoon);
    else connectSoon();
  }

  /** The API decides whether the token expired or the session ended; either way the socket reconnects. */
  async function renewed(): Promise<void> {
    try {
      if (options.token() !== null) await options.api.refresh();
    } catch {
      // The refresh had no result: the next hello will show.
    }
  }

  function connectSoon(): void {
    const pause = limit(Math.min(longestPauseMs, firstPauseMs * 2 ** failures++) * (0.5 + chance()));
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
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

  /** Resolves with undefined if no response arrived. */
  function overSocket(
    route: RouteSpec,
    given: object,
    key: string | undefined,
  ): Promise<Parameters<Waiting["answer"]> | undefined> {
    return new Promise(resolve => {
      const id = ++lastId;
      const done = (answer: Parameters<Waiting["answer"]> | undefined) => {
        clearTimeout(timeout);
        waiting.delete(id);
        resolve(answer);
      };
      const timeout = setTimeout(done, answerWithinMs, undefined);
      waiting.set(id, { answer: (...answer) => done(answer), lost: () => done(undefined) });
      const { body, query, ...rest } = given as { body?: object; query?: object };
      const input = route.method === "GET" ? query : body;
      const call = `${route.method} ${pathOf(route, rest)}`;
      send({ id, call, ...(key !== undefined && { key }), ...(input && { input }) });
    });
  }

  return {
    follow(channel, follower, parameter) {
      const name = channelName(channel, parameter);
      const following = channels.get(name) ?? { seq: undefined, followers: new Set() };
      channels.set(name, following);
      const mine = follower as unknown as Follower<ChannelSpec>;
      following.followers.add(mine);
      connect();
      // Snapshots are not cached here, so a second follower requests one too; the first one receives it again.
      following.seq = undefined;
      if (state === "open") send({ sub: name });
      return () => {
        following.followers.delete(mine);
        if (following.followers.size > 0 || channels.get(name) !== following) return;
        channels.delete(name);
        if (state === "open") send({ unsub: name });
      };
    },
    async command(route, given, callOptions = {}) {
      const key = route.moves === "nothing" ? undefined : (callOptions.key ?? newKey());
      const answer = state === "open" && route.socket === true ? await overSocket(route, given, key) : undefined;
      // Lost on the way, under an expired token, or locked: HTTP retries with the same key, so that nothing happens twice, and
      // prompts the user where required.
      if (!answer || answer[0] === 401 || answer[0] === 423)
        return options.api.call(route, given, { ...callOptions, ...(key && { key }) });
      const [status, body, retryAfter] = answer;
      if (status >= 200 && status < 300) return (body ?? undefined) as never;
      throw new ApiError(status, body, retryAfter, key);
    },
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
