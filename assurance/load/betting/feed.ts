import { setTimeout as sleep } from "node:timers/promises";
import { oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import type { BenchRow } from "../bench-suite.ts";
import { percentile, times } from "../figures.ts";
import { type BettingServer, perFrame, withBettingServer } from "./server.ts";
import { slipOf } from "./slips.ts";

const eventCount = 300;
const perSecond = 2_000;
const stops = 5;
/** Frames on their way before the feed waits for the reader. */
const mostWaiting = 2;

/** A feed of 2,000 messages a second, five prices each, from its arrival to the commit; beside it a transaction a message. And what a bet_stop takes under it. */
export async function benchFeed(seconds: number): Promise<readonly BenchRow[]> {
  return withBettingServer(async server => {
    console.log("betting: the feed at 2,000 messages a second");
    const events = Array.from({ length: eventCount }, (_, number) => `m:f:${number}`);
    await server.open(events);
    const framed = await load(server, events, seconds, perFrame);
    // A tenth of a second is enough for it to fall behind.
    const single = await load(server, events, 0.1, 1);
    const stopped = await stopsUnderLoad(server, events);
    await server.requireRightBooks();
    return [
      {
        figure: "feed, 2,000 messages/s of five prices, 300 events: arrival to commit, p99 ms",
        measured: framed.p99,
        baseline: single.p99,
        times: times(single.p99, framed.p99),
        note: `p50 ${framed.p50} ms; ${framed.rate} messages/s committed, a transaction each: ${single.rate}`,
      },
      {
        figure: `bet_stop under that load: arrival to the last acceptance, worst of ${stops}, ms`,
        measured: stopped.worst,
        baseline: "-",
        times: "-",
        note: `${stopped.accepted} slips accepted before, ${stopped.after} after its commit`,
      },
    ];
  });
}

/** Messages at their planned times in frames of so many; times from arrival to the commit of the frame. */
async function load(server: BettingServer, events: readonly string[], seconds: number, size: number) {
  const arrived: number[] = [];
  const taken: number[] = [];
  let committed = 0;
  server.onFrame = () => {
    const at = arrived[committed];
    committed += 1;
    if (at !== undefined) taken.push(performance.now() - at);
  };
  // Frames of heartbeats are committed too: they count in the order in which they arrive.
  const { feed } = server;
  const deliver = feed.deliver.bind(feed);
  feed.deliver = (producer, text) => {
    arrived.push(performance.now());
    deliver(producer, text);
  };
  const began = performance.now();
  const count = perSecond * seconds;
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1000));
    for (; sent + size <= due || (due === count && sent < count); sent += size)
      feed.send(
        "pre",
        Array.from({ length: size }, (_, at) => repriced(server, events, sent + at)),
      );
    await sleep(1);
  }
  await server.applied();
  const rate = Math.round((count * 1000) / (performance.now() - began));
  server.onFrame = undefined;
  feed.deliver = deliver;
  const sorted = Float64Array.from(taken).sort();
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), rate };
}

/** Five prices of a match: 1X2 and a total. */
function repriced(server: BettingServer, events: readonly string[], number: number): object {
  const event = events[number % events.length] ?? "";
  const home = (2.03 + (Math.floor(number / events.length) % 5) / 100).toFixed(2);
  return server.messagesFor(event).odds([oneXTwo(three(home)), total("2.5", "1.95", "1.90")]);
}

async function stopsUnderLoad(server: BettingServer, events: readonly string[]) {
  const players = await server.players(64);
  let [isOn, accepted, after, worst, waiting] = [true, 0, 0, 0, 0];
  server.onFrame = () => {
    waiting -= 1;
  };
  const pressure = (async () => {
    for (let number = 0; isOn; number += perFrame) {
      server.feed.send(
        "pre",
        Array.from({ length: perFrame }, (_, at) => repriced(server, events.slice(stops), number + at)),
      );
      waiting += 1;
      // A machine that is too slow for it gets what it can take.
      do await sleep(1000 / (perSecond / perFrame));
      while (waiting > mostWaiting);
    }
  })();
  for (const event of events.slice(0, stops)) {
    const until = { stopped: 0, last: 0, committed: Number.POSITIVE_INFINITY };
    const enough = accepted + players.length;
    const betting = players.map(async player => {
      for (;;) {
        const sent = performance.now();
        const answer = await server.wallet.placeSlip(slipOf(player, [event], "single"));
        if (answer.kind === "refused") return;
        accepted += 1;
        until.last = performance.now();
        // Sent when the stop was committed already, and accepted all the same.
        if (sent > until.committed) after += 1;
      }
    });
    // Each player has a slip on it, and the next one on its way.
    while (accepted < enough) await sleep(1);
    until.stopped = performance.now();
    server.feed.send("pre", [server.messagesFor(event).stop()]);
    await server.applied();
    until.committed = performance.now();
    await Promise.all(betting);
    worst = Math.max(worst, until.last - until.stopped, 0);
  }
  isOn = false;
  await pressure;
  server.onFrame = undefined;
  return { worst: Math.round(worst), accepted, after };
}
