import { randomUUID } from "node:crypto";
import type { BenchNode } from "./bench-app.ts";
import { percentile, round } from "./figures.ts";
import type { BenchPlayer } from "./players.ts";
import type { PublishedEvent } from "./serve.ts";
import { SocketClient } from "./socket-client.ts";

/** An event of the channel as the crowd received it. */
interface ReceivedEvent {
  readonly event: string;
  /** When each socket received it: milliseconds on the clock of the machine. */
  readonly at: number[];
}

export interface Visitor {
  readonly client: SocketClient;
  /** Called with the text of each response. */
  answered: (text: string) => void;
}

/** Many sockets on the channel of a shared round, some of them players. Measures the delay and the size of events. */
export class Crowd {
  readonly #app: BenchNode;
  readonly #channel: string;
  readonly #players: readonly BenchPlayer[];
  readonly #visitors: Visitor[] = [];
  readonly #received = new Map<number, ReceivedEvent>();
  readonly #waiting = new Map<string, () => void>();

  constructor(app: BenchNode, channel: string, players: readonly BenchPlayer[]) {
    this.#app = app;
    this.#channel = channel;
    this.#players = players;
  }

  /** Opens sockets until there are `size`, one for each player first, then guests. */
  async growTo(size: number): Promise<void> {
    while (this.#visitors.length < size) {
      const from = this.#visitors.length;
      const to = Math.min(size, from + 50);
      const opened = await Promise.all(
        Array.from({ length: to - from }, (_, i) =>
          SocketClient.open(this.#app.apiPort, this.#players[from + i]?.token),
        ),
      );
      for (const client of opened) this.#welcome(client);
    }
  }

  #welcome(client: SocketClient): void {
    const visitor: Visitor = { client, answered: () => {} };
    this.#visitors.push(visitor);
    const published = new RegExp(`^\\{"channel":"${this.#channel}","seq":(\\d+),"event":"([a-z_]+)"`);
    const isFirst = this.#visitors.length === 1;
    client.onText = text => {
      const now = Number(process.hrtime.bigint()) / 1e6;
      const head = text.toString("latin1", 0, 80);
      const [, seq, event] = published.exec(head) ?? [];
      if (head.startsWith('{"id":')) visitor.answered(text.toString());
      if (seq === undefined || event === undefined || event === "mine") return;
      const received = this.#received.get(Number(seq)) ?? { event, at: [] };
      this.#received.set(Number(seq), received);
      received.at.push(now);
      if (isFirst) this.#waiting.get(event)?.();
    };
    client.send(`{"sub":"${this.#channel}"}`);
  }

  /** Resolves when the first visitor receives the event the next time. */
  until(event: string): Promise<void> {
    return new Promise(resolve => this.#waiting.set(event, resolve));
  }

  /** Clears the received events; returns the server's resource usage. */
  async begin() {
    await this.published();
    this.clear();
    return this.#app.order({ kind: "usage" });
  }

  /** Forgets the received events and their sizes. */
  clear(): void {
    this.#received.clear();
    for (const { client } of this.#visitors) {
      client.bytes = 0;
      client.frames = 0;
    }
  }

  /** What the server has published since the last call. */
  published(): Promise<PublishedEvent[]> {
    return this.#app.order({ kind: "published", channel: this.#channel });
  }

  /** Frames and bytes that a guest has received: all guests receive the same, and the last visitor is one. */
  weigh() {
    const guest = this.#visitors.at(-1)?.client;
    return { "frames/client": guest?.frames ?? 0, "bytes/client": guest?.bytes ?? 0 };
  }

  /** Milliseconds from the publication of each event to each socket. Throws if the sockets have not received exactly these events. */
  eachDelay(published: readonly PublishedEvent[]): readonly number[] {
    const received = [...this.#received].sort(([a], [b]) => a - b).map(([, each]) => each);
    const publishedNames = published.map(each => each.event).join();
    if (received.map(each => each.event).join() !== publishedNames)
      throw new Error("the crowd received events other than the published ones");
    const missed = received.find(each => each.at.length !== this.#visitors.length);
    if (missed) throw new Error(`${missed.event} came to ${missed.at.length} of ${this.#visitors.length} sockets`);
    return received.flatMap((each, i) => each.at.map(at => at - Number(published[i]?.at ?? 0n) / 1e6));
  }

  delays(published: readonly PublishedEvent[]) {
    const sorted = Float64Array.from(this.eachDelay(published)).sort();
    return {
      "p50 ms": percentile(sorted, 0.5),
      "p99 ms": percentile(sorted, 0.99),
      "worst ms": round(sorted.at(-1) ?? 0),
    };
  }

  get visitors(): readonly Visitor[] {
    return this.#visitors;
  }

  /** The visitors who can bet. */
  get players(): readonly Visitor[] {
    return this.#visitors.slice(0, this.#players.length);
  }

  /** CPU milliseconds that the server has used since `before`, in total and per socket. */
  async used(before: { readonly cpu: number }) {
    const used = (await this.#app.order({ kind: "usage" })).cpu - before.cpu;
    return { "server ms/round": Math.round(used), "server ms/client": round(used / this.#visitors.length, 2) };
  }

  close(): void {
    for (const { client } of this.#visitors) client.close();
  }
}

/** Sends a call and waits for its response. */
export function ask(visitor: Visitor, call: string, input: string): Promise<string> {
  return new Promise(resolve => {
    visitor.answered = resolve;
    visitor.client.send(`{"id":1,"call":"${call}","key":"${randomUUID()}"${input}}`);
  });
}
