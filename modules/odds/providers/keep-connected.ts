import { type RawData, WebSocket } from "ws";
import type { Clock } from "#kit/host/host.ts";

const handshakeTimeoutMs = 5_000;
const longestPauseMs = 5_000;

export interface ConnectionOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Bytes of the largest message; a larger one ends the connection. */
  readonly largestPayload: number;
  readonly onMessage: (bytes: Buffer) => void;
  readonly onDisconnected: (reason: string) => void;
}

export interface Connection {
  /** Drops the connection of now; it is opened again like after any other end. */
  drop(): void;
  end(): void;
}

/** A WebSocket that connects again after each end, with pauses that double up to five seconds. */
export function keepConnected(options: ConnectionOptions): Connection {
  const { url, headers, clock, largestPayload, onMessage, onDisconnected } = options;
  let socket: WebSocket | undefined;
  let ended = false;
  let pauseMs = 250;
  let cancel = () => {};

  function open(): void {
    const own = new WebSocket(url, {
      headers,
      maxPayload: largestPayload,
      perMessageDeflate: false,
      handshakeTimeout: handshakeTimeoutMs,
    });
    socket = own;
    own.on("message", data => {
      pauseMs = 250;
      if (!ended) onMessage(bytesOf(data));
    });
    own.on("error", () => own.terminate());
    own.on("close", code => {
      if (ended) return;
      onDisconnected(`closed with ${code}`);
      cancel = clock.after(pauseMs, open);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
  }

  open();
  return {
    drop: () => socket?.terminate(),
    end() {
      ended = true;
      cancel();
      socket?.terminate();
    },
  };
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
