import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import * as z from "zod/mini";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session, Sessions } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { type SocketMessage, socketRequest } from "../shared/calls.ts";
import type { Chat } from "./chat.ts";
import type { ChatFeed } from "./chat-feed.ts";
import { type ChatLine, createChatLine } from "./chat-line.ts";
import type { Feed } from "./feed.ts";
import type { Presence } from "./presence.ts";
import { seatOwner } from "./seats.ts";

export const socketPath = "/tables/v1/live";

const mostBytes = 1_024;
/** A browser that reads so slowly is cut off: it asks for a snapshot when it is back. */
const mostWaiting = 512 * 1_024;
const identifyMs = 5_000;
const pingMs = 15_000;
const mostMessages = 20;
const windowMs = 10_000;

export interface TableSockets {
  close(): Promise<void>;
}

/** Sockets of tables: a browser sends its session token, then receives all events of that table. */
export function mountTableSocket(
  server: Server,
  host: StudioHost,
  {
    sessions,
    feed,
    presence,
    chat,
    chatFeed,
  }: {
    readonly sessions: Sessions;
    readonly feed: (game: string) => Feed | undefined;
    readonly presence: Presence;
    readonly chat: Chat;
    readonly chatFeed: ChatFeed;
  },
): TableSockets {
  const { clock, log } = host;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split("?")[0] !== socketPath) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, accepted);
  }

  function accepted(socket: WebSocket): void {
    let leave: (() => void) | undefined;
    let table: Feed | undefined;
    let talk: ChatLine | undefined;
    let received = 0;
    let windowEnds = clock.monotonic() + windowMs;
    let alive = true;
    const send = (text: string) => {
      if (socket.bufferedAmount > mostWaiting) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    };
    const say = (message: SocketMessage) => send(JSON.stringify(message));
    const refuse = (code: string) => {
      say({ type: "refused", code });
      socket.close(4_000, code);
    };

    function isFlood(): boolean {
      if (clock.monotonic() > windowEnds) [received, windowEnds] = [0, clock.monotonic() + windowMs];
      received += 1;
      return received > mostMessages;
    }

    async function read(data: unknown): Promise<void> {
      const message = parse(data);
      if (!message) return refuse("malformed");
      if ("snapshot" in message) {
        if (!table) return refuse("session_ended");
        return say(await table.snapshot());
      }
      if ("chat" in message) return talk ? talk.asked(message.chat) : refuse("session_ended");
      if (table) return refuse("malformed");
      await identify(await sessions.find(message.session));
    }

    async function identify(session: Session): Promise<void> {
      // Closed while the session was read: what follows would never be undone.
      if (socket.readyState !== socket.OPEN) return;
      table = feed(session.game);
      if (!table) return refuse("unknown_game");
      // Nothing is missed between the two: events that the snapshot has already has are sent twice.
      const unsubscribe = table.subscribe(send);
      const exit = session.player === null ? () => undefined : presence.enter(seatOwner(session));
      const line = createChatLine({ chat, feed: chatFeed }, session, { send, say });
      talk = line;
      leave = () => {
        unsubscribe();
        line.close();
        exit();
      };
      say(await table.snapshot());
      say({ type: "watching", count: table.watching });
      await line.open();
    }

    const failed = (error: unknown) => {
      if (error instanceof RgsError) return refuse(error.code);
      log.error({ err: error }, "a socket of a table failed");
      socket.terminate();
    };
    // One after another: what follows the session waits until the session has been found.
    let reading = Promise.resolve();
    socket.on("message", data => {
      stopWaiting();
      if (isFlood()) return refuse("too_many_requests");
      reading = reading.then(() => read(data)).catch(failed);
    });
    socket.on("pong", () => {
      alive = true;
    });
    socket.on("error", () => socket.terminate());
    // Not refused: a browser that is only slow connects again.
    const stopWaiting = clock.after(identifyMs, () => socket.close(4_000, "no_session"));
    let stopPings = clock.after(pingMs, ping);
    function ping(): void {
      if (alive) socket.ping();
      else socket.terminate();
      alive = false;
      stopPings = clock.after(pingMs, ping);
    }
    socket.on("close", () => {
      stopWaiting();
      stopPings();
      leave?.();
    });
  }

  server.on("upgrade", upgrade);
  return {
    async close() {
      server.off("upgrade", upgrade);
      for (const socket of sockets.clients) socket.close(1_001);
      for (const socket of sockets.clients) socket.terminate();
      await new Promise<void>(resolve => sockets.close(() => resolve()));
    },
  };
}

function parse(data: unknown): z.output<typeof socketRequest> | undefined {
  try {
    const result = z.safeParse(socketRequest, JSON.parse(String(data)));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
