import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import type { BenchRow } from "../bench-suite.ts";
import { round } from "../figures.ts";
import { withBettingServer } from "./server.ts";

const eventCount = 500;
const outageSeconds = 60;
const framesPerSecond = 20;
/** A price of each match every two seconds. */
const perFrame = eventCount / 2 / framesPerSecond;

/** What a reader needs to catch up with a minute of a feed of 500 matches: from the next heartbeat to the first bet. */
export async function benchRecovery(): Promise<readonly BenchRow[]> {
  return withBettingServer(async server => {
    console.log("betting: recovery after a minute");
    const { db, feed } = server;
    const events = Array.from({ length: eventCount }, (_, number) => `m:r:${number}`);
    await server.open(events);
    const frames = outageSeconds * framesPerSecond;
    let sent = 0;
    // Nothing of the feed arrives until the outage is over.
    const deliver = feed.deliver.bind(feed);
    feed.deliver = (producer, text) => producer !== "pre" && deliver(producer, text);
    feed.disconnect("pre");
    await until(db, false);
    for (let frame = 0; frame < frames; frame += 1) {
      const messages = Array.from({ length: Math.floor((frame + 1) * perFrame) - sent }, (_, at) => {
        const event = events[(sent + at) % eventCount] ?? "";
        const home = (2.03 + (Math.floor(sent / eventCount) % 5) / 100).toFixed(2);
        return server.messagesFor(event).odds([oneXTwo(three(home)), total("2.5", "1.95", "1.90")]);
      });
      sent += messages.length;
      feed.make("pre", messages);
    }
    feed.deliver = deliver;
    const began = performance.now();
    feed.alive("pre");
    await until(db, true);
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await db.query<{ n: number }>("SELECT sum(n)::int AS n FROM odds.events");
    // A fixture and the first prices of each came before.
    if (rows[0]?.n !== sent + 2 * eventCount) throw new Error(`of ${sent} messages ${rows[0]?.n} were applied`);
    await server.requireRightBooks();
    return [
      {
        figure: `recovery after ${outageSeconds} s, ${eventCount} events, s`,
        measured: round(seconds, 2),
        baseline: "-",
        times: "-",
        note: `${sent} messages in ${frames} frames`,
      },
    ];
  });
}

/** Resolves when the producer is up, or down. */
async function until(db: Db, wanted: boolean): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 60_000; await sleep(5)) {
    const { rows } = await db.query<{ up: boolean }>("SELECT up FROM odds.producers WHERE producer = 'pre'");
    if (rows[0]?.up === wanted) return;
  }
  throw new Error(wanted ? "the feed was not recovered" : "the outage was not noticed");
}
