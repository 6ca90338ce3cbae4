import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testHost } from "#kit/testing/test-host.ts";
import { type StreamFault, streamFaults } from "#odds-sandbox/server/faults.ts";
import { TestProvider } from "#odds-sandbox/testing/test-provider.ts";
import { createFeedReader } from "../server/feed-reader.ts";
import { type ProviderUnderTest, providersUnderTest } from "../testing/provider-under-test.ts";

const producers = ["pre", "live"] as const;

/** Every adapter against its provider, over real sockets and calls, read by the reader into a real database. */
describe.each(Object.keys(providersUnderTest))("%s", name => {
  const start = required(providersUnderTest[name], name);
  let provider: ProviderUnderTest;
  let host: Awaited<ReturnType<typeof testHost>>;
  let reader: ReturnType<typeof createFeedReader>;

  beforeAll(async () => {
    const sandbox = new TestProvider();
    host = await testHost({ modules: ["odds"], startMs: sandbox.now });
    provider = await start(host.clock, sandbox);
    const free = { onLost: () => undefined, release: async () => undefined };
    reader = createFeedReader(host, provider.adapter, { tryTake: async () => free, close: async () => undefined });
    reader.start();
    await runUntilUp();
  }, 60_000);

  afterAll(async () => {
    await reader.stop();
    await provider.close();
    await host.close();
  });

  const rows = async <T>(sql: string, values: readonly string[] = []) =>
    (await host.db.query<T & Record<string, unknown>>(sql, values)).rows;

  /** Both clocks move together; sockets have their own pace. */
  async function step(ms: number): Promise<void> {
    provider.sandbox.now += ms;
    provider.sandbox.provider.tick();
    await new Promise(resolve => setTimeout(resolve, 5));
    await host.pass(ms);
  }

  async function run(ms: number, stepMs = 500): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) await step(stepMs);
  }

  const isUp = async () => (await rows("SELECT FROM odds.producers WHERE NOT up")).length === 0;

  async function runUntilUp(): Promise<void> {
    for (let i = 0; i < 300; i++) {
      await step(200);
      if (await isUp()) return;
    }
    throw new Error(`still down: ${JSON.stringify(await rows("SELECT * FROM odds.producers"))}`);
  }

  const caughtUp = async () => {
    const positions = await rows<{ producer: string; frame: bigint }>("SELECT producer, frame FROM odds.positions");
    const newest = await Promise.all(positions.map(({ producer }) => provider.newest(producer)));
    return positions.every(({ frame }, index) => Number(frame) === newest[index]);
  };

  async function catchUp(): Promise<void> {
    for (let i = 0; i < 200 && !(await caughtUp()); i++) {
      await new Promise(resolve => setTimeout(resolve, 10));
      await host.pass(20);
    }
    expect(await caughtUp()).toBe(true);
  }

  const alarms = async () =>
    (
      await rows<{ kind: string; detail: string }>("SELECT kind, event, market, detail FROM odds.alarms ORDER BY id")
    ).map(each => JSON.stringify(each));

  test("fixtures, prices and states arrive over the socket after a recovery over HTTP", async () => {
    await run(2_000);
    await catchUp();
    const [counts] = await rows<{ events: number; live: number; open: number }>(
      `SELECT count(*)::int AS events, count(*) FILTER (WHERE status = 'live')::int AS live,
         (SELECT count(*)::int FROM odds.markets WHERE status = 'active' AND fault IS NULL) AS open
       FROM odds.events WHERE status <> 'unknown'`,
    );
    expect(counts?.events).toBeGreaterThanOrEqual(4);
    expect(counts?.open).toBeGreaterThan(100);
    expect(await alarms()).toEqual([]);
  });

  test.each(streamFaults.filter(fault => fault !== "skew" && fault !== "late_stop"))(
    "the reader recovers from `%s` and knows every frame again",
    async (fault: StreamFault) => {
      const ms = fault === "silence" ? provider.silenceMs : 4_000;
      for (const producer of producers) await provider.inject(fault, producer, ms);
      await run(ms + 4_000, 250);
      await runUntilUp();
      await catchUp();
      const lost = await rows(
        "SELECT producer, epoch FROM odds.frames GROUP BY 1, 2 HAVING count(*) <> max(frame) - min(frame) + 1",
      );
      expect(lost).toEqual([]);
    },
    60_000,
  );

  test("a quick league is played to its results, and none of them contradicts our rules", async () => {
    await rows("DELETE FROM odds.alarms");
    await run(8 * 60_000, 2_000);
    await catchUp();
    expect(await alarms()).toEqual([]);
    const [counts] = await rows<{ ended: number; settled: number; own: number; disputed: number }>(
      `SELECT (SELECT count(*)::int FROM odds.events WHERE status = 'ended') AS ended,
         count(*) FILTER (WHERE certainty = 2)::int AS settled, count(own_result)::int AS own, count(*) FILTER (WHERE disputed)::int AS disputed
       FROM odds.markets`,
    );
    expect(counts?.ended).toBeGreaterThanOrEqual(4);
    expect(counts?.settled).toBeGreaterThan(100);
    expect(counts?.disputed).toBe(0);
    const undecided = await rows(
      "SELECT kind, spec, result FROM odds.markets WHERE certainty = 2 AND own_result IS NULL LIMIT 5",
    );
    expect(undecided).toEqual([]);
  }, 300_000);

  test("names and joint prices come over HTTP", async () => {
    const names = await provider.adapter.describe("en");
    const [event] = await rows<{ id: string; home: string }>(
      "SELECT id, home FROM odds.events WHERE status = 'scheduled' ORDER BY planned_start LIMIT 1",
    );
    const { id, home } = required(event, "an event before its start");
    expect(names.get(home)).toMatch(/\w/);
    const legs = [
      { market: "1x2", spec: "", outcome: "home" },
      { market: "both_score", spec: "", outcome: "yes" },
    ];
    const quote = required(await provider.adapter.quote(id, legs), "a quote");
    expect(quote.subsets.map(({ legs: subset }) => subset)).toEqual([[0], [1], [0, 1]]);
    expect(quote.subsets.every(({ price }) => price > 1000)).toBe(true);
    expect(
      await provider.adapter.quote(id, [
        legs[0] ?? { market: "", spec: "", outcome: "" },
        { market: "1x2", spec: "", outcome: "away" },
      ]),
    ).toBeUndefined();
  });
});
