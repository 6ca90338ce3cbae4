import { inflateRawSync } from "node:zlib";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { liveChannel } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { toyHandlers } from "#kit/testing/test-calls.ts";
import { startTestFrame, type TestFrameOptions } from "#kit/testing/test-frame.ts";

export const toy = channel({
  name: "toy",
  module: "toy",
  caller: "anyone",
  summary: "A public channel",
  snapshot: z.object({ round: z.int() }),
  events: { tick: z.object({ n: z.int(), text: z.optional(z.string()) }) },
});
export const own = channel({
  name: "me",
  module: "toy",
  caller: "player",
  summary: "A player's own channel",
  snapshot: z.object({ player: z.string() }),
  events: { balance: z.object({ balance: z.string() }) },
});

export type Message = Record<string, unknown>;

/** A client that records its messages. */
export class Client {
  readonly received: Message[] = [];
  /** Of those, which came compressed. */
  readonly deflated: Message[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly ws: WebSocket;
  #wake = () => {};

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on("message", (data, isBinary) => {
      const message: Message = JSON.parse((isBinary ? inflateRawSync(data as Buffer) : data).toString());
      this.received.push(message);
      if (isBinary) this.deflated.push(message);
      this.#wake();
    });
    ws.on("error", () => {});
    this.closed = new Promise(resolve =>
      ws.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
  }

  say(message: unknown): void {
    this.ws.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The first message received with the key, now or later. */
  async receive(key: string, skip = 0): Promise<Message> {
    for (;;) {
      const found = this.received.filter(message => key in message)[skip];
      if (found) return found;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}

/** A frame with a public channel and a player's own. */
export async function startLive(options: TestFrameOptions = {}) {
  let release = (round: number): void => void round;
  const slow = { on: false };
  /** Whom each snapshot was made for: a player, or "guest". */
  const made = { toy: [] as string[], me: [] as string[] };
  const toyChannel = liveChannel(toy, (session: Session | null) => {
    made.toy.push(session?.player ?? "guest");
    if (!slow.on) return { round: 1 };
    return new Promise<{ round: number }>(resolve => {
      release = round => resolve({ round });
    });
  });
  const ownChannel = liveChannel(own, (session: Session | null) => {
    made.me.push(session?.player ?? "guest");
    return { player: session?.player ?? "nobody" };
  });
  const channels = [toyChannel, ownChannel];
  const frame = await startTestFrame({ handlers: toyHandlers, channels, ...options });
  const origin = `http://fairhouse.localhost:${frame.port}`;

  async function connectAs(token: string | null, headers: Record<string, string> = { origin }): Promise<Client> {
    const host = `api.fairhouse.localhost:${frame.port}`;
    const ws = new WebSocket(`ws://127.0.0.1:${frame.port}/ws`, { headers: { host, ...headers } });
    const client = new Client(ws);
    await new Promise((resolve, reject) => ws.once("open", resolve).once("error", reject));
    if (token === null) return client;
    client.say({ hello: { locale: "ru", ...(token && { token }) } });
    await client.receive("welcome");
    return client;
  }
  return { ...frame, toyChannel, ownChannel, connectAs, made, slow, release: (round: number) => release(round) };
}
