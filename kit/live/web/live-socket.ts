import { type ChannelSpec, channelName } from "#kit/contract/channel.ts";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Api, CallOptions, Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { type ConnectionOptions, createConnection, type LiveState } from "./connection.ts";
import { createLiveChannels, type Follower } from "./live-channels.ts";
import { createSocketCommands } from "./socket-commands.ts";

export type { LiveState } from "./connection.ts";
export type { Follower } from "./live-channels.ts";

export interface LiveSocketOptions extends ConnectionOptions {
  /** Carries commands when the socket cannot, and refreshes the token when the server requires it. */
  readonly api: Api;
  readonly newKey?: () => string;
}

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

/** The socket of a page: one connection that reconnects by itself, with channels that detect every gap. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { newKey = () => crypto.randomUUID(), chance = Math.random } = options;
  const connection = createConnection(options, {
    opened: () => channels.subscribeAll(),
    receive(message) {
      if ("channel" in message) channels.receive(message);
      else commands.answered(message.id, message.status, message.body, message.retry_after);
    },
    lost() {
      channels.lost();
      commands.lost();
    },
    isNeeded: () => !channels.isEmpty,
  });
  const isOpen = () => connection.state === "open";
  const channels = createLiveChannels({ isOpen, send: connection.send, chance });
  const commands = createSocketCommands(connection.send);

  return {
    follow(channel, follower, parameter) {
      const unfollow = channels.follow(channelName(channel, parameter), follower as unknown as Follower<ChannelSpec>);
      connection.connect();
      return unfollow;
    },
    async command(route, given, callOptions = {}) {
      const key = route.moves === "nothing" ? undefined : (callOptions.key ?? newKey());
      const answer = isOpen() && route.socket === true ? await commands.ask(route, given, key) : undefined;
      // Lost on the way, under an expired token, or locked: HTTP retries with the same key, so that nothing happens twice, and
      // prompts the user where required.
      if (!answer || answer[0] === 401 || answer[0] === 423)
        return options.api.call(route, given, { ...callOptions, ...(key && { key }) });
      const [status, body, retryAfter] = answer;
      if (status >= 200 && status < 300) return (body ?? undefined) as never;
      throw new ApiError(status, body, retryAfter, key);
    },
    now: connection.now,
    get state() {
      return connection.state;
    },
    onState: connection.onState,
    hurry: connection.hurry,
    tokenChanged: connection.tokenChanged,
    close: connection.close,
  };
}
