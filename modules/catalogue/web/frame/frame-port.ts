import { type FrameMessage, isHello, type PageMessage, readFrameMessage } from "./messages.ts";

/** What is needed of the window of the page. */
export interface PageWindow {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** What is needed of the window of the frame. */
export interface FrameWindow {
  postMessage(message: unknown, origin: string, transfer: Transferable[]): void;
}

export interface FramePortOptions {
  readonly page: PageWindow;
  /** The window of the frame as it is now. */
  frame(): FrameWindow | null;
  /** Origin of the address that the provider opened the game at. */
  readonly origin: string;
  readonly slug: string;
  /** Milliseconds that never go back. */
  now(): number;
  onMessage(message: FrameMessage): void;
}

export interface FramePort {
  /** Before the frame has its port nothing is sent. */
  send(message: PageMessage): void;
  close(): void;
}

/** Messages a second, in each direction; what is over is dropped. */
export const mostPerSecond = 60;

/**
 * Waits for the hello of the frame, from its own window and origin, and gives it one port, once. From then on only the port
 * is accepted: other windows, other origins, a second hello and messages that are none are dropped.
 */
export function openFramePort({ page, frame, origin, slug, now, onMessage }: FramePortOptions): FramePort {
  let port: MessagePort | undefined;
  const [mayReceive, maySend] = [perSecond(now), perSecond(now)];

  function greet(event: MessageEvent): void {
    const source = frame();
    if (port || source === null || event.source !== source || event.origin !== origin || !isHello(event.data, slug))
      return;
    page.removeEventListener("message", greet);
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      if (!mayReceive()) return;
      const message = readFrameMessage(data);
      if (message) onMessage(message);
    };
    source.postMessage({ fwp: 1 }, origin, [channel.port2]);
  }

  page.addEventListener("message", greet);
  return {
    send(message) {
      if (port && maySend()) port.postMessage(message);
    },
    close() {
      page.removeEventListener("message", greet);
      port?.close();
    },
  };
}

function perSecond(now: () => number): () => boolean {
  let [second, count] = [Number.NaN, 0];
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    return ++count <= mostPerSecond;
  };
}
