import { type FrameMessage, hello, type PageMessage, readPageMessage } from "#studio/frame/shared/messages.ts";

/** Messages to and from the page around the frame. A frame opened on its own has no page, and sends none. */
export interface PagePort {
  send(message: FrameMessage): void;
  onMessage(listener: (message: PageMessage) => void): void;
}

const mostPerSecond = 60;

export function openPagePort(game: string, parentOrigin: string): PagePort {
  const waiting: FrameMessage[] = [];
  let port: MessagePort | undefined;
  let listener: (message: PageMessage) => void = () => {};
  let sentInSecond = 0;
  let second = 0;

  function post(message: FrameMessage): void {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, sentInSecond] = [now, 0];
    sentInSecond += 1;
    if (sentInSecond <= mostPerSecond) port?.postMessage(message);
  }

  function greet(event: MessageEvent): void {
    const [given] = event.ports;
    if (event.source !== window.parent || event.origin !== parentOrigin || !given || port) return;
    window.removeEventListener("message", greet);
    port = given;
    port.onmessage = ({ data }) => {
      const message = readPageMessage(data);
      if (message) listener(message);
    };
    for (const message of waiting.splice(0)) post(message);
  }

  if (window.parent !== window && parentOrigin !== "") {
    window.addEventListener("message", greet);
    window.parent.postMessage(hello(game), parentOrigin);
  }
  return {
    send(message) {
      if (port) post(message);
      else if (waiting.length < mostPerSecond) waiting.push(message);
    },
    onMessage(next) {
      listener = next;
    },
  };
}
