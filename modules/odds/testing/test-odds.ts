import { testHost } from "#kit/testing/test-host.ts";
import { createFeedReader } from "../server/feed-reader.ts";
import { readLegs } from "../server/index.ts";
import { marketsDecided } from "../shared/events.ts";
import { match, messagesOf } from "./messages.ts";
import { TestFeed } from "./test-feed.ts";

/** A feed reader on a real database, with a feed whose messages the test sends. `modules`: further modules whose tables exist. */
export async function testOdds(modules: readonly string[] = []) {
  const host = await testHost({ modules: ["odds", ...modules] });
  const feed = new TestFeed(host.clock);
  const free = { onLost: () => undefined, release: async () => undefined };
  const reader = createFeedReader(host, feed, { tryTake: async () => free, close: async () => undefined });
  const decisions: string[] = [];
  host.bus.on(marketsDecided, ({ cause }) => void decisions.push(cause));
  const messages = messagesOf(feed);

  const readValue = async <T>(sql: string, values: readonly string[] = []) =>
    (await host.db.query<{ value: T }>(sql, values)).rows[0]?.value;
  /** Lets the reader work, in steps of its loop. */
  const settle = async () => {
    for (let i = 0; i < 5; i++) await host.pass(20);
  };
  const odds = {
    host,
    feed,
    reader,
    messages,
    decisions,
    readValue,
    settle,
    async send(producer: string, ...sent: object[]) {
      feed.send(producer, sent);
      await settle();
    },
    /** Both producers connected, recovered and up. */
    async start() {
      reader.start();
      await settle();
      // Heartbeats age by the database's clock, which no test moves: a slow machine must not close markets.
      await host.db.query("UPDATE odds.heartbeats SET limit_ms = 60000");
      for (const producer of feed.producers) feed.alive(producer);
      await settle();
    },
    /** Opens the match for bets on 1X2 before its start. */
    async openMatch() {
      await odds.start();
      await odds.send("pre", messages.fixture(), messages.odds());
    },
    /** Lets time pass with a heartbeat a second of these producers. */
    async beat(seconds: number, producers: readonly string[] = feed.producers) {
      for (let i = 0; i < seconds; i++) {
        await host.pass(1_000);
        for (const producer of producers) feed.alive(producer);
        await settle();
      }
    },
    async leg(kind = "1x2", spec = "", outcome = "home") {
      const [leg] = await readLegs(host.db, [{ event: match, kind, spec, outcome }], new Date(host.clock.now()));
      return leg;
    },
    refusal: async (kind = "1x2", spec = "", outcome = "home") => (await odds.leg(kind, spec, outcome))?.refusal,
    alarms: async () =>
      (await host.db.query<{ kind: string }>("SELECT kind FROM odds.alarms ORDER BY id")).rows.map(({ kind }) => kind),
    /** Why a producer is down; null while it is up. */
    downReason: (producer: string) =>
      readValue<string | null>("SELECT reason AS value FROM odds.producers WHERE producer = $1", [producer]),
    async close() {
      await reader.stop();
      await host.close();
    },
  };
  return odds;
}
