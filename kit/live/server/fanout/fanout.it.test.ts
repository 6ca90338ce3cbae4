import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#kit/host/system.ts";
import { type BusServer, busServers, startBusServer } from "#kit/live/testing/bus-server.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { Fanout } from "./fanout.ts";
import { createMemoryBroker } from "./memory-fanout.ts";
import { openFanout } from "./open-fanout.ts";

/** What every bus does, on the real servers where they are installed. */

interface Bus {
  connect(): Promise<Fanout>;
  close(): void;
}

async function realBus(name: "redis" | "nats"): Promise<Bus> {
  const server: BusServer = await startBusServer(name);
  return { connect: () => openFanout(server.url, { log: quietLog, clock: systemClock }), close: server.stop };
}

const missing = (name: "redis" | "nats") => (busServers[name] === undefined ? { missing: true } : {});
const buses: Readonly<Record<string, { readonly missing?: boolean; open(): Promise<Bus> }>> = {
  memory: {
    async open() {
      const broker = createMemoryBroker();
      return { connect: async () => broker.connect(), close: () => undefined };
    },
  },
  redis: { ...missing("redis"), open: () => realBus("redis") },
  nats: { ...missing("nats"), open: () => realBus("nats") },
};

for (const [name, { missing, open }] of Object.entries(buses))
  describe.skipIf(missing === true)(missing ? `${name}: its server is not installed` : name, () => {
    let bus: Bus;
    let a: Fanout;
    let b: Fanout;
    beforeAll(async () => {
      bus = await open();
      [a, b] = [await bus.connect(), await bus.connect()];
    });
    afterAll(async () => {
      await Promise.all([a.close(), b.close()]);
      bus.close();
    });

    test("every subscriber gets each frame once, bytes and order kept, the publisher's own node included", async () => {
      const got: Record<string, string[]> = { a: [], b: [], c: [] };
      const ends = [
        await a.subscribe("crash", frame => got.a?.push(frame.toString("latin1"))),
        await b.subscribe("crash", frame => got.b?.push(frame.toString("latin1"))),
        await b.subscribe("crash", frame => got.c?.push(frame.toString("latin1"))),
        await b.subscribe("other", () => got.c?.push("other")),
      ];
      const frames = Array.from({ length: 200 }, (_, i) => `${i} \u00ff\u0000\n`);
      for (const frame of frames) a.publish("crash", Buffer.from(frame, "latin1"));
      for (const node of ["a", "b", "c"]) await expect.poll(() => got[node]).toEqual(frames);
      for (const end of ends) end();
      expect(a.kind).toBe(name);
      expect(a.state).toEqual({ connected: true, dropped: 0 });
    });

    test("who unsubscribed gets nothing more; a listener that throws does not affect the others", async () => {
      const got: string[] = [];
      const end = await b.subscribe("me", frame => got.push(`first ${frame}`));
      await b.subscribe("me", () => {
        throw new Error("a broken listener");
      });
      await b.subscribe("me", frame => got.push(`last ${frame}`));
      a.publish("me", Buffer.from("1"));
      await expect.poll(() => got).toEqual(["first 1", "last 1"]);
      end();
      a.publish("me", Buffer.from("2"));
      await expect.poll(() => got).toEqual(["first 1", "last 1", "last 2"]);
    });

    test("a frame of a mebibyte is not sent and counted; the next one arrives", async () => {
      const got: number[] = [];
      await b.subscribe("large", frame => got.push(frame.length));
      const before = a.state.dropped;
      a.publish("large", Buffer.alloc(1024 * 1024));
      a.publish("large", Buffer.alloc(100_000));
      await expect.poll(() => got).toEqual([100_000]);
      expect(a.state.dropped).toBe(before + 1);
    });

    test("after it was closed it drops and does not throw", async () => {
      const c = await bus.connect();
      await c.close();
      c.publish("crash", Buffer.from("late"));
      expect(c.state).toEqual({ connected: false, dropped: 1 });
    });
  });
