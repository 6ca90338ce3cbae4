import type { SocketMessage } from "../shared/calls.ts";
import type { ChatRequest } from "../shared/chat.ts";

/** The socket to the table: opened again whenever it breaks, until the session is over. */
export interface TableLine {
  /** Something was missed. */
  askSnapshot(): void;
  /** @returns whether there is a connection */
  chat(request: ChatRequest): boolean;
  close(): void;
}

const leastPauseMs = 500;
const mostPauseMs = 8_000;
/** Longer than the pings of a table that is alive: an event comes several times a round. */
const silentMs = 45_000;

export function openTableLine(
  token: () => string,
  handlers: {
    onMessage(message: SocketMessage): void;
    onConnected(isConnected: boolean): void;
  },
): TableLine {
  let socket: WebSocket | undefined;
  let pause = leastPauseMs;
  let timer = 0;
  let silence = 0;
  let isOver = false;

  function closeAfterSilence(): void {
    clearTimeout(silence);
    silence = window.setTimeout(() => socket?.close(), silentMs);
  }

  function connect(): void {
    if (isOver) return;
    const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}/tables/v1/live`);
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify({ session: token() }));
      closeAfterSilence();
    };
    opened.onmessage = ({ data }) => {
      closeAfterSilence();
      const message = JSON.parse(String(data)) as SocketMessage;
      if (message.type === "refused" && message.code !== "too_many_requests") isOver = true;
      if (message.type === "snapshot") {
        pause = leastPauseMs;
        handlers.onConnected(true);
      }
      handlers.onMessage(message);
    };
    opened.onclose = () => {
      clearTimeout(silence);
      if (isOver || socket !== opened) return;
      handlers.onConnected(false);
      clearTimeout(timer);
      timer = window.setTimeout(connect, pause);
      pause = Math.min(mostPauseMs, pause * 2);
    };
  }

  connect();
  window.addEventListener("online", () => {
    if (socket?.readyState === WebSocket.CLOSED) connect();
  });
  return {
    askSnapshot() {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ snapshot: true }));
    },
    chat(request) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify({ chat: request }));
      return true;
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(silence);
      socket?.close();
    },
  };
}
