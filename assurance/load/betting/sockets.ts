import { setTimeout as sleep } from "node:timers/promises";
import { startTestFrame } from "#kit/testing/test-frame.ts";
import { Board } from "#modules/odds/server/show/board.ts";
import { oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import type { BenchRow } from "../bench-suite.ts";
import { percentile } from "../figures.ts";
import { SocketClient } from "../socket-client.ts";
import { type BettingServer, perFrame, withBettingServer } from "./server.ts";

const eventCount = 300;
const perSecond = 2_000;
/** Prices of an event return after so many changes: six seconds, longer than any that is late. */
const priceCount = 40;

const named = (id: string, name: string) => ({ id, name });
/** What pages show an event by. */
const names = {
  category: named("c:1", "Arden"),
  tournament: named("t:1", "Arden First League"),
  competitors: [named("k:1", "Ravenmoor"), named("k:2", "Saltby")],
};

/** The delay from a feed message to sockets that follow one event each, server and clients in one process. */
export async function benchSockets(seconds: number, count: number): Promise<readonly BenchRow[]> {
  return withBettingServer(async server => {
    console.log(`betting: the feed at ${count} sockets`);
    const events = Array.from({ length: eventCount }, (_, number) => `m:s:${number}`);
    await server.open(events);
    await server.db.query("UPDATE odds.events SET fixture = $1", [JSON.stringify(names)]);
    const board = new Board(server.host);
    const frame = await startTestFrame({
      channels: [board.list, board.events],
      config: { RATE_LIMIT_FACTOR: "10000" },
      most: { socketsPerAddress: count + 10 },
    });
    board.start();
    const clients: SocketClient[] = [];
    try {
      const sent = new Map<string, number>();
      const taken: number[] = [];
      for (let number = 0; number < count; number += 1)
        clients.push(await follow(frame.apiPort, events[number % eventCount] ?? "", sent, taken));
      const rate = await load(server, events, seconds, sent);
      await sleep(2_000);
      await server.requireRightBooks();
      const sorted = Float64Array.from(taken).sort();
      const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
      const figure = `feed, 2,000 messages/s, 300 events: arrival to ${count} sockets, p99 ms`;
      const note = `p50 ${p50} ms, ${taken.length} frames read, ${rate} messages/s committed`;
      return [{ figure, measured: p99, baseline: "-", times: "-", note }];
    } finally {
      for (const client of clients) client.close();
      board.stop();
      await frame.stop();
    }
  });
}

/** A socket on the channel of one event: each change that it reads is timed from the arrival of its price. */
async function follow(
  port: number,
  event: string,
  sent: ReadonlyMap<string, number>,
  taken: number[],
): Promise<SocketClient> {
  const client = await SocketClient.open(port);
  const first = client.next();
  client.send(JSON.stringify({ sub: `odds.event/${event}` }));
  const answer = (await first).toString();
  if (!answer.includes('"snapshot"')) throw new Error(`the channel of ${event} answered ${answer.slice(0, 200)}`);
  client.onText = text => {
    const price = /"id":"home","price":"([0-9.]+)"/.exec(text.toString())?.[1];
    const at = price === undefined ? undefined : sent.get(`${event} ${price}`);
    if (at !== undefined) taken.push(Math.round(performance.now() - at));
  };
  return client;
}

async function load(
  server: BettingServer,
  events: readonly string[],
  seconds: number,
  sent: Map<string, number>,
): Promise<number> {
  const began = performance.now();
  const count = perSecond * seconds;
  for (let number = 0; number < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1000));
    for (; number + perFrame <= due || (due === count && number < count); number += perFrame)
      server.feed.send(
        "pre",
        Array.from({ length: perFrame }, (_, at) => repriced(server, events, number + at, sent)),
      );
    await sleep(1);
  }
  await server.applied();
  return Math.round((count * 1000) / (performance.now() - began));
}

/** Five prices of a match, the first one like none of the six seconds before. */
function repriced(server: BettingServer, events: readonly string[], number: number, sent: Map<string, number>): object {
  const event = events[number % events.length] ?? "";
  const home = `2.${String(30 + (Math.floor(number / events.length) % priceCount)).padStart(3, "0")}`;
  sent.set(`${event} ${shown(home)}`, performance.now());
  return server.messagesFor(event).odds([oneXTwo(three(home)), total("2.5", "1.95", "1.90")]);
}

/** The price as pages receive it: at least two decimals. */
const shown = (price: string) => price.replace(/0$/, "");
